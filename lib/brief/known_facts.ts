import type { Config } from "../config.ts";
import { changedNotesFile, hasChangedNotes } from "../graph/changed_notes.ts";
import { besideIndex } from "../graph/index_file.ts";
import { join } from "../path.ts";
import type { Places } from "../place.ts";
import { readRegularFile } from "../private_file.ts";

/** A note that the brief names, with what tells whether it is still the same. */
export interface KnownNote {
  /** Relative to the vault. */
  readonly path: string;
  readonly title: string;
  /** Time of change in ms since the epoch, and bytes. */
  readonly mtime: number;
  readonly size: number;
}

/** What the index said when it was last read, for the brief. */
export interface KnownFacts {
  /** The settings that it depends on. */
  readonly key: string;
  /** When the whole vault was last gone through, in ms since the epoch. */
  readonly refreshedAt: number;
  /** Every folder of the vault, with its time of change. */
  readonly folders: readonly (readonly [path: string, mtime: number])[];
  readonly godNodes: readonly (KnownNote & { readonly degree: number })[];
  readonly conventions: readonly (KnownNote & { readonly summary: string })[];
  /** How many convention notes there are beyond those named. */
  readonly unnamedConventions: number;
  /**
   * Whether graphify was on PATH and allowed. To ask Deno costs 0.3 ms; where the answer was no, it is no until an installation
   * allows it, which keeps the facts anew.
   */
  readonly graphify: boolean;
}

/** Raised whenever `KnownFacts` changes its form. */
const VERSION = 2;

/**
 * The file that holds the facts, beside the index.
 *
 * @param places Where the data are.
 * @param vault The vault's real path.
 */
export function factsFile(places: Places, vault: string): string {
  return besideIndex(places, vault, "json");
}

/**
 * What the facts depend on besides the notes.
 *
 * @param vault The vault's real path.
 * @param config The settings.
 */
export function factsKey(
  vault: string,
  { brief, journal, graph }: Config,
): string {
  return [
    VERSION,
    vault,
    brief.godNodes,
    brief.conventions,
    journal.dir,
    graph.outputDir,
  ].join("\n");
}

/**
 * The facts for the brief without opening the index: as they were kept, if nothing has changed since. On most session starts nothing
 * has, and loading SQLite and all that goes with it would double their time.
 *
 * @param vault The vault's real path. Needs read permission on it.
 * @param places Where the data are. Needs read permission on the index's folder.
 * @param config The settings.
 * @returns The facts, or `null` where the index has to be asked: a folder or a named note changed, a hook queued a note, the settings
 * are others, or there are none.
 */
export function readKnownFacts(
  vault: string,
  places: Places,
  config: Config,
): KnownFacts | null {
  try {
    const text = readRegularFile(factsFile(places, vault));
    const facts = text === null ? null : JSON.parse(text) as KnownFacts;
    const holds = facts !== null && facts.key === factsKey(vault, config) &&
      !hasChangedNotes(changedNotesFile(places, vault)) &&
      facts.folders.every(([path, mtime]) =>
        changedAt(join(vault, path)) === mtime
      ) &&
      [...facts.godNodes, ...facts.conventions].every((note) =>
        isSame(join(vault, note.path), note)
      );
    return holds ? facts : null;
  } catch {
    // Torn, of another version, or a folder is gone: the index knows.
    return null;
  }
}

function changedAt(path: string): number {
  const info = Deno.lstatSync(path);
  return info.isDirectory ? info.mtime?.getTime() ?? 0 : NaN;
}

function isSame(path: string, note: KnownNote): boolean {
  const info = Deno.lstatSync(path);
  return info.isFile && info.size === note.size &&
    info.mtime?.getTime() === note.mtime;
}
