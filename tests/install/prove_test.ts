import { assertEquals, assertStringIncludes } from "@std/assert";
import { hooksOf } from "../../lib/install/groups.ts";
import { openProgress } from "../../lib/install/progress.ts";
import { prove } from "../../lib/install/prove.ts";
import type { Group } from "../../lib/registry.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { machineAt } from "./_support.ts";

const FLAGS = {
  "session-start": [],
  "post-tool-use": [],
  "session-end": [],
  rebuild: [],
};

/** Proves programs that are shell scripts; gives the problem of each. */
async function problems(
  scripts: Record<string, string>,
  groups: readonly Group[] = ["vault"],
): Promise<Record<string, string>> {
  await using tmp = await tempDir(" ü");
  const machine = machineAt(tmp.path);
  const bin = `${machine.places.data}/bin`;
  for (const { name } of hooksOf(groups)) {
    const script = scripts[name] ?? "";
    await writeFiles(bin, { [`memory-${name}`]: `#!/bin/sh\n${script}\n` });
    await Deno.chmod(`${bin}/memory-${name}`, 0o700);
  }
  const quiet = openProgress(() => {});
  const proven = await prove(
    machine,
    "native",
    FLAGS,
    groups,
    quiet,
    200,
  );
  assertEquals([...Deno.readDirSync(machine.places.state)], []);
  return Object.fromEntries(
    proven.map(({ name, problem }) => [name, problem ?? ""]),
  );
}

Deno.test("prove() tells programs that do nothing from those that work", async () => {
  const found = await problems({});
  assertStringIncludes(
    found["session-start"] ?? "",
    "the brief does not name the sample note",
  );
  assertStringIncludes(found["rebuild"] ?? "", "there is no stamp");
  assertStringIncludes(found["post-tool-use"] ?? "", "the graph does not have");
  assertStringIncludes(found["session-end"] ?? "", "the journal does not name");
});

Deno.test("prove() repeats what a failing program said", async () => {
  const found = await problems({
    "session-start": "echo 'no, not this' >&2; exit 3",
    "post-tool-use": "echo plain text",
    "session-end":
      'd="$XDG_STATE_HOME/memory-hooks"; mkdir -p "$d"; echo "2026 ERROR session-end: disk full" >>"$d/memory-hooks.log"',
  });
  assertEquals(found["session-start"], "exit code 3: no, not this");
  assertEquals(
    found["post-tool-use"],
    "it printed something that is not JSON",
  );
  assertStringIncludes(found["session-end"] ?? "", "disk full");
});

Deno.test("prove() finds capture that captures nothing", async () => {
  const found = await problems({
    "capture-tool": "echo 'not this' >&2; exit 1",
    "capture-stop":
      'd="$XDG_STATE_HOME/memory-hooks"; mkdir -p "$d"; echo "2026 ERROR capture-stop: no spool" >>"$d/memory-hooks.log"',
  }, ["capture"]);
  assertEquals(found, {
    "capture-prompt": "no row of it arrived in the store",
    "capture-tool": "exit code 1: not this",
    "capture-stop":
      "no row of it arrived in the store (log: 2026 ERROR capture-stop: no spool)",
    memoryd: "it was not started, or did not stay",
  });
});
