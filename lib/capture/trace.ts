import { LEAN_FILES } from "../files.ts";
import { join } from "../path.ts";
import { ensurePrivateFolder, removeFile } from "../private_file.ts";

/** Milliseconds without an event after which a session gets a new trace (source: the seed). */
const LIFE_MS = 3_600_000;

/** Milliseconds after which an event says anew that its session is at work. */
const FRESH_MS = 60_000;

const ZEROS = "0".repeat(32);

/** What `traceId()` needs to know. */
export interface TraceOptions {
  /** The folder of traces, one file a session. Needs read and write permission on it. */
  readonly folder: string;
  /** A safe id. */
  readonly sessionId: string;
  /** The variable `TRACEPARENT`. */
  readonly traceparent: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * The W3C trace id, 32 hex digits, of a session: that of `TRACEPARENT` where it is valid, else the one that the first hook of the session
 * made. A session that has been silent for an hour gets a new one. However many hooks ask at once, all get the same.
 *
 * @returns The id, and why it could not be kept: another hook of the session will have another one then.
 */
export function traceId(
  options: TraceOptions,
): { readonly id: string; readonly problem: unknown } {
  const parent = parentTrace(options.traceparent);
  if (parent !== null) return { id: parent, problem: null };
  try {
    return { id: sessionTrace(options), problem: null };
  } catch (problem) {
    return { id: randomId(), problem };
  }
}

/** The trace of a `traceparent` (W3C Trace Context, level 1). A version that is not known yet may say more, after a dash. */
function parentTrace(text: string | undefined): string | null {
  if (text === undefined) return null;
  const parts =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/
      .exec(text);
  if (parts === null) return null;
  const [, version, trace = "", span, rest] = parts;
  const isValid = version !== "ff" && trace !== ZEROS &&
    span !== ZEROS.slice(16) && (version !== "00" || rest === undefined);
  return isValid ? trace : null;
}

function sessionTrace({ folder, sessionId, now }: TraceOptions): string {
  const path = join(folder, sessionId);
  let found = glanceAt(path);
  if (found !== null && !isAlive(found, now)) found = lookAt(path);
  if (found === null) return createTrace(folder, path);
  const { mtime, text } = found;
  if (!isAlive(found, now)) {
    const id = nextId(`${sessionId} ${mtime}`, text);
    replaceFile(path, id, Deno.renameSync);
    return id;
  }
  const age = now - mtime;
  // A time to come is that of a clock that was set back since.
  if (Math.abs(age) > FRESH_MS) Deno.utimeSync(path, now / 1000, now / 1000);
  return text;
}

/** What a trace's file says. */
interface TraceFile {
  /** Milliseconds since the epoch. */
  readonly mtime: number;
  readonly text: string;
}

function isAlive({ mtime, text }: TraceFile, now: number): boolean {
  return now - mtime <= LIFE_MS && isTraceId(text);
}

/**
 * What `lookAt()` finds, in 0.1 ms less (2.9.6, measured): but time and text may be of two files. It is enough to see that a trace is
 * alive, as nearly always, and not for making the next one of it.
 */
function glanceAt(path: string): TraceFile | null {
  try {
    const { isFile, size, mtime } = Deno.lstatSync(path);
    return {
      mtime: mtime?.getTime() ?? 0,
      text: isFile && size === ZEROS.length ? LEAN_FILES.text(path, size) : "",
    };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/**
 * The file's time of change in milliseconds, and its text: `""` where it is no file of ours, such as a link. `null`: there is none. Both are of
 * one file: between a look at its time and one at its text, another hook may have put the next one in its place.
 */
function lookAt(path: string): TraceFile | null {
  try {
    const { isFile, mtime } = Deno.lstatSync(path);
    if (!isFile) return { mtime: mtime?.getTime() ?? 0, text: "" };
    using file = Deno.openSync(path);
    const bytes = new Uint8Array(ZEROS.length + 1);
    const length = file.readSync(bytes) ?? 0;
    return {
      mtime: file.statSync().mtime?.getTime() ?? 0,
      text: length === ZEROS.length
        ? String.fromCharCode(...bytes.subarray(0, length))
        : "",
    };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Makes the file, unless another hook is quicker: then that one's id counts. */
function createTrace(folder: string, path: string): string {
  ensurePrivateFolder(folder);
  const id = randomId();
  try {
    replaceFile(path, id, linkOrRename);
    return id;
  } catch (error) {
    const theirs = lookAt(path)?.text ?? "";
    if (isTraceId(theirs)) return theirs;
    throw error;
  }
}

/** Unlike a renamed file, a link never takes the place of one that is there; but not every file system has links. */
function linkOrRename(part: string, path: string): void {
  try {
    Deno.linkSync(part, path);
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) throw error;
    Deno.renameSync(part, path);
    return;
  }
  removeFile(part);
}

function replaceFile(
  path: string,
  text: string,
  put: (part: string, path: string) => void,
): void {
  const part = `${path}.${Deno.pid}-${Math.random().toString(36).slice(2)}.tmp`;
  try {
    Deno.writeTextFileSync(part, text, { mode: 0o600, createNew: true });
    put(part, path);
  } catch (error) {
    removeFile(part);
    throw error;
  }
}

/**
 * The id after another one. All hooks that find the same make the same of it, so none needs to know of another. It is as random as the one before.
 */
function nextId(seed: string, previous: string): string {
  const before = isTraceId(previous) ? previous : ZEROS;
  let id = "";
  for (let at = 0; at < ZEROS.length; at += 8) {
    const word = Number.parseInt(before.slice(at, at + 8), 16);
    const next = (word ^ hashOf(`${at} ${seed} ${previous}`)) >>> 0;
    id += next.toString(16).padStart(8, "0");
  }
  return id;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash;
}

function isTraceId(text: string): boolean {
  if (text.length !== ZEROS.length || text === ZEROS) return false;
  // By hand: an expression costs a fresh process 0.1 ms, and the second time as much (2.9.6, measured).
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const isHex = unit >= 0x30 && unit <= 0x39 || unit >= 0x61 && unit <= 0x66;
    if (!isHex) return false;
  }
  return true;
}

function randomId(): string {
  let id = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
    id += byte.toString(16).padStart(2, "0");
  }
  return id;
}
