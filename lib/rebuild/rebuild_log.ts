import { appendPrivateLine } from "../private_file.ts";
import { withoutSecrets } from "../log.ts";

/** Bytes from which on a log is put aside as `.1` before the next run. */
const LIMIT = 1024 * 1024;

type Stream = "stdout" | "stderr";

/** The rebuild's own log: what was run, and both of its streams. */
export interface RebuildLog {
  /** One line of ours; what a program printed before it is written first. */
  note(message: string): void;
  /** What a program printed, line by line, without control characters. */
  output(stream: Stream, bytes: Uint8Array): void;
}

/**
 * Opens the rebuild's log. It is bounded: put aside when it has grown over 1 MiB, and each run's output is bounded where it
 * is read. A log that cannot be written does not stop the rebuild.
 *
 * @param path The log; the seed fixes its name. Needs read and write permission on its folder.
 * @param now The clock.
 */
export function openRebuildLog(path: string, now: () => Date): RebuildLog {
  try {
    if (Deno.statSync(path).size > LIMIT) Deno.renameSync(path, `${path}.1`);
  } catch {
    // No log yet.
  }
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const begun = { stdout: "", stderr: "" };
  const write = (text: string): void => {
    try {
      appendPrivateLine(path, withoutSecrets(text));
    } catch {
      // Nowhere to say it.
    }
  };
  const writeLines = (stream: Stream, lines: string[]): void => {
    const text = lines.map((line) => line.replace(/\p{Cc}+/gu, " ").trimEnd())
      .filter((line) => line !== "")
      .map((line) => `${stream}| ${line}\n`).join("");
    if (text !== "") write(text);
  };
  return {
    note(message) {
      // A program that has ended ends its last line, too.
      for (const stream of ["stdout", "stderr"] as const) {
        writeLines(stream, [begun[stream] + decoders[stream].decode()]);
        begun[stream] = "";
      }
      write(`${now().toISOString()} ${message.replace(/\p{Cc}+/gu, " ")}\n`);
    },
    output(stream, bytes) {
      const text = begun[stream] +
        decoders[stream].decode(bytes, { stream: true });
      const lines = text.split("\n");
      begun[stream] = lines.pop() ?? "";
      writeLines(stream, lines);
    },
  };
}
