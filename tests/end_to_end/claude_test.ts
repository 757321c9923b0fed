import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { filesBelow } from "../_support/files_below.ts";
import { messagesApi, type ScriptTurn } from "../_support/messages_api.ts";
import { hookContexts } from "../_support/transcript.ts";
import { type Home, makeHome, SCRIPTS } from "./_home.ts";
import {
  count,
  heading,
  lastRead,
  linksOf,
  NOTES,
  onlySession,
  runScenario,
} from "./_scenario.ts";

async function installedHome(): Promise<Home> {
  const home = await makeHome(NOTES);
  const { code, stdout, stderr } = await home.install();
  assertEquals(code, 0, stderr + stdout);
  return home;
}

/** A turn in which the model writes a note. */
function writes(home: Home, note: string, text: string): ScriptTurn {
  const path = `${home.vault}/${note}`;
  return [{ tool: "Write", input: { file_path: path, content: text } }];
}

/** The summaries of the conventions in a brief. */
function conventions(brief = ""): string[] {
  const [, part = ""] = brief.split("\n## Conventions\n");
  return part.split("\n\n")[0]?.split("\n").map((line) =>
    line.slice(line.indexOf(": ") + 2)
  ) ?? [];
}

Deno.test("Claude Code remembers: sessions that write, go on, are killed, and the hooks taken away again", async (t) => {
  await runScenario(t, SCRIPTS);
});

Deno.test("A session is briefed anew after it is compacted, and so is a fork of it", async () => {
  await using home = await installedHome();
  const known = ["Files are snake_case."];
  const learn = async (name: string): Promise<void> => {
    const summary = `Learned ${name}.`;
    await Deno.writeTextFile(
      `${home.vault}/convention/z${known.push(summary)}.md`,
      `---\nsummary: ${summary}\n---\n`,
    );
  };
  await using api = messagesApi({
    script: [["One."], ["Two."], ["Three."]],
    summary: "SUMMARY-TEXT",
  });
  const run = async (prompt: string, ...args: string[]) => {
    const result = await home.claude({ prompt, args, api });
    assertEquals([result.code, result.stderr], [0, ""]);
    return result;
  };
  const { id } = onlySession(await run("first"));

  await learn("before compaction");
  const seen = [...known];
  await run("/compact", "--continue");
  await learn("after compaction");
  const { briefs } = onlySession(await run("second", "--continue"));
  // The run that compacts resumes first, and what it is told then may or may not get a line of its own.
  const [last = "", compacted = ""] = briefs.toReversed();
  assertEquals([conventions(compacted), conventions(last)], [seen, known]);
  const read = lastRead(api);
  assertStringIncludes(read, "SUMMARY-TEXT");
  assertStringIncludes(read, compacted);
  assertStringIncludes(read, last);
  assertEquals(count(read, heading(home)), 2);

  await learn("before the fork");
  const forked = await run("third", "--continue", "--fork-session");
  const fork = forked.transcripts.find(({ sessionId }) => sessionId !== id);
  assert(fork !== undefined && forked.transcripts.length === 2);
  const told = hookContexts(fork, "SessionStart").at(-1) ?? "";
  assertEquals(conventions(told), known);
  assertStringIncludes(lastRead(api), told);
  assertEquals((await home.entriesOf(id)).length, 3);
  assertEquals((await home.entriesOf(fork.sessionId)).length, 1);
  await home.settled();
  assertEquals(await home.complaints(), []);
});

