import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runProgram } from "../_support/program.ts";
import { type Sandbox, sandbox } from "../_support/sandbox.ts";
import { assertSilent, section, sectionTitles } from "./_answer.ts";
import { wholeBrief } from "./_brief.ts";
import { graphFiles } from "./_graph.ts";
import { complaints, stampAged } from "./_state.ts";

const NOTES = {
  "Hub.md": "[[One]]\n",
  "One.md": "one\n",
  "Naming.md": "---\nsummary: Names are nouns\ntags: convention\n---\n",
};

function start(box: Sandbox, source = "startup"): Promise<string> {
  return wholeBrief(box, { source });
}

async function projectGraph(box: Sandbox): Promise<string> {
  const path = `${box.project}/graphify-out/graph.json`;
  await Deno.mkdir(`${box.project}/graphify-out`);
  await Deno.writeTextFile(path, JSON.stringify({ nodes: [], links: [] }));
  return path;
}

Deno.test("The brief has its sections in the issue's order", async () => {
  await using box = await sandbox({ notes: NOTES });
  await projectGraph(box);
  const brief = await start(box);
  assertEquals(sectionTitles(brief), [
    "Most connected notes",
    "Conventions",
    "Journal",
    "Graph of this project",
  ]);
  assertStringIncludes(brief.split("\n")[0] ?? "", box.vault);
});

Deno.test("Sections without content are left out of the brief", async () => {
  await using box = await sandbox({ notes: { "alone.md": "no links" } });
  assertEquals(sectionTitles(await start(box)), ["Journal"]);
});

Deno.test("A session is briefed whatever it starts from", async () => {
  await using box = await sandbox({ notes: NOTES });
  const briefs: string[] = [];
  for (const source of ["startup", "resume", "clear", "compact", "fork"]) {
    briefs.push(await start(box, source));
  }
  assertEquals(new Set(briefs).size, 1);
  assertEquals(section(briefs[0] ?? "", "Conventions"), [
    "Naming: Names are nouns",
  ]);
});

Deno.test("Nothing to say is no bytes", async () => {
  await using box = await sandbox({ notes: null });
  assertSilent(await box.run("session-start", { source: "startup" }));
});

Deno.test("Without a vault, the project's graph is still told", async () => {
  await using box = await sandbox({ notes: null });
  await projectGraph(box);
  assertEquals(sectionTitles(await start(box)), ["Graph of this project"]);
});

Deno.test("The query line of the brief can be given to a shell as it is", async () => {
  const home = 'it\'s $HOME & `a` "b" 日本 😀';
  await using box = await sandbox({ home, graphify: true, notes: NOTES });
  await stampAged(box, 1);
  const graph = `${box.home}/graphify-out/graph.json`;
  await Deno.mkdir(`${box.home}/graphify-out`);
  await Deno.writeTextFile(graph, "{}");
  const event = { source: "startup", cwd: box.home };
  const brief = await wholeBrief(box, event, { cwd: box.home });
  const [item = ""] = section(brief, "Graph of this project") ?? [];
  const line = item.slice(item.indexOf("graphify query "));
  const run = await runProgram({
    command: "/bin/sh",
    args: ["-c", line.replace("<question>", "what is $1?")],
    env: box.env,
  });
  assertEquals(run.code, 0);
  await box.settled();
  const calls = await box.graphify?.calls() ?? [];
  assertEquals(calls.find(({ args }) => args[0] === "query")?.args, [
    "query",
    "what is ?",
    "--graph",
    graph,
  ]);
});

Deno.test("A project's graph that is no file is not told", async () => {
  await using box = await sandbox({ notes: NOTES });
  await Deno.mkdir(`${box.project}/graphify-out/graph.json`, {
    recursive: true,
  });
  assertEquals(section(await start(box), "Graph of this project"), null);
  assertEquals(await complaints(box), []);
});

Deno.test("God nodes come from graphify's report, else its analysis, else its graph", async () => {
  await using box = await sandbox({ graphify: true, notes: NOTES });
  await stampAged(box, 1);
  const out = `${box.vault}/graphify-out`;
  const files = graphFiles("From the report");
  await Deno.mkdir(out);
  const gods = async (): Promise<string[] | null> =>
    section(await start(box), "Most connected notes");
  assertEquals(await gods(), ["Hub: degree 1", "One: degree 1"]);
  const nodes = ["x", "y", "z"].map((id) => ({ id, label: `Node ${id}` }));
  const links = [{ source: "x", target: "y" }, { source: "x", target: "z" }];
  await Deno.writeTextFile(
    `${out}/graph.json`,
    JSON.stringify({ nodes, edges: links }),
  );
  assertEquals((await gods())?.[0], "Node x: degree 2");
  await Deno.writeTextFile(
    `${out}/.graphify_analysis.json`,
    JSON.stringify({ gods: [{ id: "a", label: "Analysed", degree: 7 }] }),
  );
  assertEquals(await gods(), ["Analysed: degree 7"]);
  await Deno.writeTextFile(
    `${out}/GRAPH_REPORT.md`,
    files["graphify-out/GRAPH_REPORT.md"] ?? "",
  );
  assertEquals(await gods(), ["From the report: degree 1"]);
});

