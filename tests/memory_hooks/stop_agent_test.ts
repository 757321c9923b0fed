import { assertEquals, assertStringIncludes } from "@std/assert";
import { SESSION } from "../_support/sandbox.ts";
import { writeFiles } from "../_support/temp.ts";
import { assertSilent } from "../hooks/_answer.ts";
import { memoryBox, seed, textOf } from "./_memory_box.ts";

/** What says which agent it is that was installed, or that this version comes with. */
async function hashOf(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  const hash = new Uint8Array(digest).toHex();
  return JSON.stringify({ agents: { "memory-warden.md": hash } });
}

Deno.test("An agent that an update waits for is not asked for, one that the user has edited is", async () => {
  await using box = await memoryBox();
  box.write(...seed());
  const receipt = ".claude/agents/.memory-agents.json";
  await writeFiles(box.home, {
    ".claude/agents/memory-warden.md": "# A warden\n",
    [receipt]: await hashOf("# A warden\n"),
  });
  await writeFiles(`${box.places.data}/bin`, {
    "artefacts.json": await hashOf("# Another warden\n"),
  });
  await box.run("session-start", { source: "startup" });
  assertSilent(await box.run("stop", {}));
  assertEquals(await textOf(box.state(SESSION)), null);
  await writeFiles(box.home, { [receipt]: await hashOf("# An old warden\n") });
  const { stdout } = await box.run("stop", {});
  assertStringIncludes(stdout, "The memory warden is due.");
});
