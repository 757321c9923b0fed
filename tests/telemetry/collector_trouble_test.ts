import { assert, assertEquals } from "@std/assert";
import { type OtlpMode, otlpReceiver } from "../_support/otlp_receiver.ts";
import { telemetryProcess } from "./_telemetry_process.ts";

/** Milliseconds: less than the first of Deno's own time limits, 10 s for each export. */
const HOOK_MS = 5000;

/** Milliseconds: both exports at the 2 s that the daemon is given, or the 3 s in which it must have heard of the collector, and some. */
const DAEMON_MS = 9000;

for (const mode of ["hung", "error"] satisfies OtlpMode[]) {
  Deno.test(`a collector that is ${mode} keeps neither a hook nor the daemon`, async () => {
    await using receiver = otlpReceiver(mode);
    await using process = await telemetryProcess(receiver.env);
    const daemon = process.daemon();
    const hook = await process.hook({});
    assertEquals([hook.code, hook.stdout, hook.stderr], [0, "", ""]);
    assert(hook.ms < HOOK_MS, `the hook took ${hook.ms} ms`);
    await receiver.wait("a span", () => receiver.requests > 0);
    const ending = performance.now();
    daemon.end();
    await daemon.program.result;
    const ms = performance.now() - ending;
    assert(ms < DAEMON_MS, `the daemon took ${ms} ms to end`);
  });
}

Deno.test("a collector that is not there keeps neither a hook nor the daemon", async () => {
  const receiver = otlpReceiver();
  await receiver[Symbol.asyncDispose]();
  await using process = await telemetryProcess(receiver.env);
  const hook = await process.hook({});
  assertEquals([hook.code, hook.stdout, hook.stderr], [0, "", ""]);
  assert(hook.ms < HOOK_MS, `the hook took ${hook.ms} ms`);
  const daemon = process.daemon();
  const ending = performance.now();
  daemon.end();
  const { code } = await daemon.program.result;
  assertEquals(code, 0);
  const ms = performance.now() - ending;
  assert(ms < DAEMON_MS, `the daemon took ${ms} ms to end`);
});

Deno.test("a daemon that is not asked to export leaves the collector alone", async () => {
  await using receiver = otlpReceiver();
  await using process = await telemetryProcess({
    ...receiver.env,
    OTEL_DENO: "false",
    OTEL_METRIC_EXPORT_INTERVAL: "100",
  });
  const daemon = process.daemon();
  daemon.end();
  const { code } = await daemon.program.result;
  assertEquals([code, receiver.requests], [0, 0]);
});
