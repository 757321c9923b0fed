/**
 * Reads the end of a file.
 *
 * @param file An open file; its place for reading is moved.
 * @param most The most bytes to read.
 */
export function readTail(
  file: Deno.FsFile,
  most: number = Infinity,
): Uint8Array {
  const size = sizeOf(file);
  const tail = new Uint8Array(Math.min(size, most));
  file.seekSync(size - tail.length, Deno.SeekMode.Start);
  let length = 0;
  while (length < tail.length) {
    const count = file.readSync(tail.subarray(length));
    if (count === null) break;
    length += count;
  }
  return tail.subarray(0, length);
}

/**
 * The size of an open file in bytes. Unlike `FsFile.statSync` it needs no permission on the real path behind a symlink.
 *
 * @param file The file; its place for reading is moved.
 */
export function sizeOf(file: Deno.FsFile): number {
  return file.seekSync(0, Deno.SeekMode.End);
}
