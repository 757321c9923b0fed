import { assertEquals } from "@std/assert";
import { otlpReceiver } from "../_support/otlp_receiver.ts";
import { telemetryProcess } from "./_telemetry_process.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SESSION = "6a1f0c2e-8d1b-4a7e-9f00-0123456789ab";

Deno.test("a collector gets the span of a hook, and its metrics", async () => {
  await using receiver = otlpReceiver();
  await using process = await telemetryProcess({
    ...receiver.env,
    OTEL_METRIC_EXPORT_INTERVAL: "300",
  });
  const startMs = Date.UTC(2026, 10, 30, 12);
  const daemon = process.daemon();
  const hook = await process.hook({
    hookKind: "stop",
    outcome: "emitted",
    startMs,
    durationMs: 12.5,
    redactions: new Map([["aws_access_key", 2], ["email", 1]]),
    redactionMatchCount: 3,
    traceId: TRACE,
  });
  assertEquals([hook.code, hook.stderr], [0, ""]);
  // While the daemon runs.
  await receiver.wait(
    "span and metrics",
    () =>
      receiver.spans().length > 0 &&
      receiver.metrics().has("memory_claude_hook_total"),
  );
  daemon.end();
  assertEquals((await daemon.program.result).stderr, "");

  assertEquals(receiver.spans().length, 1);
  const [span] = receiver.spans();
  assertEquals(span?.name, "memory.claude.hook");
  assertEquals(span?.service, "memory-hooks");
  assertEquals(span?.attributes, {
    hook_kind: "stop",
    session_id: SESSION,
    duration_ms: 12.5,
    redaction_match_count: 3,
    outcome: "emitted",
  });
  assertEquals(span?.traceId, TRACE);
  assertEquals(span?.parentSpanId, TRACE.slice(16));
  assertEquals(Math.round(span?.startMs ?? 0), startMs);
  assertEquals(Math.round((span?.endMs ?? 0) - 12.5), startMs);

  const metrics = receiver.metrics();
  // Deno adds its own, of V8's memory.
  const names = [...metrics.keys()].filter((name) => !name.startsWith("v8js."));
  assertEquals(names.sort(), [
    "memory_claude_hook_latency_seconds",
    "memory_claude_hook_redactions_total",
    "memory_claude_hook_total",
  ]);
  assertEquals(metrics.get("memory_claude_hook_total")?.points, [
    { attributes: { kind: "stop", outcome: "emitted" }, value: 1 },
  ]);
  assertEquals(
    metrics.get("memory_claude_hook_redactions_total")?.points
      .map(({ attributes, value }) => [attributes["pattern"], value]).sort(),
    [["aws_access_key", 2], ["email", 1]],
  );
  const latency = metrics.get("memory_claude_hook_latency_seconds");
  assertEquals(latency?.unit, "s");
  assertEquals(latency?.points.length, 1);
  assertEquals(latency?.points[0]?.attributes, { kind: "stop" });
  assertEquals(latency?.points[0]?.sum, 0.0125);
  assertEquals(
    latency?.points[0]?.bounds,
    // deno-fmt-ignore
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  );
  assertEquals(
    latency?.points[0]?.buckets,
    [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  );
});

Deno.test("what waits when the daemon ends is sent, counted together, in the traces it belongs to", async () => {
  await using receiver = otlpReceiver();
  await using process = await telemetryProcess(receiver.env);
  const parent = `00-${TRACE}-b7ad6b7169203331-01`;
  await process.hook({ traceId: TRACE, parent });
  await process.hook({ traceId: "f".repeat(16) + "0".repeat(16) });
  // A parent of another trace is none.
  await process.hook({
    traceId: null,
    parent,
    sessionId: null,
    outcome: "invalid_payload",
  });
  const daemon = process.daemon();
  daemon.end();
  assertEquals((await daemon.program.result).code, 0);

  const spans = receiver.spans();
  assertEquals(spans.map(({ parentSpanId }) => parentSpanId), [
    "b7ad6b7169203331",
    "f".repeat(16),
    "",
  ]);
  assertEquals(spans[2]?.attributes["session_id"], undefined);
  const points = receiver.metrics().get("memory_claude_hook_total")?.points
    .map(({ attributes, value }) => [attributes["outcome"], value]).sort();
  assertEquals(points, [["emitted", 2], ["invalid_payload", 1]]);
  assertEquals([...Deno.readDirSync(process.folder)], []);
});

Deno.test("of many hooks at once, each is counted once", async () => {
  await using receiver = otlpReceiver();
  await using process = await telemetryProcess(receiver.env);
  const daemon = process.daemon();
  for (let round = 0; round < 3; round++) {
    await Promise.all(
      Array.from({ length: 5 }, () => process.hook({ traceId: TRACE })),
    );
  }
  daemon.end();
  assertEquals((await daemon.program.result).code, 0);
  assertEquals(receiver.spans().length, 15);
  const points = receiver.metrics().get("memory_claude_hook_total")?.points;
  assertEquals(points?.map(({ value }) => value), [15]);
});
