import { assertEquals } from "@std/assert";
import {
  installedAt,
  isLoaded,
  isOutdated,
} from "../../lib/warden/agent_state.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";

const OLD = "the old warden\n";
const NEW = "the new warden\n";
const MINE = "my warden\n";

async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** Agent on the disk, in the receipt, in the manifest, and whether that is outdated. */
const TABLE = [
  [NEW, null, NEW, false],
  [NEW, NEW, NEW, false],
  [NEW, OLD, NEW, false],
  [OLD, OLD, NEW, true],
  [OLD, null, NEW, true],
  [MINE, null, NEW, true],
  [MINE, OLD, NEW, false],
  [MINE, NEW, NEW, false],
  [OLD, NEW, NEW, false],
  [OLD, OLD, null, false],
  [MINE, OLD, null, false],
  [MINE, null, null, false],
  [null, null, NEW, false],
] as const;

for (const [found, recorded, bundled, outdated] of TABLE) {
  const name = [found, recorded, bundled].map((it) => it?.trim() ?? "none")
    .join(", ");
  Deno.test(`isOutdated(): ${name}: ${outdated}`, async () => {
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
      await isOutdated(`${tmp.path}/agents`, `${tmp.path}/bin`),
      outdated,
    );
  });
}

Deno.test("isOutdated() takes files that are no JSON for none", async () => {
  await using tmp = await tempDir();
  const json = async (text: string): Promise<string> =>
    JSON.stringify({ agents: { "memory-warden.md": await sha256(text) } });
  await writeFiles(tmp.path, {
    "agents/memory-warden.md": OLD,
    "agents/.memory-agents.json": await json(OLD),
    "bin/artefacts.json": "null",
  });
  const outdated = () => isOutdated(`${tmp.path}/agents`, `${tmp.path}/bin`);
  assertEquals(await outdated(), false);
  await writeFiles(tmp.path, {
    "agents/.memory-agents.json": "[",
    "bin/artefacts.json": await json(NEW),
  });
  assertEquals(await outdated(), true);
});

Deno.test("installedAt() tells the agent's time, if it is there", async () => {
  await using tmp = await tempDir();
  assertEquals(installedAt(tmp.path), null);
  const path = `${tmp.path}/memory-warden.md`;
  await Deno.writeTextFile(path, NEW);
  await Deno.utime(path, 1_800_000_000, 1_800_000_000);
  assertEquals(installedAt(tmp.path), 1_800_000_000_000);
  await Deno.truncate(path, 1024 * 1024 + 1);
  assertEquals(installedAt(tmp.path), null);
  await Deno.remove(path);
  await Deno.mkdir(path);
  assertEquals(installedAt(tmp.path), null);
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
