import { assert, assertEquals, assertThrows } from "@std/assert";
import { isBusy } from "../../../lib/graph/index/is_busy.ts";
import { openIndex } from "../../../lib/graph/index/open_index.ts";
import { parseNote } from "../../../lib/vault/parse_note.ts";
import {
  type ProgramOptions,
  type ProgramResult,
  runProgram,
  startProgram,
} from "../../_support/program.ts";
import { tempDir } from "../../_support/temp.ts";
import { until } from "../../_support/until.ts";
import { degrees, edges, put } from "./_vault.ts";

const options = { vault: "/v", journalDir: "journal" };

function updating(file: string, from: number, to: number): ProgramOptions {
  const program = new URL("./_update_program.ts", import.meta.url).pathname;
  return {
    command: Deno.execPath(),
    args: ["run", "-A", "--no-lock", program, file, "/v", `${from}`, `${to}`],
    env: { HOME: Deno.env.get("HOME") ?? "", PATH: "" },
  };
}

function update(
  file: string,
  from: number,
  to: number,
): Promise<ProgramResult> {
  return runProgram(updating(file, from, to));
}

Deno.test("NoteIndex loses nothing when several processes make and update it at once", async () => {
  await using tmp = await tempDir();
  const file = `${tmp.path}/ix.sqlite`;
  const runs = await Promise.all(
    [0, 1, 2, 3].map((n) => update(file, n * 60, n * 60 + 60)),
  );
  for (const run of runs) assertEquals([run.code, run.stderr], [0, ""]);
  using index = openIndex(file, options);
  await put(index, "hub.md", "");
  assertEquals(index.noteCount(), 241);
  assertEquals(index.isSound(), true);
  assertEquals(index.godNodes(1)[0]?.degree, 240);
  const incremental = [degrees(index), edges(index)];
  index.resolveAll();
  assertEquals([degrees(index), edges(index)], incremental);
});

Deno.test("NoteIndex can be read at any time while another process writes", async () => {
  await using tmp = await tempDir();
  const file = `${tmp.path}/ix.sqlite`;
  {
    using index = openIndex(file, { ...options, create: true });
    await put(index, "hub.md", "# Hub\n");
  }
  let done = false;
  const writer = update(file, 0, 400).finally(() => done = true);
  let last = 0;
  let reads = 0;
  while (!done) {
    using index = openIndex(file, { ...options, busyTimeoutMs: 60_000 });
    index.snapshot(() => {
      const notes = index.noteCount();
      assert(notes >= last);
      last = notes;
      // Each note and its link come together.
      assertEquals(index.godNodes(1)[0]?.degree ?? 0, notes - 1);
    });
    reads++;
    await new Promise((resolve) => setTimeout(resolve));
  }
  assertEquals((await writer).code, 0);
  assert(reads > 1, `${reads} reads`);
});

Deno.test("isBusy() tells a writer that waited in vain from damage", async () => {
  await using tmp = await tempDir();
  const file = `${tmp.path}/ix.sqlite`;
  using one = openIndex(file, { ...options, create: true });
  using two = openIndex(file, { ...options, busyTimeoutMs: 20 });
  const note = await parseNote("[[b]]", "a.md");
  one.transaction(() => {
    const error = assertThrows(
      () => two.updateNote("a.md", { mtime: 1, size: 1 }, note),
      Error,
    );
    assert(isBusy(error), error.message);
    assertEquals(two.noteCount(), 0);
  });
  two.updateNote("a.md", { mtime: 1, size: 1 }, note);
  assertEquals(one.noteCount(), 1);
  assertEquals(isBusy(new Error("database disk image is malformed")), false);
  assertEquals(isBusy("database is locked"), false);
});

Deno.test("NoteIndex is whole after its writer was killed", async () => {
  await using tmp = await tempDir();
  const file = `${tmp.path}/ix.sqlite`;
  {
    using index = openIndex(file, { ...options, create: true });
    await put(index, "hub.md", "");
  }
  const writer = startProgram(updating(file, 0, 1_000_000));
  const written = (): number => {
    using index = openIndex(file, { ...options, busyTimeoutMs: 60_000 });
    return index.noteCount();
  };
  try {
    await until("the notes", () => written() >= 50);
  } finally {
    writer.kill("SIGKILL");
  }
  assertEquals((await writer.result).signal, "SIGKILL");
  using index = openIndex(file, options);
  assertEquals(index.isSound(), true);
  assertEquals(index.godNodes(1)[0]?.degree, index.noteCount() - 1);
});
