/** Milliseconds within which nearly every hook has ended, and nobody has Deno collect metrics. */
const QUICK_MS = 200;

/** Turns of the event loop, a millisecond each, after which a collection has ended: two are enough (2.9.6, measured). */
const TURNS = 5;

/**
 * Ends this process. One that has run for a while takes a few turns of its event loop first: with `OTEL_DENO=true` Deno collects metrics every
 * `OTEL_METRIC_EXPORT_INTERVAL`, for which it needs this thread. Were a collection still to be made, `Deno.exit` would wait for it for ever
 * (2.9.6, measured).
 *
 * @param code The exit code.
 */
export async function endProcess(code: number): Promise<never> {
  for (let turn = 0; turn < TURNS && performance.now() > QUICK_MS; turn++) {
    // Unlike `after()` this keeps the process alive. What it costs does not matter here.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  Deno.exit(code);
}
