import { until } from "./until.ts";

/** Attributes or labels by name. */
export type OtlpAttributes = Record<string, string | number | boolean>;

/** A span as it arrived. */
export interface OtlpSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** `""` where it is a root. */
  readonly parentSpanId: string;
  /** Milliseconds since the epoch. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: OtlpAttributes;
}

/** What a metric has counted for one set of labels. */
export interface OtlpPoint {
  readonly attributes: OtlpAttributes;
  /** A counter's value, or the number of values in a histogram. */
  readonly value: number;
  /** Of a histogram: the sum of its values, its bounds, and how many values each bucket holds. */
  readonly sum?: number;
  readonly bounds?: readonly number[];
  readonly buckets?: readonly number[];
}

/** A metric as it arrived last. */
export interface OtlpMetric {
  readonly service: string;
  readonly name: string;
  readonly unit: string;
  readonly points: readonly OtlpPoint[];
}

/** How the receiver answers: as it should, never, or with an error. */
export type OtlpMode = "normal" | "hung" | "error";

/** A collector, listening until the end of the scope. */
export interface OtlpReceiver extends AsyncDisposable {
  /** The environment of a program that exports to it. */
  readonly env: Record<string, string>;
  /** How many requests have arrived, answered or not. */
  readonly requests: number;
  /** All that has arrived, as it was written down. */
  readonly received: string;
  /** Every span, in the order of arrival. */
  spans(): readonly OtlpSpan[];
  /** Every metric by name. */
  metrics(): ReadonlyMap<string, OtlpMetric>;
  /**
   * Waits until what has arrived is enough.
   *
   * @throws {Deno.errors.TimedOut} when it does not come.
   */
  wait(what: string, isEnough: () => boolean): Promise<void>;
}

/**
 * Starts a collector on 127.0.0.1 that decodes OTLP/JSON, compressed or not.
 *
 * @param mode How it answers.
 */
export function otlpReceiver(mode: OtlpMode = "normal"): OtlpReceiver {
  const spans: OtlpSpan[] = [];
  const metrics = new Map<string, OtlpMetric>();
  let requests = 0;
  let received = "";
  const closing = new AbortController();
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    signal: closing.signal,
    onListen: () => {},
  }, async (request) => {
    requests++;
    const text = await textOf(request);
    received += `${text}\n`;
    const body: Body = JSON.parse(text);
    if (mode === "hung") return await new Promise<Response>(() => {});
    if (mode === "error") return new Response("{}", { status: 500 });
    for (const resource of body.resourceSpans ?? []) {
      spans.push(...spansOf(resource));
    }
    for (const resource of body.resourceMetrics ?? []) {
      for (const metric of metricsOf(resource)) {
        metrics.set(metric.name, metric);
      }
    }
    return Response.json({});
  });
  return {
    env: {
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${server.addr.port}`,
      // No machine is too slow: what is late by our own bounds is lost, as it is to be.
      ...mode === "normal" && {
        OTEL_EXPORTER_OTLP_TIMEOUT: "60000",
        OTEL_BSP_EXPORT_TIMEOUT: "60000",
      },
    },
    get requests(): number {
      return requests;
    },
    get received(): string {
      return received;
    },
    spans: () => spans,
    metrics: () => metrics,
    wait: (what, isEnough) => until(what, isEnough),
    async [Symbol.asyncDispose](): Promise<void> {
      closing.abort();
      await server.finished;
    },
  };
}

// What we read of OTLP/JSON (opentelemetry-proto 1.x). 64-bit numbers are strings there, or numbers (Deno 2.7.11, measured).
interface Body {
  readonly resourceSpans?: readonly ResourceSpans[];
  readonly resourceMetrics?: readonly ResourceMetrics[];
}
interface ResourceSpans {
  readonly resource: { readonly attributes: readonly Pair[] };
  readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[];
}
interface ResourceMetrics {
  readonly resource: { readonly attributes: readonly Pair[] };
  readonly scopeMetrics: readonly { readonly metrics: readonly RawMetric[] }[];
}
interface Pair {
  readonly key: string;
  readonly value: Readonly<Record<string, string | number | boolean>>;
}
interface RawSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Pair[];
}
interface RawMetric {
  readonly name: string;
  readonly unit: string;
  readonly sum?: { readonly dataPoints: readonly RawPoint[] };
  readonly histogram?: { readonly dataPoints: readonly RawPoint[] };
}
interface RawPoint {
  readonly attributes: readonly Pair[];
  readonly asDouble?: number;
  readonly asInt?: string;
  readonly count?: string | number;
  readonly sum?: number;
  readonly explicitBounds?: readonly number[];
  readonly bucketCounts?: readonly (string | number)[];
}

async function textOf(request: Request): Promise<string> {
  const isPacked = request.headers.get("content-encoding") === "gzip";
  const stream = isPacked
    ? request.body?.pipeThrough(new DecompressionStream("gzip"))
    : request.body;
  return await new Response(stream ?? null).text();
}

function spansOf({ resource, scopeSpans }: ResourceSpans): OtlpSpan[] {
  return scopeSpans.flatMap(({ spans }) => spans).map((span) => ({
    service: serviceOf(resource),
    name: span.name,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    startMs: Number(span.startTimeUnixNano) / 1e6,
    endMs: Number(span.endTimeUnixNano) / 1e6,
    attributes: attributesOf(span.attributes),
  }));
}

function metricsOf({ resource, scopeMetrics }: ResourceMetrics): OtlpMetric[] {
  return scopeMetrics.flatMap(({ metrics }) => metrics).map((metric) => ({
    service: serviceOf(resource),
    name: metric.name,
    unit: metric.unit,
    points: (metric.sum ?? metric.histogram)?.dataPoints.map(pointOf) ?? [],
  }));
}

function pointOf(point: RawPoint): OtlpPoint {
  return {
    attributes: attributesOf(point.attributes),
    value: Number(point.asDouble ?? point.asInt ?? point.count),
    ...(point.sum === undefined ? {} : { sum: point.sum }),
    ...(point.explicitBounds === undefined
      ? {}
      : { bounds: point.explicitBounds }),
    ...(point.bucketCounts === undefined
      ? {}
      : { buckets: point.bucketCounts.map(Number) }),
  };
}

function attributesOf(pairs: readonly Pair[]): OtlpAttributes {
  return Object.fromEntries(pairs.map(({ key, value }) => {
    const number = value["intValue"] ?? value["doubleValue"];
    return [
      key,
      number === undefined ? Object.values(value)[0] ?? "" : Number(number),
    ];
  }));
}

function serviceOf(resource: { attributes: readonly Pair[] }): string {
  return String(attributesOf(resource.attributes)["service.name"] ?? "");
}
