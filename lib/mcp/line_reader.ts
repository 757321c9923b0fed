/** What takes a file's bytes, such as `Deno.stdin`. */
export interface Source {
  /** Reads some bytes; `null` at the end. */
  read(into: Uint8Array): Promise<number | null>;
}

const NEWLINE = 10;

/**
 * Reads lines of UTF-8, without their ends; a last one needs none. Bad bytes become U+FFFD.
 *
 * @param source Where from.
 * @param maxBytes The longest line. One that is longer comes as `null`, without ever being held as a whole.
 */
export async function* readLines(
  source: Source,
  maxBytes: number,
): AsyncGenerator<string | null> {
  const decoder = new TextDecoder();
  const chunk = new Uint8Array(64 * 1024);
  let parts: Uint8Array[] = [];
  let length = 0;
  const add = (bytes: Uint8Array): void => {
    length += bytes.length;
    if (length > maxBytes) parts = [];
    else parts.push(bytes.slice());
  };
  const line = (): string | null => {
    const whole = length > maxBytes ? null : decoder.decode(joined(parts));
    parts = [];
    length = 0;
    return whole;
  };
  while (true) {
    const count = await source.read(chunk);
    if (count === null) break;
    let rest = chunk.subarray(0, count);
    for (
      let end = rest.indexOf(NEWLINE);
      end >= 0;
      end = rest.indexOf(NEWLINE)
    ) {
      add(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      yield line();
    }
    if (rest.length > 0) add(rest);
  }
  if (length > 0) yield line();
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0] ?? new Uint8Array();
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