Deno.test("The journal's notes are no god nodes and make none", async () => {
  await using box = await sandbox({
    notes: {
      "journal/2026-01-01.md": "[[a]] [[b]] [[c]]",
      "journal/2026-01-02.md": "[[a]] [[b]] [[c]]",
      "a.md": "[[b]]",
      "b.md": "b",
      "c.md": "c",
    },
  });
  assertEquals(section(await start(box), "Most connected notes"), [
    "a: degree 1",
    "b: degree 1",
  ]);
});

Deno.test("Conventions are told by tag, by a tag below it and by folder, in every form of frontmatter", async () => {
  const forms: Record<string, string> = {
    "1 list.md": "---\ntags:\n  - convention/a\nsummary: one\n---\n",
    "2 flow.md": "---\ntags: [x, convention]\nsummary: 'two: it''s'\n---\n",
    "3 text.md": "---\ntags: convention, other\nsummary: three\n---\n",
    "4 tag.md": "---\ntag: convention\nsummary: >\n  four\n  folded\n---\n",
    "5 hash.md": '---\ntags: ["#convention"]\nsummary: "five 日本"\n---\n',
    "6 inline.md": "---\nsummary: six\n---\nText #convention/x here.\n",
    "7 crlf.md": "---\r\ntags: convention\r\nsummary: seven\r\n---\r\n",
    "8 bom.md": "\uFEFF---\ntags: convention\nsummary: eight\n---\n",
    "9 caps.md": "---\nTags: Convention\nsummary: nine\n---\n",
    "convention/folder.md": "---\nsummary: ten\n---\n",
    "none 1.md": "---\ntags: conventional\nsummary: no\n---\n",
    "none 2.md": "---\nsummary: no\n---\n`#convention` and # convention\n",
    ".hidden/none 3.md": "---\ntags: convention\n---\n",
    ".trash/none 4.md": "---\ntags: convention\n---\n",
    "graphify-out/none 5.md": "---\ntags: convention\n---\n",
    "none 6.sync-conflict-20260101-120000-ABCDEFG.md":
      "---\ntags: convention\n---\n",
    "none 7.md": "",
  };
  await using box = await sandbox({ notes: forms });
  assertEquals(section(await start(box), "Conventions"), [
    "1 list: one",
    "2 flow: two: it's",
    "3 text: three",
    "4 tag: four folded",
    "5 hash: five 日本",
    "6 inline: six",
    "7 crlf: seven",
    "8 bom: eight",
    "9 caps: nine",
    "folder (convention/folder.md): ten",
  ]);
});

Deno.test("The brief stays below its limit: whole items of the longest section are dropped and counted", async () => {
  const summary = "word ".repeat(60).trim();
  const notes: Record<string, string> = { "Hub.md": "[[c 1]] [[c 2]]" };
  for (let n = 1; n <= 100; n++) {
    notes[`c ${n}.md`] = `---\ntags: convention\nsummary: ${summary}\n---\n`;
  }
  for (const limit of [9500, 2000, 600]) {
    await using box = await sandbox({ notes });
    // The vault's path is named twice, and is as long as it is.
    const maxChars = limit === 600 ? limit + 2 * box.vault.length : limit;
    const folder = `${box.home}/.config/memory-hooks`;
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(
      `${folder}/config.yaml`,
      `brief:\n  max_chars: ${maxChars}\n`,
    );
    const brief = await start(box);
    assert(brief.length <= maxChars);
    const items = section(brief, "Conventions") ?? [];
    const whole = items.filter((item) => item.endsWith(`: ${summary}`));
    assertEquals(items.length, whole.length + 1);
    assertEquals(items.at(-1), `… and ${100 - whole.length} more conventions`);
    assertEquals(section(brief, "Most connected notes")?.length, 3);
    assertEquals(section(brief, "Journal")?.length, 1);
    // The next item would not have fitted.
    assert(brief.length + summary.length + 20 > maxChars);
  }
});
