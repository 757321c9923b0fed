import { type ParsedNote, parseNote } from "../../vault/parse_note.ts";
import { type NoteStat, readNote } from "../../vault/read_note.ts";
import { settledMtime } from "./_settled.ts";

/** A note read from its file, ready for the index. */
export interface LoadedNote {
  path: string;
  stat: NoteStat;
  note: ParsedNote;
}

/**
 * Reads and parses one note.
 *
 * @param path Relative to the vault.
 * @returns Null when there is no note.
 * @throws {Deno.errors.PermissionDenied} when it may not be read.
 */
export async function loadNote(
  vault: string,
  path: string,
): Promise<LoadedNote | null> {
  const file = readNote(`${vault}/${path}`);
  if (file === null) return null;
  const { size } = file.stat;
  const mtime = settledMtime(file.stat.mtime, Date.now());
  const note = await parseNote(file.text, path, file.cut);
  return { path, stat: { mtime, size }, note };
}