Deno.test("All works with a linked vault, and with Claude Code's and our own folders moved", async () => {
  await using home = await makeHome(NOTES, {
    ...SCRIPTS,
    moved: {
      CLAUDE_CONFIG_DIR: "Claude's config",
      XDG_CONFIG_HOME: "my config",
      XDG_STATE_HOME: "my state",
      XDG_DATA_HOME: "my data",
    },
  });
  const link = `${home.home}/link to the vault`;
  await Deno.symlink(home.vault, link);
  const installed = await home.installer([SCRIPTS.form, "--vault", link]);
  assertEquals(installed.code, 0, installed.stderr + installed.stdout);

  // Both names of the vault are the vault.
  const real: ScriptTurn = writes(home, "Real.md", "[[Home]]\n");
  const linked: ScriptTurn = [{
    tool: "Write",
    input: { file_path: `${link}/Linked.md`, content: "[[Real]]\n" },
  }];
  await using api = messagesApi({ script: [real, linked, ["Done."]] });
  const run = await home.claude({ prompt: "Write", api });
  assertEquals([run.code, api.left], [0, 0]);
  await home.settled();
  const { id, briefs } = onlySession(run);
  assertEquals(briefs.length, 1);
  assertStringIncludes(lastRead(api), `# Memory: the notes in ${link}\n`);
  assertEquals(
    (await home.entriesOf(id)).map(linksOf),
    ["[[Real]], [[Linked]]"],
  );
  for (const found of [await home.indexed(), await home.graphed()]) {
    assert(found.includes("Real.md") && found.includes("Linked.md"));
  }
  assertEquals(await home.complaints(), []);

  const removed = await home.installer(["--uninstall"]);
  assertEquals(removed.code, 0, removed.stderr + removed.stdout);
  await using after = messagesApi();
  assertEquals((await home.claude({ prompt: "After", api: after })).code, 0);
  assertEquals(count(lastRead(after), "# Memory: "), 0);
  const left = (await filesBelow(home.home)).filter((path) =>
    path.includes("memory-hooks") || path.includes("vault-rebuild")
  );
  assertEquals(left, []);
});

Deno.test("Two sessions at once each get their brief and their entry, and both notes are in index and graph", async () => {
  await using home = await installedHome();
  const session = async (name: string) => {
    const cwd = `${home.project}/${name}`;
    await Deno.mkdir(cwd);
    await using api = messagesApi({
      script: [writes(home, `By ${name}.md`, `[[Home]]\n`), ["Done."]],
    });
    const { code } = await home.claude({ prompt: "Write", api, cwd });
    assertEquals([code, api.left], [0, 0]);
    assertEquals(count(lastRead(api), heading(home)), 1);
  };
  await Promise.all([session("one"), session("two")]);
  await home.settled();
  const entries = await home.journal();
  assertEquals(
    entries.map((entry) => [/ · (.*)$/m.exec(entry)?.[1], linksOf(entry)])
      .sort(),
    [["one", "[[By one]]"], ["two", "[[By two]]"]],
  );
  for (const found of [await home.indexed(), await home.graphed()]) {
    assert(found.includes("By one.md") && found.includes("By two.md"));
  }
  assertEquals(await home.complaints(), []);
});

Deno.test("Installed twice, and in the project as well: one brief, one record of a write, one entry", async () => {
  await using home = await installedHome();
  const settings = await Deno.readTextFile(home.settings);
  const again = [
    await home.install(),
    await home.install("--project", home.project),
  ];
  for (const { code, stdout, stderr } of again) {
    assertEquals(code, 0, stderr + stdout);
  }
  assertEquals(await Deno.readTextFile(home.settings), settings);
  assert((await Deno.stat(`${home.project}/.claude/settings.json`)).isFile);

  await using api = messagesApi({
    script: [writes(home, "Once.md", "[[Home]]\n"), ["Done."]],
  });
  const run = await home.claude({ prompt: "Write", api });
  assertEquals(run.code, 0);
  const { id, briefs } = onlySession(run);
  assertEquals([briefs.length, count(lastRead(api), heading(home))], [1, 1]);
  assertEquals((await home.ledger(id)).map(({ kind }) => kind), [
    "start",
    "note",
    "end",
  ]);
  assertEquals((await home.journal()).map(linksOf), ["[[Once]]"]);
});
