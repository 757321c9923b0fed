/** A name as Obsidian compares names: without regard to case, and however accents are composed. */
export function nameKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** A note's path as it is compared: without `.md`. */
export function pathKey(path: string): string {
  return nameKey(path).replace(/\.md$/, "");
}

/** The last part of a path, or of its key. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folder of a path; `""` is the vault itself. */
export function folderOf(path: string): string {
  const end = path.lastIndexOf("/");
  return end < 0 ? "" : path.slice(0, end);
}
