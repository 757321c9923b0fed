import { assert, assertEquals, assertMatch } from "@std/assert";
import type { GraphifyAnswer } from "../_support/fake_graphify.ts";
import { type Sandbox, sandbox, SESSION } from "../_support/sandbox.ts";
import { until } from "../_support/until.ts";
import { withEnoughTime } from "../_support/with_enough_time.ts";
import { assertSilent, briefOf } from "./_answer.ts";
import { edited } from "./_events.ts";
import { graphFiles } from "./_graph.ts";
import { isRunning } from "./_process.ts";
import {
  complaints,
  indexed,
  indexedNotes,
  ledgerRecords,
  stampAged,
  stampTime,
} from "./_state.ts";

async function boxWith(
  command: string,
  answer: GraphifyAnswer,
  seconds = 50,
): Promise<Sandbox> {
  const box = await sandbox({
    graphify: true,
    notes: { ...graphFiles("Alpha"), "a.md": "a", "b.md": "b" },
    config: `graph:\n  update_timeout_seconds: ${seconds}\n`,
  });
  await stampAged(box, 1);
  await indexed(box);
  await box.graphify?.answer(command, answer);
  return box;
}

/** Uses a tool on a note; asserts that nothing but one complaint came of what graphify did. */
async function use(box: Sandbox, complaint: RegExp | null): Promise<void> {
  const run = await box.run("post-tool-use", edited(`${box.vault}/a.md`));
  assertSilent(run);
  const lines = await complaints(box);
  assertEquals(lines.length, complaint === null ? 0 : 1, lines.join("\n"));
  if (complaint !== null) assertMatch(lines[0] ?? "", complaint);
  assertEquals((await ledgerRecords(box, SESSION)).length, 1);
  assertEquals(await indexedNotes(box), ["a.md", "b.md"]);
}

Deno.test("Bad graphify: it hangs, ignores SIGTERM, and so does its child", async () => {
  await withEnoughTime(1000, async (timeMs) => {
    const seconds = Math.min(timeMs / 1000, 50);
    await using box = await boxWith("update", { hang: true }, seconds);
    await use(box, new RegExp(`no answer within ${seconds} s$`));
    const pids = await box.graphify?.pids() ?? [];
    for (const pid of pids) {
      await until(`the end of process ${pid}`, () => !isRunning(pid));
    }
    return pids.length === 2;
  });
});

Deno.test("Bad graphify: it prints 100 MB", async () => {
  await using box = await boxWith("update", { flood: 100_000_000 });
  const run = box.start("post-tool-use", edited(`${box.vault}/a.md`));
  let peak = 0;
  const watch = setInterval(() => peak = Math.max(peak, memoryOf(run.pid)), 20);
  assertSilent(await run.result);
  clearInterval(watch);
  assert(peak < 300_000_000, `${peak} bytes`);
  assert((await ledgerRecords(box, SESSION)).length === 1);
});

Deno.test("Bad graphify: it prints 100 MB and fails", async () => {
  await using box = await boxWith("update", { flood: 100_000_000, exit: 2 });
  // The machine decides whether it fails or is too slow.
  await use(box, /Cannot merge a note into the graph: (?:exit 2|no answer)/);
  const { size } = await Deno.stat(`${box.places.state}/memory-hooks.log`);
  assert(size < 100_000);
});

Deno.test("Bad graphify: it exits 2 with some other message", async () => {
  await using box = await boxWith("update", {
    stderr: "error: cannot read the graph\n",
    exit: 2,
  });
  await use(box, /exit 2: error: cannot read the graph$/);
});

for (const words of ["unknown update option: --file", "no such option"]) {
  Deno.test(`Bad graphify: it says "${words}", but not for the option's sake`, async () => {
    await using box = await boxWith("update", { stderr: words, exit: 0 });
    await use(box, null);
    await use(box, null);
    const calls = await box.graphify?.calls() ?? [];
    assertEquals(calls.filter(({ args }) => args[0] === "update").length, 2);
  });
}

Deno.test("Bad graphify: it is killed", async () => {
  await using box = await boxWith("update", {});
  await Deno.writeTextFile(
    box.graphify?.path ?? "",
    "#!/bin/sh\necho half >&2\nkill -9 $$\n",
  );
  await use(box, /exit 137: half$/);
});

Deno.test("Bad graphify: it cannot be run", async () => {
  for (const script of ["#!/nowhere/python\n", "", "\0\u0001\u0002"]) {
    await using box = await boxWith("update", {});
    await Deno.writeTextFile(box.graphify?.path ?? "", script);
    const run = await box.run("post-tool-use", edited(`${box.vault}/a.md`));
    assertSilent(run);
    assertEquals((await ledgerRecords(box, SESSION)).length, 1);
    const start = await box.run("session-start", { source: "startup" });
    assert(briefOf(start).includes("Alpha"));
    await box.settled();
  }
});

Deno.test("Bad graphify: none is there although the config asks for it", async () => {
  await using box = await sandbox({
    notes: { "a.md": "[[b]]", "b.md": "b" },
    config: "graph:\n  engine: graphify\n",
  });
  const start = await box.run("session-start", { source: "startup" });
  assert(briefOf(start).includes("a: degree 1"));
  await box.settled();
  assertSilent(
    await box.run("post-tool-use", edited(`${box.vault}/a.md`)),
  );
  assertEquals((await ledgerRecords(box, SESSION)).length, 2);
  assertEquals(await indexedNotes(box), ["a.md", "b.md"]);
  assertEquals(await stampTime(box), null);
  assert((await complaints(box)).length > 0);
});

Deno.test("Bad graphify: variables of the dynamic linker do not keep it from being run", async () => {
  await using box = await boxWith("update", {});
  const env = { ...box.env, LD_LIBRARY_PATH: "/nowhere", LD_PRELOAD: "" };
  const run = await box.run(
    "post-tool-use",
    edited(`${box.vault}/a.md`),
    { env },
  );
  assertSilent(run);
  assertEquals(await complaints(box), []);
  const call = (await box.graphify?.calls() ?? []).at(-1);
  assertEquals(call?.args, ["update", "--file", `${box.vault}/a.md`]);
  assertEquals(call?.env["LD_PRELOAD"], undefined);
});

Deno.test("Bad graphify: its files in the vault are no graph", async () => {
  for (const text of ["", "{", "[]", '{"nodes":7}', "\0", "# Graph Report\n"]) {
    await using box = await boxWith("update", {});
    for (const name of ["graph.json", "GRAPH_REPORT.md"]) {
      await Deno.writeTextFile(`${box.vault}/graphify-out/${name}`, text);
    }
    await Deno.writeTextFile(`${box.vault}/a.md`, "[[b]]");
    await box.run("post-tool-use", edited(`${box.vault}/a.md`));
    const start = await box.run("session-start", { source: "startup" });
    assert(briefOf(start).includes("a: degree 1"), text);
    assertEquals(await complaints(box), []);
  }
});

/** A process's memory in bytes; 0 where it has ended. */
function memoryOf(pid: number): number {
  try {
    const status = Deno.readTextFileSync(`/proc/${pid}/status`);
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
