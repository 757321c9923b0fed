import type { NoteIndex } from "../../../lib/graph/index/note_index.ts";
import { IN_MEMORY, openIndex } from "../../../lib/graph/index/open_index.ts";
import {
  type ScanOptions,
  type ScanResult,
  scanVault,
} from "../../../lib/graph/index/scan.ts";
import { parseNote } from "../../../lib/vault/parse_note.ts";

/** An empty index in memory. */
export function memoryIndex(vault = "/v"): NoteIndex {
  return openIndex(IN_MEMORY, { vault, journalDir: "journal" });
}

/** Puts a note into an index without any file. */
export async function put(
  index: NoteIndex,
  path: string,
  text: string,
): Promise<void> {
  index.updateNote(
    path,
    { mtime: 1, size: text.length },
    await parseNote(text, path),
  );
}

/** Scans with the usual output folder. */
export async function scan(
  vault: string,
  index: NoteIndex,
  options: Partial<ScanOptions> = {},
): Promise<ScanResult> {
  return await scanVault(vault, index, {
    outputDir: "graphify-out",
    ...options,
  });
}

/** Every note's degree, by path. */
export function degrees(index: NoteIndex): Record<string, number> {
  return Object.fromEntries(
    [...index.eachNote()].map(({ path, degree }) => [path, degree])
      .sort(([a], [b]) => String(a) < String(b) ? -1 : 1),
  );
}

/** Every pair of linked notes, as `from>to` by path. */
export function edges(index: NoteIndex): string[] {
  const paths = new Map(
    [...index.eachNote()].map(({ id, path }) => [id, path]),
  );
  return [...index.eachEdge()]
    .map(([from, to]) => `${paths.get(from)}>${paths.get(to)}`).sort();
}

/** Sets a time of change that is past any file system's steps. */
export async function age(...paths: string[]): Promise<void> {
  for (const path of paths) await Deno.utime(path, 1_000_000, 1_000_000);
}
