/** A session's transcript as Claude Code left it. */
export interface Transcript {
  /** Absolute path of the `.jsonl` file. */
  readonly path: string;
  readonly sessionId: string;
  /** One JSON object a line, in file order; a torn last line is left out. */
  readonly lines: Record<string, unknown>[];
}

/**
 * Reads every main transcript below a Claude Code config folder, oldest file first. Subagents' files are not among them.
 *
 * @param configDir `~/.claude` of the run.
 * @throws {SyntaxError} when a line other than the last is not JSON.
 */
export async function readTranscripts(
  configDir: string,
): Promise<Transcript[]> {
  const found: { at: number; transcript: Transcript }[] = [];
  for (const project of await entries(`${configDir}/projects`)) {
    for (const path of await entries(project)) {
      if (!path.endsWith(".jsonl")) continue;
      const info = await Deno.stat(path);
      const sessionId = path.slice(path.lastIndexOf("/") + 1, -".jsonl".length);
      const lines = parseLines(await Deno.readTextFile(path));
      found.push({
        at: info.birthtime?.getTime() ?? 0,
        transcript: { path, sessionId, lines },
      });
    }
  }
  return found.sort((a, b) => a.at - b.at).map((one) => one.transcript);
}

/**
 * What hooks added to the model's context: the `content` of the `hook_additional_context` lines, in file order. A hook whose
 * text was dropped by Claude Code has no such line (2.1.332, measured).
 *
 * @param event Only this event's, such as `SessionStart`.
 */
export function hookContexts(transcript: Transcript, event?: string): string[] {
  const contexts: string[] = [];
  for (const line of transcript.lines) {
    const attachment = line["attachment"] as
      | { type?: unknown; hookEvent?: unknown; content?: unknown }
      | undefined;
    if (attachment?.type !== "hook_additional_context") continue;
    if (event !== undefined && attachment.hookEvent !== event) continue;
    if (Array.isArray(attachment.content)) {
      contexts.push(...attachment.content.map(String));
    }
  }
  return contexts;
}

function parseLines(text: string): Record<string, unknown>[] {
  // What stands after the last line feed is either nothing or a torn line.
  return text.split("\n").slice(0, -1).map((line) => JSON.parse(line));
}

async function entries(folder: string): Promise<string[]> {
  const paths: string[] = [];
  try {
    for await (const entry of Deno.readDir(folder)) {
      paths.push(`${folder}/${entry.name}`);
    }
  } catch (error) {
    const none = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory;
    if (!none) throw error;
  }
  return paths.sort();
}
