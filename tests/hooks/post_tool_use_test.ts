import { assert, assertEquals } from "@std/assert";
import { type Sandbox, sandbox, SESSION } from "../_support/sandbox.ts";
import { assertHarmless, assertSilent } from "./_answer.ts";
import { wholeBrief } from "./_brief.ts";
import { edited, written } from "./_events.ts";
import {
  complaints,
  exists,
  graphifyCalls,
  indexed,
  indexedNotes,
  indexPath,
  journalEntries,
  ledgerRecords,
  stampAged,
} from "./_state.ts";

/** Runs PostToolUse and gives the notes that the ledger has afterwards. */
async function notesAfter(
  box: Sandbox,
  ...events: Record<string, unknown>[]
): Promise<unknown[]> {
  for (const event of events) {
    assertSilent(await box.run("post-tool-use", event));
  }
  return (await ledgerRecords(box, SESSION)).filter(({ kind }) =>
    kind === "note"
  ).map(({ path }) => path);
}

Deno.test("Every tool that writes a file is followed, under the name it gives the path", async () => {
  await using box = await sandbox({
    notes: { "a.md": "a", "b.md": "b", "c.md": "c", "d.md": "d" },
  });
  const { vault } = box;
  const notes = await notesAfter(
    box,
    written(`${vault}/a.md`, { "tool_use_id": "t1" }),
    edited(`${vault}/b.md`, { "tool_use_id": "t2" }),
    {
      "tool_name": "MultiEdit",
      "tool_input": {
        "file_path": `${vault}/c.md`,
        edits: [{ "old_string": "c", "new_string": "d", "replace_all": true }],
      },
      "tool_use_id": "t3",
    },
    {
      "tool_name": "NotebookEdit",
      "tool_input": { "notebook_path": `${vault}/d.md`, "new_source": "x" },
      "tool_use_id": "t4",
    },
    {
      "tool_name": "NotebookEdit",
      "tool_input": { "notebook_path": `${vault}/n.ipynb`, "new_source": "x" },
      "tool_use_id": "t5",
    },
    { "tool_name": "Read", "tool_input": { "file_path": `${vault}/a.md` } },
    {
      "tool_name": "mcp__x__write",
      "tool_input": { "file_path": `${vault}/a.md` },
    },
    { "tool_name": "Bash", "tool_input": { command: `rm ${vault}/a.md` } },
  );
  assertEquals(notes, ["a.md", "b.md", "c.md", "d.md"]);
  assertEquals(await complaints(box), []);
});

Deno.test("A write that changed nothing, and one that was only staged, are no writes", async () => {
  await using box = await sandbox({ graphify: true, notes: { "a.md": "a" } });
  const path = `${box.vault}/a.md`;
  const noOp = {
    type: "update",
    filePath: path,
    content: "a",
    originalFile: "a",
    structuredPatch: [],
  };
  const notes = await notesAfter(
    box,
    written(path, { "tool_response": noOp }),
    written(path, {
      "tool_response": { ...noOp, type: "create", staged: true },
    }),
    edited(path, {
      "tool_response": {
        filePath: path,
        originalFile: "a",
        structuredPatch: [],
        staged: true,
      },
    }),
  );
  assertEquals(notes, []);
  assertEquals(await box.graphify?.calls(), []);
  assert(!await exists(box.places.rebuildLock));
  // A new file has an empty patch as well, and is a write.
  assertEquals(await notesAfter(box, written(path)), ["a.md"]);
});

Deno.test("A subagent's write stands in the parent's ledger", async () => {
  await using box = await sandbox({ notes: { "a.md": "a" } });
  const event = written(`${box.vault}/a.md`, {
    "agent_id": "a729dc312a7e0c233",
    "agent_type": "general-purpose",
  });
  assertSilent(await box.run("post-tool-use", event));
  const [record] = await ledgerRecords(box, SESSION);
  assertEquals(
    [record?.["path"], record?.["agent"], record?.["tool"]],
    ["a.md", "a729dc312a7e0c233", "Write"],
  );
  await box.run("session-end", { reason: "other" });
  assert((await journalEntries(box))[0]?.includes("- notes: [[a]]"));
});

