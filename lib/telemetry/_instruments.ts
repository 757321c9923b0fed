import type { Invocation } from "../telemetry.ts";

/** Bounds of the histogram in seconds. The seed's thirteen are milliseconds, under a name that says seconds. */
const LATENCY_BOUNDS = [
  ...[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1],
  ...[0.25, 0.5, 1, 2.5, 5, 10],
];

/** Where OpenTelemetry's API keeps the current span in a context. */
const SPAN_KEY = Symbol.for("OpenTelemetry Context Key SPAN");

// Deno leaves its providers untyped; this is what we use of OpenTelemetry's API 1.x.
type Attributes = Record<string, string | number>;
interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
  readonly isRemote: boolean;
}
interface Context {
  setValue(key: symbol, value: unknown): Context;
}
interface Tracer {
  startSpan(
    name: string,
    options: { startTime: number; attributes: Attributes; root: boolean },
    context: Context,
  ): { end(time: number): void };
}
interface Meter {
  createCounter(name: string, options: InstrumentOptions): {
    add(value: number, attributes: Attributes): void;
  };
  createHistogram(name: string, options: InstrumentOptions): {
    record(value: number, attributes: Attributes): void;
  };
  createObservableGauge(name: string): { addCallback(call: () => void): void };
}
interface InstrumentOptions {
  readonly description: string;
  readonly unit: string;
  readonly advice?: { readonly explicitBucketBoundaries: number[] };
}

/** What spans and metrics are made with. */
export interface Instruments {
  /** Makes the span and the metrics of one invocation. */
  record(invocation: Invocation): void;
  /** How often the metrics have been collected: as they are not while an export hangs, one more says that the last has ended. */
  readonly collections: number;
}

/**
 * Makes the instruments, with Deno's own OpenTelemetry.
 *
 * @throws {Error} when this Deno runs without it: `OTEL_DENO` was not `true`, or not when this program was compiled.
 */
export function openInstruments(): Instruments {
  const { tracerProvider, meterProvider, contextManager } = Deno.telemetry;
  const tracer: Tracer = tracerProvider.getTracer("memory-hooks");
  const meter: Meter = meterProvider.getMeter("memory-hooks");
  const total = meter.createCounter("memory_claude_hook_total", {
    description: "Runs of the capture hooks",
    unit: "{run}",
  });
  const redacted = meter.createCounter("memory_claude_hook_redactions_total", {
    description: "Matches of the redaction rules",
    unit: "{match}",
  });
  const latency = meter.createHistogram("memory_claude_hook_latency_seconds", {
    description: "How long a run of a capture hook took",
    unit: "s",
    advice: { explicitBucketBoundaries: LATENCY_BOUNDS },
  });
  let collections = 0;
  // It observes nothing, so nothing of it is exported.
  meter.createObservableGauge("memory_claude_collections")
    .addCallback(() => void collections++);

  return {
    record(invocation) {
      const { hookKind, outcome, durationMs, startMs, sessionId } = invocation;
      const parent = parentOf(invocation);
      const context: Context = contextManager.active();
      tracer.startSpan("memory.claude.hook", {
        startTime: startMs,
        root: parent === null,
        attributes: {
          hook_kind: hookKind,
          ...(sessionId === null ? {} : { session_id: sessionId }),
          duration_ms: durationMs,
          redaction_match_count: invocation.redactionMatchCount,
          outcome,
        },
      }, context.setValue(SPAN_KEY, { spanContext: () => parent }))
        .end(startMs + durationMs);
      total.add(1, { kind: hookKind, outcome });
      latency.record(durationMs / 1000, { kind: hookKind });
      for (const [pattern, matches] of invocation.redactions) {
        redacted.add(matches, { pattern });
      }
    },
    get collections(): number {
      return collections;
    },
  };
}

/**
 * What the span belongs to: the span of `TRACEPARENT`, else one that stands for the session. The latter is never sent; its id is made
 * of the trace's, so that all spans of a session are siblings.
 */
function parentOf(
  { parent, traceId }: Pick<Invocation, "parent" | "traceId">,
): SpanContext | null {
  const [, trace, span, flags] =
    /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})/
      .exec(parent ?? "") ?? [];
  if (trace !== undefined && span !== undefined && trace === traceId) {
    const traceFlags = parseInt(flags ?? "0", 16) & 1;
    return { traceId: trace, spanId: span, traceFlags, isRemote: true };
  }
  if (traceId === null) return null;
  const half = traceId.slice(16);
  const spanId = /^0+$/.test(half) ? traceId.slice(0, 16) : half;
  return { traceId, spanId, traceFlags: 1, isRemote: true };
}
