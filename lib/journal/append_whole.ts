import { sizeOf } from "./read_tail.ts";

/**
 * Appends bytes to a file, all or none: when the disk is full in the middle of them, what was written is taken back where the system
 * lets a file be cut that is open to append (Windows does not). Else it is as if the process had been killed: the next one completes it.
 *
 * @param file A file opened to append, whose lock is held.
 * @param bytes What to append.
 * @throws {Error} of the kind that the write failed with.
 */
export function appendWhole(file: Deno.FsFile, bytes: Uint8Array): void {
  const before = sizeOf(file);
  let written = 0;
  try {
    while (written < bytes.length) {
      const count = file.writeSync(bytes.subarray(written));
      if (count === 0) {
        throw new Deno.errors.WriteZero(
          `Cannot append: current value of bytes written is ${written} of ${bytes.length}`,
        );
      }
      written += count;
    }
  } catch (error) {
    // Only what is ours: an editor that takes no lock may have written after us.
    if (written > 0 && sizeOf(file) === before + written) {
      takeBack(file, before);
    }
    throw error;
  }
}

function takeBack(file: Deno.FsFile, size: number): void {
  try {
    file.truncateSync(size);
  } catch {
    // What the write failed with is what there is to say.
  }
}