Deno.test("One record for a tool_use_id, however often and at once it is told", async () => {
  await using box = await sandbox({ notes: { "a.md": "a" } });
  const event = written(`${box.vault}/a.md`);
  const runs = await Promise.all(
    Array.from({ length: 5 }, () => box.run("post-tool-use", event)),
  );
  runs.forEach(assertSilent);
  assertEquals((await ledgerRecords(box, SESSION)).length, 1);
});

Deno.test("A path relative to the session's folder is understood", async () => {
  await using box = await sandbox({ notes: { "sub/a.md": "a" } });
  const cwd = `${box.vault}/sub`;
  const event = { ...edited("a.md"), cwd };
  assertEquals(await notesAfter(box, event), ["sub/a.md"]);
});

Deno.test("What is no note of the vault is passed over", async () => {
  await using box = await sandbox({
    graphify: true,
    notes: {
      ".obsidian/x.md": "x",
      ".trash/x.md": "x",
      "graphify-out/x.md": "x",
      "sub/.hidden/x.md": "x",
      ".x.md": "x",
      "x.sync-conflict-20260101-120000-ABCDEFG.md": "x",
      "x.txt": "x",
      "xmd": "x",
    },
  });
  const outside = `${box.home}/Documents/SecondBrain2/x.md`;
  await Deno.mkdir(`${box.home}/Documents/SecondBrain2`);
  await Deno.writeTextFile(outside, "x");
  const names = [
    ".obsidian/x.md",
    ".trash/x.md",
    "graphify-out/x.md",
    "sub/.hidden/x.md",
    ".x.md",
    "x.sync-conflict-20260101-120000-ABCDEFG.md",
    "x.txt",
    "xmd",
    "../SecondBrain2/x.md",
    "",
  ];
  for (const path of [...names.map((it) => `${box.vault}/${it}`), outside]) {
    assertEquals(await notesAfter(box, written(path)), [], path);
  }
  assertEquals(await box.graphify?.calls(), []);
  assertEquals(await box.log(), []);
});

const NAMES = [
  "with space.md",
  'it\'s "quoted".md',
  "$HOME `id` $(id).md",
  "日本語/メモ.md",
  "😀 emoji.md",
  "Ünï cödé.md",
  "-rf.md",
  "a\\b.md",
  "a\tb.md",
  "100% & more; #1, [x].md",
  "UPPER.MD",
];

for (const graphify of [true, false]) {
  const engine = graphify ? "graphify" : "embedded engine";
  Deno.test(`Paths with spaces, quotes, any script are followed (${engine})`, async () => {
    const vault = "My 'Vault' $x & \"日本\" 😀";
    const notes = Object.fromEntries(NAMES.map((name) => [name, "text"]));
    await using box = await sandbox({
      home: 'höme "o\'x" $HOME',
      vault,
      graphify,
      notes,
      config: `vault:\n  path: ${JSON.stringify(`~/${vault}`)}\n`,
    });
    await stampAged(box, 1);
    await indexed(box);
    const recorded = await notesAfter(
      box,
      ...NAMES.map((name, n) =>
        edited(`${box.vault}/${name}`, { "tool_use_id": `t${n}` })
      ),
    );
    assertEquals(recorded, NAMES);
    assertEquals(await indexedNotes(box), [...NAMES].sort());
    assertEquals(
      await graphifyCalls(box, "update"),
      graphify
        ? NAMES.map((name) => ["update", "--file", `${box.vault}/${name}`])
        : [],
    );
    await box.run("session-end", { reason: "other" });
    const [entry = ""] = await journalEntries(box);
    const links = /^- notes: (.*)$/m.exec(entry)?.[1] ?? "";
    for (const name of ["with space", "日本語/メモ", "😀 emoji", "-rf"]) {
      assert(links.includes(`[[${name}]]`), `${name} in ${links}`);
    }
    assertEquals(links.split(", ").length, NAMES.length + 1);
    assertEquals(await complaints(box), []);
  });
}

