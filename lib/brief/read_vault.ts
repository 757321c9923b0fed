import type { Config } from "../config.ts";
import { changedNotesFile, readChangedNotes } from "../graph/changed_notes.ts";
import { checkNotes } from "../graph/index/check_notes.ts";
import { freshenFolders } from "../graph/index/freshen_folders.ts";
import { isBusy } from "../graph/index/is_busy.ts";
import type { NoteIndex } from "../graph/index/note_index.ts";
import { IN_MEMORY, openIndex } from "../graph/index/open_index.ts";
import { scanVault } from "../graph/index/scan.ts";
import { readNotes } from "../graph/index/read_notes.ts";
import { indexFile } from "../graph/index_file.ts";
import { type Log, reason } from "../log.ts";
import type { Places } from "../place.ts";
import { isMissing } from "../private_file.ts";
import { statNote } from "../vault/read_note.ts";
import { factsOf, keepFacts } from "./keep_facts.ts";
import type { KnownFacts } from "./known_facts.ts";

/** What was read, and what it was like. */
export interface VaultReading {
  readonly facts: KnownFacts;
  /** Whether the facts are all that there is: without a complete index they may be a part. */
  readonly complete: boolean;
  /** Whether the index was behind, as the graph's files are then, too. */
  readonly moved: boolean;
}

/** Milliseconds that a session start spends on what changed outside Claude; linking what was read comes on top. */
const BUDGET_MS = 200;

/**
 * Reads what the brief says from the index, brought up to date with what a session start can see at little cost: notes that hooks
 * queued, folders that changed, and the notes that are named. Without a usable index the notes are read directly, as far as the
 * time goes.
 *
 * @param vault The vault's real path.
 * @param options The settings, places and log. Needs read permission on the vault, read and write on the index.
 */
export async function readVault(
  vault: string,
  options: { config: Config; places: Places; log: Log },
): Promise<VaultReading> {
  const { config, places, log } = options;
  const end = performance.now() + BUDGET_MS;
  const journalDir = config.journal.dir;
  const scan = {
    outputDir: config.graph.outputDir,
    deadline: () => performance.now() > end,
  };
  try {
    using index = openIndex(indexFile(places, vault), { vault, journalDir });
    if (index.refreshedAt() > 0) {
      try {
        return await freshFacts(vault, index, options, scan);
      } catch (error) {
        if (!isBusy(error)) throw error;
        // Somebody is writing: what is read stays true, and only what is still so is told.
        return {
          facts: unchangedFacts(vault, index, config),
          complete: true,
          moved: false,
        };
      }
    }
  } catch (error) {
    if (!isMissing(error)) {
      log.warn(
        `Cannot use the index, reading the notes instead: ${reason(error)}`,
      );
    }
  }
  using direct = openIndex(IN_MEMORY, { vault, journalDir });
  const result = await scanVault(vault, direct, scan);
  if (!result.complete) {
    log.info(
      "The vault is too large to be read within a session start; the index is being made",
    );
  }
  return {
    facts: factsOf(vault, direct, config),
    complete: false,
    moved: false,
  };
}

async function freshFacts(
  vault: string,
  index: NoteIndex,
  options: { config: Config; places: Places },
  scan: { outputDir: string; deadline: () => boolean },
): Promise<VaultReading> {
  const queue = readChangedNotes(changedNotesFile(options.places, vault));
  const queued = await readNotes(vault, index, queue.notes, scan.deadline);
  if (queued.complete) queue.settle();
  const fresh = await freshenFolders(vault, index, scan);
  const complete = queued.complete && fresh.complete;
  let moved = fresh.read + fresh.removed > 0;
  const read = new Set<string>();
  // A note that takes a vanished one's place is checked, too.
  for (let round = 0; round < 5; round++) {
    const facts = factsOf(vault, index, options.config);
    const { gone, changed } = await checkNotes(vault, index, pathsIn(facts));
    // Where times are counted in seconds, a note of just now seems to change for as long: it is read once.
    const news = [...gone, ...changed].filter((path) => !read.has(path));
    if (news.length > 0) {
      moved = true;
      for (const path of news) read.add(path);
      continue;
    }
    return { facts: keepFacts(vault, index, options), complete, moved };
  }
  return {
    facts: unchangedFacts(vault, index, options.config),
    complete,
    moved,
  };
}

function unchangedFacts(
  vault: string,
  index: NoteIndex,
  config: Config,
): KnownFacts {
  const facts = factsOf(vault, index, config);
  const isTrue = (
    { path, mtime, size }: { path: string; mtime: number; size: number },
  ): boolean => {
    const stat = statNote(`${vault}/${path}`);
    return stat !== null && stat.mtime === mtime && stat.size === size;
  };
  return {
    ...facts,
    godNodes: facts.godNodes.filter(isTrue),
    conventions: facts.conventions.filter(isTrue),
  };
}

function pathsIn(facts: KnownFacts): string[] {
  return [...facts.godNodes, ...facts.conventions].map(({ path }) => path);
}
