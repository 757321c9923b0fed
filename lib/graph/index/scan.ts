import { isMissing } from "../../private_file.ts";
import { type NoteStat, statNote } from "../../vault/read_note.ts";
import { type LoadedNote, loadNote } from "./load_note.ts";
import { settledMtime } from "./_settled.ts";
import { type FolderListing, listFolder } from "./_walk.ts";
import type { NoteIndex } from "./note_index.ts";

/** How a vault is scanned. */
export interface ScanOptions {
  /** The graph's output folder, relative to the vault: nothing in it is a note. */
  outputDir: string;
  /** Whether time is up; asked before each note and folder. What was read is linked afterwards, which takes a fifth of the time again. */
  deadline?: () => boolean;
  /** Told how many notes were read so far. */
  onProgress?: (read: number) => void;
}

/** What a scan did. */
export interface ScanResult {
  /** Whether the whole vault was gone through before the deadline. */
  complete: boolean;
  /** How many notes were read because they are new or changed. */
  read: number;
  /** How many notes were removed because they are gone. */
  removed: number;
  /** What could not be read, in words for a log: `path: what`. At most 100. */
  problems: string[];
}

/** What is found on the way through the vault. */
interface Listings {
  /** Nearest first. Their notes are those that turned out to be some. */
  folders: FolderListing[];
  /** Folders that may not be read: what is in them stays as it is known. */
  unread: string[];
}

/** When so many notes were read, the rest is written first and linked afterwards, all at once. */
const BULK = 500;
/** Notes written in one transaction: other processes can write in between. */
const BATCH = 300;
/** Letters of text parsed before a batch is written, however few notes that is. */
const BATCH_SIZE = 8 * 1024 * 1024;
const MAX_PROBLEMS = 100;

/**
 * Brings the index up to date with the whole vault: reads notes that are new or whose size or time changed, and removes those that are
 * gone. What it read stays when time is up; nothing is removed then. Needs `--allow-read` on the vault.
 *
 * @param vault Absolute real path of the vault.
 * @throws {Deno.errors.NotFound} when the vault is not there: the index stays as it is.
 */
export async function scanVault(
  vault: string,
  index: NoteIndex,
  options: ScanOptions,
): Promise<ScanResult> {
  const result: ScanResult = {
    complete: true,
    read: 0,
    removed: 0,
    problems: [],
  };
  const timeIsUp = (): boolean => {
    if (result.complete && options.deadline?.()) result.complete = false;
    return !result.complete;
  };
  const before = identity(vault);
  const known = index.stats();
  const found: Listings = { folders: [], unread: [] };
  const changed = changedNotes(
    vault,
    options.outputDir,
    known,
    found,
    result,
    timeIsUp,
  );
  let bulk = known.size === 0;
  for await (const batch of load(vault, changed, result, timeIsUp)) {
    index.transaction(() => {
      for (const { path, stat, note } of batch) {
        if (bulk) index.putNote(path, stat, note);
        else index.updateNote(path, stat, note);
      }
    });
    result.read += batch.length;
    bulk ||= result.read >= BULK;
    options.onProgress?.(result.read);
  }
  // A vault that went away meanwhile, as a drive that was pulled out does, looks empty and is not.
  if (identity(vault) !== before) result.complete = false;
  index.transaction(() => {
    if (result.complete) {
      result.removed = removeGone(index, known, found);
      const now = Date.now();
      for (const { path, mtime } of found.folders) {
        index.setFolder(path, settledMtime(mtime, now));
      }
      index.setRefreshedAt(now);
    }
    if (bulk || index.needsResolving()) index.resolveAll();
  });
  return result;
}

/** Goes through the vault's folders, nearest first, for notes that the index does not know, or knows otherwise. */
function* changedNotes(
  vault: string,
  outputDir: string,
  known: Map<string, NoteStat>,
  found: Listings,
  result: ScanResult,
  timeIsUp: () => boolean,
): Iterable<string> {
  found.folders.push(listFolder(vault, "", outputDir));
  for (const folder of found.folders) {
    const notes: string[] = [];
    for (const path of folder.notes) {
      if (timeIsUp()) return;
      const state = compare(vault, path, known.get(path), result);
      if (state === "none") continue;
      notes.push(path);
      if (state === "changed") yield path;
    }
    folder.notes = notes;
    for (const path of folder.folders) {
      if (timeIsUp()) return;
      try {
        found.folders.push(listFolder(vault, path, outputDir));
      } catch (error) {
        if (isMissing(error)) continue;
        found.unread.push(path);
        report(result, path, error);
      }
    }
  }
}

function compare(
  vault: string,
  path: string,
  known: NoteStat | undefined,
  result: ScanResult,
): "same" | "changed" | "none" {
  if (known === undefined) return "changed";
  try {
    const stat = statNote(`${vault}/${path}`);
    if (stat === null) return "none";
    return stat.mtime === known.mtime && stat.size === known.size
      ? "same"
      : "changed";
  } catch (error) {
    report(result, path, error);
    return "same";
  }
}

async function* load(
  vault: string,
  paths: Iterable<string>,
  result: ScanResult,
  timeIsUp: () => boolean,
): AsyncIterable<LoadedNote[]> {
  let batch: LoadedNote[] = [];
  let size = 0;
  for (const path of paths) {
    if (timeIsUp()) break;
    try {
      const loaded = await loadNote(vault, path);
      if (loaded === null) continue;
      for (const problem of loaded.note.problems) {
        report(result, path, problem);
      }
      batch.push(loaded);
      size += loaded.stat.size;
    } catch (error) {
      report(result, path, error);
    }
    if (batch.length >= BATCH || size >= BATCH_SIZE) {
      yield batch;
      batch = [];
      size = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

function removeGone(
  index: NoteIndex,
  known: Map<string, NoteStat>,
  { folders, unread }: Listings,
): number {
  const there = new Set(folders.flatMap((folder) => folder.notes));
  const hidden = (path: string): boolean =>
    unread.some((folder) => path === folder || path.startsWith(`${folder}/`));
  let removed = 0;
  for (const path of known.keys()) {
    if (there.has(path) || hidden(path)) continue;
    index.removeNote(path);
    removed++;
  }
  const listed = new Set(folders.map((folder) => folder.path));
  for (const path of index.folders().keys()) {
    if (!listed.has(path) && !hidden(path)) index.removeFolder(path);
  }
  return removed;
}

/** What tells one folder from another that stands at the same path later. */
function identity(vault: string): string {
  const { dev, ino } = Deno.statSync(vault);
  return `${dev}:${ino}`;
}

function report(result: ScanResult, path: string, problem: unknown): void {
  if (result.problems.length >= MAX_PROBLEMS) return;
  const what = problem instanceof Error ? problem.message : problem;
  result.problems.push(`${path}: ${what}`);
}
