import { isAbsolute, join } from "../path.ts";
import { wroteNothing } from "../vault/wrote_nothing.ts";
import { WRITING_TOOLS } from "../writing_tools.ts";
import { readLines } from "./_lines.ts";

/** What a transcript says of written files. */
export interface TouchedFiles {
  /** Absolute paths, not normalised, each once, in the order in which the writes were done. */
  readonly files: readonly string[];
  /** Whether all was read before the deadline. */
  readonly complete: boolean;
}

/**
 * Finds the files that a session wrote from its transcript and those of its subagents, for a session without a ledger. A write counts
 * when it was done: asked for by a `tool_use`, and answered by a `tool_result` that is no error. Each `tool_use` counts once,
 * also when compaction or a resume repeats its line. What cannot be read or understood says nothing; nothing here throws.
 *
 * Source: the transcript format of Claude Code 2.1.332, measured; it is neither documented nor stable.
 *
 * @param transcript The session's transcript. Needs read permission on it and on the folder of the same name beside it.
 * @param options The user's `home` for paths that start with `~`, and a `deadline` that says when it is time to stop; a file is read
 * in blocks of 256 KiB and asks for each.
 */
export function touchedFiles(
  transcript: string,
  options: { readonly home: string; readonly deadline: () => boolean },
): TouchedFiles {
  const writes = new Writes(options.home);
  let complete = true;
  for (const path of [transcript, ...subagentTranscripts(transcript)]) {
    try {
      for (const line of readLines(path, options.deadline)) {
        if (line === null) complete = false;
        else writes.see(line);
      }
    } catch {
      complete = false;
    }
  }
  return { files: [...writes.done], complete };
}

/** Current versions give each subagent a file of its own; older ones wrote its lines into the main file. */
function subagentTranscripts(transcript: string): string[] {
  if (!transcript.endsWith(".jsonl")) return [];
  const folder = join(transcript.slice(0, -".jsonl".length), "subagents");
  try {
    return Array.from(Deno.readDirSync(folder), ({ name }) => name)
      .filter((name) => name.endsWith(".jsonl"))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

class Writes {
  readonly done = new Set<string>();
  /** The path of each write that was asked for and not answered yet, by `tool_use` id. */
  readonly #asked = new Map<string, string>();
  readonly #seen = new Set<string>();
  readonly #home: string;

  constructor(home: string) {
    this.#home = home;
  }

  /** Takes in one line. Most are of no interest and are told by a look for two words, without parsing them. */
  see(line: string): void {
    const asks = line.includes('"tool_use"') &&
      /"(?:Write|Edit|MultiEdit|NotebookEdit)"/.test(line);
    const answers = line.includes('"tool_result"') && this.#answersOne(line);
    if (!asks && !answers) return;
    let entry: Fields;
    try {
      entry = fields(JSON.parse(line));
    } catch {
      return;
    }
    const content = fields(entry.message).content;
    if (!Array.isArray(content)) return;
    for (const block of content.map(fields)) {
      if (block.type === "tool_use") this.#ask(block, entry.cwd);
      if (block.type === "tool_result") this.#answer(block, entry);
    }
  }

  #answersOne(line: string): boolean {
    for (const [, id] of line.matchAll(/"tool_use_id"\s*:\s*"([^"\\]+)"/g)) {
      if (id !== undefined && this.#asked.has(id)) return true;
    }
    return false;
  }

  #ask(block: Fields, cwd: unknown): void {
    const { id, name } = block;
    if (typeof id !== "string" || typeof name !== "string") return;
    const field = WRITING_TOOLS.get(name);
    if (field === undefined || this.#seen.has(id)) return;
    const path = this.#absolute(fields(block.input)[field], cwd);
    if (path === null) return;
    this.#seen.add(id);
    this.#asked.set(id, path);
  }

  #answer(block: Fields, entry: Fields): void {
    const id = block.tool_use_id;
    if (typeof id !== "string") return;
    const path = this.#asked.get(id);
    if (path === undefined) return;
    this.#asked.delete(id);
    if (block.is_error === true || wroteNothing(entry.toolUseResult)) return;
    this.done.add(path);
  }

  /** The transcript holds the path as the model wrote it. */
  #absolute(path: unknown, cwd: unknown): string | null {
    if (typeof path !== "string" || path === "") return null;
    if (path === "~" || /^~[\\/]/.test(path)) {
      return join(this.#home, path.slice(2));
    }
    if (isAbsolute(path)) return path;
    return typeof cwd === "string" && isAbsolute(cwd) ? join(cwd, path) : null;
  }
}

type Fields = Readonly<Record<string, unknown>>;

const NONE: Fields = Object.freeze(Object.create(null));

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? value as Fields : NONE;
}
