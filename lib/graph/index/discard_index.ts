/**
 * Removes an index that cannot be used, with its log. Needs `--allow-write` on the files.
 *
 * @param file Path of the SQLite file.
 */
export function discardIndex(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      Deno.removeSync(path);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}
