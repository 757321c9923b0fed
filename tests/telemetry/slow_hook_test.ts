import { assertEquals } from "@std/assert";
import { otlpReceiver } from "../_support/otlp_receiver.ts";
import { sandbox } from "../_support/sandbox.ts";

/** Milliseconds between two collections of metrics: less than a hook takes with the text below. */
const INTERVAL = "150";

/** Milliseconds: the deadline of every hook, and some. */
const ENDED_MS = 20_000;

// Deno collects metrics of its own in a hook, too. A collection waits for the thread that runs the hook, and the end of a process for the collection.
for (
  const name of [
    "session-start",
    "post-tool-use",
    "guard",
    "capture-prompt",
    "capture-tool",
    "capture-stop",
  ] as const
) {
  Deno.test(`memory-${name} ends, though it was still at work when Deno came to collect metrics`, async () => {
    await using receiver = otlpReceiver();
    await using box = await sandbox({
      notes: null,
      home: "h",
      env: (home) => ({
        XDG_RUNTIME_DIR: `${home}/r`,
        ...receiver.env,
        OTEL_METRIC_EXPORT_INTERVAL: INTERVAL,
      }),
    });
    const text = "five 5 words, ".repeat(600_000);
    const { code, stdout } = await box.run(name, {
      prompt: text,
      last_assistant_message: text,
      tool_name: "Write",
      tool_input: { file_path: "/a/b", content: text },
      tool_response: {},
      tool_use_id: "toolu_1",
    }, { timeoutMs: ENDED_MS });
    assertEquals([code, stdout], [0, ""]);
  });
}