Deno.test("A symlinked vault: a note has one name, whatever path leads to it", async () => {
  await using box = await sandbox({
    graphify: true,
    notes: null,
    prepare: async (home) => {
      await Deno.mkdir(`${home}/real/v/dir`, { recursive: true });
      await Deno.mkdir(`${home}/Documents`);
      await Deno.mkdir(`${home}/out`);
      await Deno.symlink(`${home}/real/v`, `${home}/Documents/SecondBrain`);
    },
  });
  const { home, vault } = box;
  const real = `${home}/real/v`;
  await Deno.writeTextFile(`${real}/a.md`, "a");
  await Deno.writeTextFile(`${real}/dir/b.md`, "b");
  await Deno.writeTextFile(`${home}/out/s.md`, "s");
  await Deno.symlink(`${home}/out/s.md`, `${real}/leak.md`);
  await Deno.symlink(`${home}/out`, `${real}/leaks`);
  await Deno.symlink(`${real}/dir`, `${home}/inside`);
  await Deno.symlink("a.md", `${real}/alias.md`);
  const use = (path: string, n: number) =>
    edited(path, { "tool_use_id": `t${n}` });
  const paths = [
    `${vault}/a.md`,
    `${real}/a.md`,
    `${vault}/dir/../a.md`,
    `${vault}//./a.md`,
    `${vault}/alias.md`,
  ];
  assertEquals(
    await notesAfter(box, ...paths.map(use)),
    paths.map(() => "a.md"),
  );
  assertEquals(
    await notesAfter(box, use(`${home}/inside/b.md`, 10)),
    [...paths.map(() => "a.md"), "dir/b.md"],
  );
  const before = (await graphifyCalls(box, "update")).length;
  for (
    const path of [
      `${vault}/leak.md`,
      `${vault}/leaks/s.md`,
      `${vault}/../../out/s.md`,
      `${home}/out/s.md`,
    ]
  ) {
    assertEquals((await notesAfter(box, use(path, 20))).length, 6, path);
  }
  assertEquals((await graphifyCalls(box, "update")).length, before);
  await box.run("session-end", { reason: "other" });
  const [entry = ""] = await journalEntries(box, real);
  assert(entry.includes("- notes: [[a]], [[dir/b]]\n"), entry);
  assert((await Deno.lstat(`${real}/alias.md`)).isSymlink);
});

Deno.test("A lock that is held for ever holds no hook up, and the note is not lost", async () => {
  await using box = await sandbox({ notes: { "a.md": "a", "b.md": "b" } });
  await indexed(box);
  await Deno.writeTextFile(`${box.vault}/a.md`, "[[b]]");
  const queue = (await indexPath(box)).replace(/\.sqlite$/, ".changed");
  {
    using held = await Deno.open(queue, { create: true, write: true });
    await held.lock(true);
    const run = await box.run("post-tool-use", edited(`${box.vault}/a.md`));
    assertHarmless(run);
    assertSilent(run);
    assertHarmless(await box.run("session-start", { source: "resume" }));
  }
  await box.settled();
  const brief = await wholeBrief(box, { source: "resume" });
  assert(brief.includes("a: degree 1"));
  assertEquals((await ledgerRecords(box, SESSION)).length, 3);
});

Deno.test("The vault's brief does not follow links out of it", async () => {
  await using box = await sandbox({ notes: { "a.md": "a" } });
  const secret = "---\ntags: convention\nsummary: from outside\n---\n";
  await Deno.mkdir(`${box.home}/out`);
  await Deno.writeTextFile(`${box.home}/out/s.md`, secret);
  await Deno.symlink(`${box.home}/out/s.md`, `${box.vault}/leak.md`);
  await Deno.symlink(`${box.home}/out`, `${box.vault}/leaks`);
  const { stdout } = await box.run("session-start", { source: "startup" });
  assert(!stdout.includes("from outside"));
  await box.settled();
  assertEquals(await indexedNotes(box), ["a.md"]);
});
