import { assert, assertEquals, assertNotMatch } from "@std/assert";
import { daemonEnded } from "../_support/daemon_ended.ts";
import { FORM } from "../_support/hook_programs.ts";
import { otlpReceiver } from "../_support/otlp_receiver.ts";
import { sandbox, SESSION } from "../_support/sandbox.ts";

Deno.test("With OTEL_DENO=true a collector sees the span and the metrics of each hook, and no word of the session", async () => {
  await using receiver = await otlpReceiver("normal");
  await using box = await sandbox({
    notes: null,
    home: "h",
    env: (home) => ({ XDG_RUNTIME_DIR: `${home}/r`, ...receiver.env }),
  });
  const key = "AKIA" + "1234567890PLANTD";
  // It starts the daemon, which has to be running before anything can be exported.
  const first = await box.run("capture-prompt", {
    prompt: `Use ${key} in the lighthouse now`,
  });
  assertEquals([first.code, first.stdout], [0, ""]);
  const used = await box.run("capture-tool", {
    hook_event_name: "PostToolUse",
    tool_name: "mcp__harbour__Dredge",
    tool_input: { file_path: "/anchorage/a.md" },
    tool_response: "drydock",
    tool_use_id: "toolu_1",
  });
  assertEquals([used.code, used.stdout], [0, ""]);
  const invalid = await box.run("capture-stop", "no JSON, but a breakwater");
  assertEquals([invalid.code, invalid.stdout], [0, ""]);

  await receiver.wait("all spans", () => receiver.spans().length >= 3);
  const spans = receiver.spans().toSorted((a, b) => a.startMs - b.startMs);
  assertEquals(spans.map(({ name }) => name), [
    "memory.claude.hook",
    "memory.claude.hook",
    "memory.claude.hook",
  ]);
  const [prompt, tool, stop] = spans.map(({ attributes }) => attributes);
  assertEquals(
    [prompt?.hook_kind, prompt?.session_id, prompt?.redaction_match_count],
    ["userpromptsubmit", SESSION, 1],
  );
  assertEquals(typeof prompt?.duration_ms, "number");
  assertEquals(tool?.hook_kind, "posttooluse");
  assertEquals([stop?.hook_kind, stop?.outcome], ["stop", "invalid_payload"]);

  const counted = (name: string) => receiver.metrics().get(name)?.points ?? [];
  await receiver.wait(
    "the counters",
    () =>
      counted("memory_claude_hook_total").length >= 3 &&
      counted("memory_claude_hook_redactions_total").length >= 1 &&
      counted("memory_claude_hook_latency_seconds").length >= 3,
  );
  assertEquals(
    counted("memory_claude_hook_redactions_total").map((point) => [
      point.attributes,
      point.value,
    ]),
    [[{ pattern: "aws_access_key" }, 1]],
  );
  assertEquals(
    counted("memory_claude_hook_total")
      // Whether the daemon listens by now is not known.
      .filter(({ attributes }) => attributes.kind !== "posttooluse")
      .map(({ attributes, value }) => [
        attributes.kind,
        attributes.outcome,
        value,
      ])
      .toSorted(),
    [
      ["stop", "invalid_payload", 1],
      ["userpromptsubmit", "socket_unavailable", 1],
    ],
  );
  const words =
    /AKIA|lighthouse|harbour|Dredge|anchorage|drydock|breakwater|my project/;
  assert(receiver.received.includes(SESSION));
  assertNotMatch(receiver.received, words);
  await daemonEnded(box.places);
});

Deno.test("Without OTEL_DENO nothing is handed to telemetry", async () => {
  await using box = await sandbox({
    notes: null,
    home: "h",
    env: (home) => ({ XDG_RUNTIME_DIR: `${home}/r` }),
  });
  const { code } = await box.run("capture-prompt", { prompt: "Hello" });
  assertEquals(code, 0);
  const names = [...Deno.readDirSync(box.places.capture)].map(({ name }) =>
    name
  );
  assertEquals(names.includes("telemetry"), false);
});

// An executable has the module inside, where nobody can take it away.
if (FORM === "script") {
  Deno.test("Without OTEL_DENO the module of telemetry is not loaded", async () => {
    for (
      const [otel, isMissed] of [["false", false], ["true", true]] as const
    ) {
      await using box = await sandbox({
        notes: null,
        home: "h",
        env: (home) => ({ XDG_RUNTIME_DIR: `${home}/r`, OTEL_DENO: otel }),
      });
      await Deno.remove(`${box.places.data}/bin/telemetry.lazy.js`);
      const { code } = await box.run("capture-prompt", { prompt: "Hello" });
      assertEquals(code, 0);
      const log = (await box.log()).join("\n");
      assertEquals(log.includes("Cannot report to telemetry"), isMissed, log);
    }
  });
}
