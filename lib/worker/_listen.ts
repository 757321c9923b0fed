import { type Log, reason } from "../log.ts";
import { problem } from "./_reply.ts";

/** How many ports are tried. */
const PORTS = 21;

/** An HTTP server. */
export interface Listening {
  readonly port: number;
  /**
   * Takes no more connections, and ends those that are there.
   *
   * @param ms Milliseconds that an answer on its way may still take.
   */
  stop(ms: number): Promise<void>;
}

/**
 * Listens on the first free port of 127.0.0.1.
 *
 * @param first The first port that is tried; up to 20 above it follow.
 * @param answer Answers a request.
 * @param log Where it is said what an answer failed of, without the request.
 * @returns `null` where none is free.
 */
export function listen(
  first: number,
  answer: (request: Request) => Promise<Response>,
  log: Log,
): Listening | null {
  for (let port = first; port < first + PORTS && port <= 65_535; port++) {
    const aborting = new AbortController();
    let server: Deno.HttpServer<Deno.NetAddr>;
    try {
      server = Deno.serve({
        hostname: "127.0.0.1",
        port,
        signal: aborting.signal,
        onListen: () => {},
        onError: (error) => {
          // The message may quote what was asked for.
          log.error(`Cannot answer a request: ${nameOf(error)}`);
          return problem(500, "failed", "this could not be answered");
        },
      }, answer);
    } catch (error) {
      if (isTaken(error)) continue;
      throw error;
    }
    const { hostname } = server.addr;
    if (hostname !== "127.0.0.1") {
      // A variable of Deno's own can move it.
      aborting.abort();
      throw new TypeError(
        `Cannot serve on 127.0.0.1: it listens on ${hostname}`,
      );
    }
    return {
      port,
      async stop(ms) {
        const timer = setTimeout(() => aborting.abort(), ms);
        try {
          await Promise.race([server.shutdown(), aborted(aborting.signal)]);
        } catch (error) {
          log.warn(`Cannot end the worker in order: ${reason(error)}`);
        }
        clearTimeout(timer);
      },
    };
  }
  return null;
}

function isTaken(error: unknown): boolean {
  return error instanceof Deno.errors.AddrInUse ||
    error instanceof Deno.errors.PermissionDenied;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve());
  });
}

function nameOf(error: unknown): string {
  return error instanceof Error && /^\w{1,40}$/.test(error.name)
    ? error.name
    : "Error";
}
