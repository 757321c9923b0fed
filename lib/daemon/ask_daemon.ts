import type { Places } from "../place.ts";

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
export function askDaemon(
  options: AskOptions,
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return Promise.reject(
    new DaemonError(
      "failed",
      `Cannot ask for ${method} with ${params}: ${options.socket} is not built yet`,
    ),
  );
}
