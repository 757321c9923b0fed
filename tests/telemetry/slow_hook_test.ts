import { assertEquals } from "@std/assert";
import { attemptFile } from "../../lib/daemon/just_started.ts";
import { otlpReceiver } from "../_support/otlp_receiver.ts";
import type { ProgramResult } from "../_support/program.ts";
import { type Sandbox, sandbox } from "../_support/sandbox.ts";

/** Milliseconds: more than any hook needs, less than the collector is waited for. */
const ENDED_MS = 40_000;

/** 8 MB, of which an event has three: as much as there is room for. */
const LARGE = "five 5 words, ".repeat(600_000);

const HOOKS = [
  "session-start",
  "post-tool-use",
  "guard",
  "capture-prompt",
  "capture-tool",
  "capture-stop",
] as const;

for (const name of HOOKS) {
  // A collection waits for the thread that runs the hook, and the end of a process for the collection.
  Deno.test(`memory-${name} ends, though it was still at work when Deno came to collect metrics`, async () => {
    await using receiver = otlpReceiver();
    // Less than a hook takes for so much text.
    const interval = { OTEL_METRIC_EXPORT_INTERVAL: "150" };
    await using box = await telemetryBox({ ...receiver.env, ...interval });
    const { code, stdout } = await runLarge(box, name);
    assertEquals([code, stdout], [0, ""]);
  });

  // Deno counts the collections of garbage, and the end of a process waits until their number is sent.
  Deno.test(`memory-${name} has a large event, and does not wait for a collector that never answers`, async () => {
    await using receiver = otlpReceiver("hung");
    await using box = await telemetryBox({
      ...receiver.env,
      OTEL_EXPORTER_OTLP_TIMEOUT: "60000",
    });
    // Nor is a daemon to be started, which does wait for it.
    await Deno.mkdir(box.places.state, { recursive: true, mode: 0o700 });
    await Deno.writeTextFile(attemptFile(box.places), ".");
    const { code, stdout } = await runLarge(box, name);
    assertEquals([code, stdout], [0, ""]);
    await Deno.remove(attemptFile(box.places));
  });
}

function telemetryBox(env: Record<string, string>): Promise<Sandbox> {
  return sandbox({
    notes: null,
    home: "h",
    env: (home) => ({ XDG_RUNTIME_DIR: `${home}/r`, ...env }),
  });
}

function runLarge(
  box: Sandbox,
  name: typeof HOOKS[number],
): Promise<ProgramResult> {
  return box.run(name, {
    prompt: LARGE,
    last_assistant_message: LARGE,
    tool_name: "Write",
    tool_input: { file_path: "/a/b", content: LARGE },
    tool_response: {},
    tool_use_id: "toolu_1",
  }, { timeoutMs: ENDED_MS });
}
