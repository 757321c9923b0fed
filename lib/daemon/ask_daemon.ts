import { dirname } from "../path.ts";
import type { Places } from "../place.ts";
import { isMissing } from "../private_file.ts";
import { encodeRequest, FrameDecoder } from "./frame.ts";

/** Milliseconds for one try to connect. Where nobody listens it fails at once; where many connect at once, their turn comes. */
const CONNECT_MS = 1000;

/** Milliseconds that a daemon is given to start, until it is started again, and between tries. */
const START_MS = 5000;
const RESTART_MS = 500;
const POLL_MS = 10;

/** Milliseconds between a connection that broke and the next one. */
const BROKEN_MS = 100;

/** Why the daemon did not do what it was asked for. */
export type DaemonErrorCode =
  /** What was asked for is not as it has to be; the message says what. */
  | "invalid"
  /** There is no such memory. */
  | "not_found"
  /** Another process holds the store; the same request may do a moment later. */
  | "busy"
  /** A later version made the store. */
  | "newer_schema"
  /** Nobody answered, or the store failed. */
  | "failed";

const CODES: readonly DaemonErrorCode[] = [
  "invalid",
  "not_found",
  "busy",
  "newer_schema",
  "failed",
];

/** The daemon did not do what it was asked for. */
export class DaemonError extends Error {
  override readonly name = "DaemonError";
  readonly code: DaemonErrorCode;

  constructor(code: DaemonErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** How the daemon is reached. */
export interface AskOptions {
  /** The socket. Needs read and write permission on it, and that for its address. */
  readonly socket: string;
  /** Whose socket it has to be: the state folder's owner is who we are. Needs read permission on that folder. */
  readonly places: Pick<Places, "state">;
  /** Starts the daemon (`startDaemon()`); called where nobody listens. */
  readonly start: () => void;
  /**
   * Milliseconds to wait for an answer.
   *
   * @default {10000}
   */
  readonly timeoutMs?: number;
}

/**
 * Asks the daemon for something, and starts it where nobody listens. A request whose connection breaks is sent once more, with the same
 * id, so that what it asks for is done once.
 *
 * @param options How the daemon is reached.
 * @param method What is asked for: `note`, `forget`, `ping`, …
 * @param params What the method needs; what JSON can hold.
 * @returns The answer.
 * @throws {DaemonError} when there is no such answer; its code says why.
 */
export async function askDaemon(
  options: AskOptions,
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const id = crypto.randomUUID();
  const frame = requestFrame({ request: method, id, params });
  for (let attempt = 1;; attempt++) {
    using connection = await reach(options);
    try {
      const answer = await converse(connection, frame, id, options);
      return resultOf(answer, options.socket);
    } catch (error) {
      if (error instanceof DaemonError) throw error;
      if (attempt === 2) {
        throw new DaemonError(
          "failed",
          "the connection to memoryd broke twice; it may have been done all the same",
          { cause: error },
        );
      }
    }
    // A daemon that was killed may be taking connections to its very end.
    await pause(BROKEN_MS);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function requestFrame(request: Record<string, unknown>): Uint8Array {
  try {
    return encodeRequest(request);
  } catch (error) {
    throw new DaemonError(
      "invalid",
      "the request is too long: a memory may have 1 MiB",
      { cause: error },
    );
  }
}

/** Connects, for as long as a daemon takes to start. */
async function reach(options: AskOptions): Promise<Deno.Conn> {
  const { socket, places, start } = options;
  const end = performance.now() + START_MS;
  let startedAt = -Infinity;
  while (true) {
    const problem = obstacle(socket, places.state);
    const connection = problem === null ? await connect(socket) : null;
    if (connection !== null) return connection;
    const now = performance.now();
    if (now > end) {
      throw new DaemonError(
        "failed",
        `memoryd does not answer on ${socket}: ${
          problem ??
            "it could not be started, or hangs; its log is memory-hooks.log in the state folder"
        }`,
      );
    }
    if (now - startedAt > RESTART_MS) {
      startedAt = now;
      start();
    }
    await pause(POLL_MS);
  }
}

/** Nobody else may put a socket in the place of the daemon's. */
function obstacle(socket: string, state: string): string | null {
  try {
    const { isDirectory, mode, uid } = Deno.lstatSync(dirname(socket));
    const isPrivate = isDirectory && ((mode ?? 0) & 0o077) === 0 &&
      uid === Deno.lstatSync(state).uid;
    return isPrivate ? null : "its folder is not private";
  } catch (error) {
    if (isMissing(error)) return "its folder is missing";
    throw new DaemonError("failed", `cannot look for ${socket}`, {
      cause: error,
    });
  }
}

async function connect(path: string): Promise<Deno.Conn | null> {
  let isLate = false;
  const connecting = Deno.connect({ transport: "unix", path })
    .then((connection) => {
      if (!isLate) return connection;
      connection.close();
      return null;
    }, () => null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      isLate = true;
      resolve(null);
    }, CONNECT_MS);
  });
  const connection = await Promise.race([connecting, late]);
  clearTimeout(timer);
  return connection;
}

/**
 * Sends a request and waits for its answer.
 *
 * @throws {DaemonError} when none comes in time, or what comes is none.
 * @throws {Error} when the connection breaks.
 */
async function converse(
  connection: Deno.Conn,
  frame: Uint8Array,
  id: string,
  { socket, timeoutMs = 10_000 }: AskOptions,
): Promise<Record<string, unknown>> {
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    connection.close();
  }, timeoutMs);
  try {
    return await exchange(connection, frame, id);
  } catch (error) {
    if (isOver) {
      throw new DaemonError(
        "failed",
        `no answer from memoryd within ${timeoutMs} ms; it may have been done all the same`,
      );
    }
    if (error instanceof NoFrame) {
      throw new DaemonError(
        "failed",
        `another program than memoryd listens on ${socket}`,
        { cause: error.cause },
      );
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function exchange(
  connection: Deno.Conn,
  frame: Uint8Array,
  id: string,
): Promise<Record<string, unknown>> {
  for (let at = 0; at < frame.length;) {
    at += await connection.write(frame.subarray(at));
  }
  const decoder = new FrameDecoder({ takesLong: true });
  const buffer = new Uint8Array(16 * 1024);
  while (true) {
    const count = await connection.read(buffer);
    if (count === null) throw new Deno.errors.UnexpectedEof();
    try {
      for (const value of decoder.push(buffer.subarray(0, count))) {
        const answer = value as Record<string, unknown> | null;
        if (answer?.["id"] === id) return answer;
        throw new TypeError("it answers something else");
      }
    } catch (error) {
      throw new NoFrame("what came is no answer", { cause: error });
    }
  }
}

/** What came on the connection is nothing that a daemon sends. */
class NoFrame extends Error {}

function resultOf(answer: Record<string, unknown>, socket: string): unknown {
  if ("result" in answer) return answer["result"];
  const error = answer["error"] as Record<string, unknown> | null | undefined;
  const code = CODES.find((it) => it === error?.["code"]);
  if (code === undefined) {
    throw new DaemonError(
      "failed",
      `another program than memoryd listens on ${socket}`,
    );
  }
  throw new DaemonError(code, String(error?.["message"]));
}
