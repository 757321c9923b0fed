const BLOCK = 256 * 1024;

/** A line above this many characters is passed over: no write is told in one, and memory stays bounded. */
const LONGEST = 8 * 1024 * 1024;

/**
 * The lines of a regular file, read in blocks; of anything else, none. The last line comes also when it is cut off.
 *
 * @param path The file. Needs read permission on it.
 * @param deadline Whether it is time to stop, asked before each block.
 * @returns Each line without its end; `null` as the last one where the deadline came first.
 */
export function* readLines(
  path: string,
  deadline: () => boolean,
): Generator<string | null, void, undefined> {
  // Before it is opened: opening a FIFO would wait for a writer.
  if (!isFile(path)) return;
  using file = Deno.openSync(path, { read: true });
  const block = new Uint8Array(BLOCK);
  const decoder = new TextDecoder();
  let rest = "";
  let tooLong = false;
  while (true) {
    if (deadline()) {
      yield null;
      return;
    }
    const count = file.readSync(block);
    if (count === null) break;
    const text = decoder.decode(block.subarray(0, count), { stream: true });
    let start = 0;
    let end = text.indexOf("\n");
    while (end >= 0) {
      if (!tooLong) yield rest + text.slice(start, end);
      rest = "";
      tooLong = false;
      start = end + 1;
      end = text.indexOf("\n", start);
    }
    if (!tooLong) rest += text.slice(start);
    if (rest.length > LONGEST) {
      rest = "";
      tooLong = true;
    }
  }
  if (!tooLong && rest !== "") yield rest;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
