/** A span of Deno's own, as far as it is used here; Deno leaves its providers untyped. */
interface Span {
  setAttribute(name: string, value: unknown): Span;
}

const HIDDEN = Symbol.for("memory-hooks: addresses are hidden");

/**
 * Keeps the addresses of requests from Deno's own spans: where OpenTelemetry is on, it tells a collector the whole URL of each request, and
 * with that what was looked for (2.7.11 and 2.9.6, measured). There is no setting for it, and an attribute that is set again is there twice.
 * Where it is off, nothing changes.
 *
 * @throws {TypeError} when spans are others than those known: then the worker must not be started.
 */
export function hideAddresses(): void {
  const tracer = Deno.telemetry.tracerProvider.getTracer("memory-hooks") as {
    startSpan(name: string): Span;
  };
  let span: Span;
  try {
    // One that does not end is told to nobody.
    span = tracer.startSpan("none");
  } catch {
    // It is off.
    return;
  }
  const prototype = Object.getPrototypeOf(span) as Span & {
    [HIDDEN]?: boolean;
  };
  if (prototype[HIDDEN]) return;
  const { setAttribute } = prototype;
  if (typeof setAttribute !== "function") {
    throw new TypeError("Cannot keep addresses from telemetry");
  }
  prototype.setAttribute = function (this: Span, name, value): Span {
    return name.startsWith("url.")
      ? this
      : setAttribute.call(this, name, value);
  };
  prototype[HIDDEN] = true;
}
