import { dirname, resolve } from "@std/path";
import { isMissing } from "../private_file.ts";
import { Failure } from "./failure.ts";

/** Claude Code's settings as they are. */
export interface Settings {
  /** The file as it was named. */
  readonly path: string;
  /** The file itself, behind all symbolic links; it may be missing. */
  readonly real: string;
  /** Its text with its byte order mark, `null` where there is no file. */
  readonly text: string | null;
}

/**
 * Reads a settings file, without losing a byte.
 *
 * @param path The file. Needs read permission on it.
 * @throws {Failure} when it cannot be read, is no file, or is not UTF-8.
 */
export function readSettings(path: string): Settings {
  const real = behindLinks(path);
  let bytes: Uint8Array;
  try {
    if (!Deno.statSync(real).isFile) {
      throw new Failure(`Cannot read ${path}: it is not a file`);
    }
    bytes = Deno.readFileSync(real);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      return { path, real, text: null };
    }
    if (error instanceof Failure) throw error;
    throw unreadable(path, real, error as Error);
  }
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return { path, real, text: decoder.decode(bytes) };
  } catch {
    const { line, column } = firstInvalid(bytes);
    throw new Failure(
      `Cannot read ${path}: line ${line}, column ${column}: not UTF-8; nothing was changed`,
    );
  }
}

/**
 * Says why a settings file could not be written, before anything is done.
 *
 * @param settings The file.
 * @throws {Failure} when the file is read-only.
 */
export function assertWritable(settings: Settings): void {
  if (settings.text === null) return;
  const mode = Deno.statSync(settings.real).mode;
  if (mode !== null && (mode & 0o222) === 0) {
    throw new Failure(
      `Cannot write ${settings.path}: it is read-only (mode ${
        octal(mode)
      }); nothing was changed`,
    );
  }
}

function unreadable(path: string, real: string, error: Error): Failure {
  let why = withoutPlace(error.message);
  if (error instanceof Deno.errors.PermissionDenied) {
    why = "this user may not read it";
    try {
      const { mode } = Deno.statSync(real);
      if (mode !== null) why += ` (mode ${octal(mode)})`;
    } catch {
      // In a folder that may not be looked into either.
    }
  }
  return new Failure(`Cannot read ${path}: ${why}; nothing was changed`);
}

/** The mode as `chmod` takes it. */
function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, "0");
}

/** Deno names the operation and the path at the end of its messages. */
function withoutPlace(message: string): string {
  return message.replace(/: \w+ '[^']*'$/, "");
}

/** Follows links by hand, so that one to a file that is not there yet is kept too. */
function behindLinks(path: string): string {
  let current = path;
  for (let links = 0; links < 40; links++) {
    let target: string;
    try {
      if (!Deno.lstatSync(current).isSymlink) return current;
      target = Deno.readLinkSync(current);
    } catch (error) {
      if (isMissing(error)) return current;
      throw unreadable(path, current, error as Error);
    }
    current = resolve(dirname(current), target);
  }
  throw new Failure(`Cannot read ${path}: its links lead in a circle`);
}

function firstInvalid(bytes: Uint8Array): { line: number; column: number } {
  // The longest valid prefix: decoding as a stream fails as soon as a byte cannot be right.
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  try {
    for (const byte of bytes) {
      text += decoder.decode(Uint8Array.of(byte), { stream: true });
    }
  } catch {
    // Found.
  }
  const lines = text.split(/\r\n|\n|\r/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
