import { decoded } from "../decoded.ts";
import { after } from "./after.ts";

/** How stdin ended: the host closed it, a whole JSON object had come, the time was over, or it was too long. */
export interface Input {
  readonly text: string;
  readonly end: "closed" | "complete" | "late" | "too long" | "unreadable";
}

/** An edit of a file of 400 KB has sent 1.6 MB (Claude Code 2.1.332, measured); far above that something is wrong. */
const MAX_BYTES = 256 * 1024 * 1024;

/** A text of at most so many bytes is parsed to see whether it is whole, and so often at most; else its brackets are counted. */
const SMALL_BYTES = 64 * 1024;
const MOST_TRIES = 8;

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
  after(timeoutMs, () => late.resolve("late"));
  let bytes = new Uint8Array(64 * 1024);
  let length = 0;
  let nesting: Nesting | undefined;
  let tried = 0;
  const text = (): string => decoded(bytes.subarray(0, length));
  try {
    while (true) {
      if (length === bytes.length) {
        if (length >= MAX_BYTES) return { text: "", end: "too long" };
        // What it had is free at once. Left to V8, 64 MB of it would have garbage collected: see `v8Flags()`.
        bytes = new Uint8Array(bytes.buffer.transfer(length * 2));
      }
      const count = await Promise.race([
        read(bytes.subarray(length)),
        late.promise,
      ]);
      if (count === "late") return { text: text(), end: "late" };
      if (count === null) return { text: text(), end: "closed" };
      length += count;
      if (endsAnObject(bytes, length)) {
        // The host's own parser is quickest, but not asked again and again by a host that drips.
        if (tried++ < MOST_TRIES && length <= SMALL_BYTES) {
          const whole = text();
          if (isJson(whole)) return { text: whole, end: "complete" };
        }
        nesting ??= new Nesting();
        nesting.follow(bytes.subarray(0, length));
        if (nesting.isWhole()) return { text: text(), end: "complete" };
      }
    }
  } catch {
    return { text: text(), end: "unreadable" };
  }
}

function isJson(text: string): boolean {
  try {
    // No expression: the first one that is matched costs a fresh process 0.1 ms (2.9.6, measured).
    JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
    return true;
  } catch {
    return false;
  }
}

function endsAnObject(bytes: Uint8Array, length: number): boolean {
  let index = length - 1;
  while (index >= 0 && (bytes[index] ?? 0) <= 0x20) index--;
  return bytes[index] === 0x7d;
}

/**
 * Follows how deep a JSON text is nested as it comes in, each byte once, so that no dripping host makes it slow. What closes as
 * often as it opened is whole: if it is not valid then, no further byte makes it so.
 */
class Nesting {
  #at = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;

  follow(bytes: Uint8Array): void {
    for (; this.#at < bytes.length; this.#at++) {
      const byte = bytes[this.#at];
      if (this.#escaped) this.#escaped = false;
      else if (byte === 0x22) this.#inString = !this.#inString;
      else if (this.#inString) this.#escaped = byte === 0x5c;
      else if (byte === 0x7b || byte === 0x5b) this.#depth++;
      else if (byte === 0x7d || byte === 0x5d) this.#depth--;
    }
  }

  isWhole(): boolean {
    return this.#depth === 0 && !this.#inString;
  }
}
