import { assertEquals } from "@std/assert";
import { otlpReceiver } from "../_support/otlp_receiver.ts";
import { used } from "../capture/_events.ts";
import { workerBox } from "./_worker_box.ts";

Deno.test("a collector learns nothing of what the worker is asked", async () => {
  await using receiver = await otlpReceiver("normal");
  await using box = await workerBox({ env: () => ({ ...receiver.env }) });
  await box.serving();
  const word = "PLANTEDquery";
  await box.json(`/api/search?query=${word}`);
  await box.json(`/api/observations/by-file?path=/p/${word}`);
  // What is told of this hook comes after what would have been told of those.
  await box.daemon.box.run("capture-tool", used());
  await receiver.wait(
    "the hook's span",
    () => receiver.spans().some(({ name }) => name === "memory.claude.hook"),
  );
  const told = receiver.received;
  assertEquals(told.includes(word), false, told);
});
