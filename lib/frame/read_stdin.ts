/** How stdin ended: the host closed it, a whole JSON object had come, the time was over, or it was too long. */
export interface Input {
  readonly text: string;
  readonly end: "closed" | "complete" | "late" | "too long" | "unreadable";
}

/** An edit of a file of 400 KB has sent 1.6 MB (Claude Code 2.1.332, measured); far above that something is wrong. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Reads the event from stdin. It stops as soon as what came is one whole JSON object, since some hosts never close the pipe.
 *
 * @param timeoutMs How long to wait for the rest, in milliseconds.
 * @param read Reads some bytes, `null` at the end; by default stdin's own.
 */
export async function readStdin(
  timeoutMs: number,
  read: (buffer: Uint8Array) => Promise<number | null> = (buffer) =>
    Deno.stdin.read(buffer),
): Promise<Input> {
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), timeoutMs);
  let bytes = new Uint8Array(64 * 1024);
  let length = 0;
  let tried = 0;
  const text = (): string =>
    new TextDecoder().decode(bytes.subarray(0, length));
  try {
    while (true) {
      if (length === bytes.length) {
        if (length >= MAX_BYTES) return { text: "", end: "too long" };
        const larger = new Uint8Array(length * 2);
        larger.set(bytes);
        bytes = larger;
      }
      const count = await Promise.race([
        read(bytes.subarray(length)),
        late.promise,
      ]);
      if (count === "late") return { text: text(), end: "late" };
      if (count === null) return { text: text(), end: "closed" };
      length += count;
      // Parsing is only tried where an object may end, and on twice as many bytes each time, so that no dripping host can
      // make it quadratic.
      if (endsAnObject(bytes, length) && length >= tried * 2) {
        tried = length;
        const candidate = text();
        if (isJson(candidate)) return { text: candidate, end: "complete" };
      }
    }
  } catch {
    return { text: text(), end: "unreadable" };
  } finally {
    clearTimeout(timer);
  }
}

function endsAnObject(bytes: Uint8Array, length: number): boolean {
  let index = length - 1;
  while (index >= 0 && (bytes[index] ?? 0) <= 0x20) index--;
  return bytes[index] === 0x7d;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ""));
    return true;
  } catch {
    return false;
  }
}
