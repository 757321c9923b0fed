import { assertEquals } from "@std/assert";
import {
  agentState,
  installedAt,
  isLoaded,
} from "../../lib/warden/agent_state.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";

const OLD = "the old warden\n";
const NEW = "the new warden\n";
const MINE = "my warden\n";

async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** Agent on the disk, in the receipt, in the manifest, and what that is. */
const TABLE = [
  [null, null, NEW, "missing"],
  [NEW, null, NEW, "installed"],
  [NEW, OLD, NEW, "installed"],
  [OLD, OLD, NEW, "outdated"],
  [OLD, null, NEW, "outdated"],
  [MINE, OLD, NEW, "edited"],
  [MINE, NEW, NEW, "edited"],
  [OLD, OLD, null, "installed"],
  [MINE, OLD, null, "edited"],
  [MINE, null, null, "edited"],
] as const;

for (const [found, recorded, bundled, state] of TABLE) {
  const name = [found, recorded, bundled].map((it) => it?.trim() ?? "none")
    .join(", ");
  Deno.test(`agentState(): ${name}: ${state}`, async () => {
    await using tmp = await tempDir();
    const json = async (text: string | null): Promise<string> =>
      JSON.stringify({
        "memory-hooks": "0.1.0",
        agents: text === null ? {} : { "memory-warden.md": await sha256(text) },
      });
    await writeFiles(tmp.path, {
      "agents/.memory-agents.json": await json(recorded),
      "bin/artefacts.json": await json(bundled),
      ...found === null ? {} : { "agents/memory-warden.md": found },
    });
    assertEquals(
      await agentState(`${tmp.path}/agents`, `${tmp.path}/bin`),
      state,
    );
  });
}

Deno.test("agentState() takes files that are no JSON for none", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, {
    "agents/memory-warden.md": NEW,
    "agents/.memory-agents.json": "[",
    "bin/artefacts.json": "null",
  });
  const state = () => agentState(`${tmp.path}/agents`, `${tmp.path}/bin`);
  assertEquals(await state(), "edited");
  await Deno.remove(`${tmp.path}/agents/memory-warden.md`);
  await Deno.mkdir(`${tmp.path}/agents/memory-warden.md`);
  assertEquals(await state(), "missing");
});

Deno.test("installedAt() tells the agent's time, if it is there", async () => {
  await using tmp = await tempDir();
  assertEquals(installedAt(tmp.path), null);
  const path = `${tmp.path}/memory-warden.md`;
  await Deno.writeTextFile(path, NEW);
  await Deno.utime(path, 1_800_000_000, 1_800_000_000);
  assertEquals(installedAt(tmp.path), 1_800_000_000_000);
});

Deno.test("isLoaded() compares the agent's time with the session's, to the breath", () => {
  const start = 1_800_000_000_000;
  const table = [[-600_000, true], [0, true], [2000, true], [2001, false]];
  for (const [offset, loaded] of table) {
    const installed = start + Number(offset);
    assertEquals(isLoaded(installed, start), loaded, `${offset}`);
    assertEquals(isLoaded(installed, null), false);
  }
});
