import { join } from "./path.ts";
import { appendPrivateLine } from "./private_file.ts";
import { WAITING, WAITING_LIMIT } from "./telemetry/waiting.ts";

/** Which kind of event a hook was started for (source: the seed's words, and the host's fourth event). */
export type HookKind =
  | "userpromptsubmit"
  | "posttooluse"
  | "posttoolusefailure"
  | "stop";

/** What became of the event. */
export type HookOutcome =
  | "emitted"
  | "redaction_failed"
  | "socket_unavailable"
  | "emit_timeout"
  | "invalid_payload"
  | "spool_full"
  | "private";

/** Whoever sets the variable can put anything into it; this much of it is numbers (W3C Trace Context, level 1). */
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?=-|$)/;

/** One run of a capture hook: numbers and names, never a text of the session. */
export interface Invocation {
  readonly hookKind: HookKind;
  readonly outcome: HookOutcome;
  /** A safe id, or `null` where the event had none. */
  readonly sessionId: string | null;
  /** Milliseconds since the epoch. */
  readonly startMs: number;
  readonly durationMs: number;
  /** Matches by the name of the rule. */
  readonly redactions: ReadonlyMap<string, number>;
  readonly redactionMatchCount: number;
  /** The session's W3C trace id, 32 hex digits. */
  readonly traceId: string | null;
  /** The variable `TRACEPARENT`, where it is set. */
  readonly parent: string | null;
}

/**
 * Hands an invocation to the daemon, which makes span and metrics of it: one line in a file, nothing is waited for.
 *
 * A hook must not make them itself. Whichever way its process ends, Deno first waits for the exporter: with a collector that
 * accepts and never answers for 20 s (2.8.0, 2.9.6, measured) or for ever (2.7.11, measured), with one that needs half a second
 * for 1.1 s. Besides, counters that begin at zero in every process add up to nothing. (A collection of garbage is a metric of
 * Deno's own: scripts are run with room enough that there is none, executables are compiled with `OTEL_DENO=false`.)
 *
 * To be loaded only where `isTelemetryOn()`, and called last. It never throws: telemetry that is lost is no reason to fail.
 *
 * @param folder The folder of telemetry, `telemetry` in that of capture. Needs read and write permission on it.
 * @param invocation What happened.
 */
export function recordInvocation(folder: string, invocation: Invocation): void {
  const path = join(folder, WAITING);
  try {
    if (!hasRoom(path)) return;
    const { redactions, parent, ...rest } = invocation;
    const line = {
      ...rest,
      parent: TRACEPARENT.exec(parent ?? "")?.[0] ?? null,
      redactions: Object.fromEntries(redactions),
    };
    appendPrivateLine(path, `${JSON.stringify(line)}\n`);
  } catch {
    // A disk that is full, a folder that cannot be written: the row itself has been reported on already.
  }
}

function hasRoom(path: string): boolean {
  try {
    const { isFile, size } = Deno.lstatSync(path);
    return isFile && size < WAITING_LIMIT;
  } catch (error) {
    return error instanceof Deno.errors.NotFound;
  }
}
