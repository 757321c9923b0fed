import { isNoteFolder, isNotePath } from "../../vault/is_note_path.ts";

/** A folder of the vault, as it is on disk. */
export interface FolderListing {
  /** Relative to the vault; `""` is the vault itself. */
  path: string;
  /** Time of change in milliseconds, taken before the names were read. */
  mtime: number;
  /** Paths of its notes, relative to the vault. */
  notes: string[];
  /** Paths of its folders that can hold notes, relative to the vault. */
  folders: string[];
}

/**
 * Lists a folder. Links are passed over: what they lead to inside the vault is found where it really is, and the rest is outside.
 *
 * @throws {Deno.errors.NotFound} when it is gone.
 */
export function listFolder(
  vault: string,
  path: string,
  outputDir: string,
): FolderListing {
  const absolute = path === "" ? vault : `${vault}/${path}`;
  const mtime = folderMtime(vault, path);
  const listing: FolderListing = { path, mtime, notes: [], folders: [] };
  for (const entry of Deno.readDirSync(absolute)) {
    const below = path === "" ? entry.name : `${path}/${entry.name}`;
    if (entry.isFile) {
      if (isNotePath(below, outputDir)) listing.notes.push(below);
    } else if (entry.isDirectory && isNoteFolder(below, outputDir)) {
      listing.folders.push(below);
    }
  }
  return listing;
}

/**
 * Time of change of a folder in milliseconds.
 *
 * @throws {Deno.errors.NotFound} when it is gone, or is no folder any more.
 */
export function folderMtime(vault: string, path: string): number {
  const absolute = path === "" ? vault : `${vault}/${path}`;
  // The vault itself may be a link; a folder in it that became one is no longer there.
  const info = path === "" ? Deno.statSync(absolute) : Deno.lstatSync(absolute);
  if (!info.isDirectory) {
    throw new Deno.errors.NotFound(`Cannot list "${path}": it is no folder`);
  }
  return info.mtime?.getTime() ?? 0;
}
