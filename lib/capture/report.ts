import type { HookProcess } from "../frame/hook_process.ts";
import { join } from "../path.ts";
import type { HookKind, HookOutcome } from "../telemetry.ts";
import { isTelemetryOn } from "../telemetry/is_telemetry_on.ts";

/** What became of an event. */
export interface Report {
  readonly outcome: HookOutcome;
  /** The event's name, `null` where it is not known. */
  readonly eventName: string | null;
  readonly sessionId: string | null;
  readonly traceId: string | null;
  /** Matches by the name of the rule. */
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * Makes a hook's run known to telemetry, where that is on. Otherwise it costs nothing: the module is not loaded.
 *
 * @param process The hook's.
 * @param report What became of the event.
 */
export async function reportRun(
  process: HookProcess,
  report: Report,
): Promise<void> {
  const { hook, places, env, log, now } = process;
  if (!isTelemetryOn(env)) return;
  try {
    const { recordInvocation } = await import("../telemetry.ts");
    const durationMs = performance.now();
    const { outcome, eventName, sessionId, traceId, counts } = report;
    const name = eventName ?? hook.events[0] ?? "";
    let redactionMatchCount = 0;
    for (const count of counts.values()) redactionMatchCount += count;
    recordInvocation(join(places.capture, "telemetry"), {
      hookKind: name.toLowerCase() as HookKind,
      outcome,
      sessionId,
      startMs: now().getTime() - durationMs,
      durationMs,
      redactions: counts,
      redactionMatchCount,
      traceId,
      parent: env("TRACEPARENT") ?? null,
    });
  } catch (error) {
    log.error("Cannot report to telemetry", error);
  }
}
