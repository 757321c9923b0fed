import type { Config } from "../config.ts";
import { keepFacts } from "../brief/keep_facts.ts";
import { changedNotesFile, readChangedNotes } from "../graph/changed_notes.ts";
import { indexFile } from "../graph/index_file.ts";
import type { NoteIndex } from "../graph/index/note_index.ts";
import { openOrRemakeIndex } from "../graph/index/open_or_remake_index.ts";
import { readNotes } from "../graph/index/read_notes.ts";
import { scanVault } from "../graph/index/scan.ts";
import type { Log } from "../log.ts";
import { join } from "../path.ts";
import type { Places } from "../place.ts";
import { ensurePrivateFolder } from "../private_file.ts";

/** Milliseconds that the background waits for a hook that writes. */
const BUSY_MS = 10_000;

/** What an index is built from. */
export interface BuildOptions {
  readonly places: Places;
  readonly config: Config;
  readonly log: Log;
  /** Told how many notes were read so far. */
  readonly onProgress?: (read: number) => void;
  /** Whether to stop; what was read stays. */
  readonly stopped?: () => boolean;
}

/** What was built. */
export interface BuiltIndex {
  /** Notes in the index. */
  readonly notes: number;
  /** Notes that were read or removed, because they changed. */
  readonly changed: number;
  /** Whether the whole vault was gone through. */
  readonly complete: boolean;
}

/**
 * Brings the index up to date with the whole vault; makes it where it is missing or damaged.
 *
 * @param options What to build, and with what. Needs read permission on the vault, read and write on the index's folder.
 * @param use Gets the index before it is closed, and whether it changed.
 * @throws {Deno.errors.NotFound} when the vault is not there.
 */
export async function buildIndex(
  options: BuildOptions,
  use: (index: NoteIndex, changed: boolean) => void | Promise<void> = () => {},
): Promise<BuiltIndex> {
  const { places, config, log } = options;
  const vault = Deno.realPathSync(config.vault.path);
  ensurePrivateFolder(join(places.data, "index"));
  const { index, givenUp } = await openOrRemakeIndex(indexFile(places, vault), {
    vault,
    journalDir: config.journal.dir,
    busyTimeoutMs: BUSY_MS,
  });
  using open = index;
  if (givenUp !== null) log.warn(`Made the index anew: ${givenUp}`);
  const queue = readChangedNotes(changedNotesFile(places, vault));
  const queued = await readNotes(vault, open, queue.notes, options.stopped);
  const result = await scanVault(vault, open, {
    outputDir: config.graph.outputDir,
    ...(options.stopped === undefined ? {} : { deadline: options.stopped }),
    ...(options.onProgress === undefined
      ? {}
      : { onProgress: options.onProgress }),
  });
  for (const problem of [...queued.problems, ...result.problems]) {
    log.warn(`Note ${problem}`);
  }
  if (queued.complete) queue.settle();
  if (result.complete) keepFacts(vault, open, options);
  const changed = queue.notes.length + result.read + result.removed;
  await use(open, changed > 0);
  return {
    notes: open.noteCount(),
    changed,
    complete: result.complete,
  };
}
