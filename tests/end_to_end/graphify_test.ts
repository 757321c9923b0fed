// The real graphify behind the installed hooks, with a stand-in for its model server.

import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { graphifyProgram, HAS_PYTHON } from "../_support/graphify_program.ts";
import { messagesApi, type ScriptBlock } from "../_support/messages_api.ts";
import { ollama, type OllamaRequest } from "../_support/ollama.ts";
import { runProgram } from "../_support/program.ts";
import { type Home, makeHome, SCRIPTS } from "./_home.ts";
import { onlySession } from "./_scenario.ts";

/** Their titles and their names differ: graphify's graph, as the stand-in makes it, has the names. */
const NOTES: Record<string, string> = {
  "hub.md": "# The Hub\n\n[[deploy]], [[rollback]], [[people]]\n",
  "deploy.md": "# Deployment\n\n[[rollback]]\n",
  "rollback.md": "# Rolling back\n",
  "people.md": "# Who is who\n",
  "convention/naming.md": "---\nsummary: Files are snake_case.\n---\n",
};

const TOOLS = "my tools";

async function homeWith(options: { onPath: boolean }): Promise<Home> {
  const home = await makeHome(NOTES, {
    ...SCRIPTS,
    ...(options.onPath ? { tools: TOOLS } : {}),
  });
  // A link, as pipx and uv leave it.
  await Deno.mkdir(`${home.home}/${TOOLS}`);
  await Deno.symlink(await graphifyProgram(), graphifyOf(home));
  const { code, stdout, stderr } = await home.install();
  assertEquals(code, 0, stderr + stdout);
  return home;
}

function graphifyOf({ home }: Home): string {
  return `${home}/${TOOLS}/graphify`;
}

/** The command lines of graphify in the rebuild's log. */
async function commands(home: Home): Promise<string[]> {
  const log = await Deno.readTextFile(home.places.rebuildLog);
  return [...log.matchAll(/^\S+Z graphify (.*)$/gm)].map(([, line = ""]) =>
    line.replaceAll(home.vault, "VAULT")
  );
}

/** Milliseconds after which a pause in the edits is one that they are merged in. */
const QUIET_MS = 5000;

/** Milliseconds between a session's first and last write of a note. */
async function pauseOf(home: Home, sessionId: string): Promise<number> {
  const times = (await home.ledger(sessionId))
    .filter(({ kind }) => kind === "note")
    .map(({ at }) => Date.parse(String(at)));
  return Math.max(...times) - Math.min(...times);
}

/** The god nodes that graphify's report names, as the brief should tell them: without the journal's. */
async function reported(home: Home): Promise<string[]> {
  const report = await Deno.readTextFile(
    `${home.vault}/graphify-out/GRAPH_REPORT.md`,
  );
  const found = report.matchAll(/^\d+\. `(.+)` - (\d+) edges?$/gm);
  return [...found].filter(([, name = ""]) => !/^\d{4}-\d\d-\d\d$/.test(name))
    .map(([, name, edges]) => `- ${name}: degree ${edges}`);
}

/** The lines of a section of a brief. */
function section(brief: string, title: string): string[] {
  const [, part = ""] = brief.split(`\n## ${title}\n`);
  return part.split("\n\n")[0]?.split("\n") ?? [];
}

/** The notes sent, but for the journal: whether its day is among them depends on whether the session ends before graphify looks. */
function notesIn(requests: readonly OllamaRequest[]): string[] {
  return requests.flatMap(({ notes }) => notes)
    .filter((note) => !note.startsWith("journal/")).sort();
}

const MODEL = "qwen25-coder-7b-16k";
const EXTRACT = `extract VAULT --backend ollama --model ${MODEL}`;
const REPORT = "cluster-only VAULT --no-label --no-viz";

const test = (
  name: string,
  fn: (t: Deno.TestContext) => Promise<void>,
): void => Deno.test({ name, ignore: !HAS_PYTHON, fn });

test("With graphify on PATH, a session start rebuilds the whole vault, and edits are merged once they pause", async (t) => {
  await using home = await homeWith({ onPath: true });
  await using server = ollama();
  const env = { OLLAMA_BASE_URL: server.url };

  await t.step(
    "the first session starts the rebuild, which stamps it",
    async () => {
      const begin = Date.now();
      await using api = messagesApi();
      assertEquals((await home.claude({ prompt: "Hi", api, env })).code, 0);
      await home.settled();
      assertEquals(await commands(home), [`${EXTRACT} --force`, REPORT]);
      assertEquals(notesIn(server.requests), Object.keys(NOTES).sort());
      for (const { model, numCtx, keepAlive } of server.requests) {
        assertEquals([model, numCtx, keepAlive], [MODEL, 16384, "30m"]);
      }
      const { mtime } = await Deno.stat(home.places.rebuildStamp);
      assert((mtime?.getTime() ?? 0) >= begin - 2000);
    },
  );

  const before = server.requests.length;
  await t.step(
    "the next one is told of graphify's god nodes; its two writes are one merge",
    async () => {
      const write = (name: string, content: string): ScriptBlock => ({
        tool: "Write",
        input: { file_path: `${home.vault}/${name}`, content },
      });
      await using api = messagesApi({
        script: [
          [write("new.md", "# Brand new\n\n[[other]]\n")],
          [write("other.md", "# Other\n\n[[new]]\n")],
          ["Done."],
        ],
      });
      const gods = await reported(home);
      const run = await home.claude({
        prompt: "Write",
        args: ["--continue"],
        api,
        env,
      });
      assertEquals([run.code, api.left], [0, 0]);
      const brief = onlySession(run).briefs[1] ?? "";
      assertEquals(gods[0], "- hub: degree 3");
      assertEquals(section(brief, "Most connected notes"), gods);
      assertEquals(section(brief, "Conventions"), [
        "- naming (convention/naming.md): Files are snake_case.",
      ]);
      await home.settled();
      const merges = (await commands(home)).slice(2);
      // On a slow machine the model's pause between the two may be one that merges are made in.
      const most = await pauseOf(home, onlySession(run).id) < QUIET_MS ? 1 : 2;
      const count = Math.min(Math.max(merges.length / 2, 1), most);
      assertEquals(merges, Array(count).fill([EXTRACT, REPORT]).flat());
      const sent = notesIn(server.requests.slice(before));
      assertEquals(sent, ["new.md", "other.md"]);
    },
  );

  await t.step("`update --file` was asked for once", async () => {
    const log = await Deno.readTextFile(
      `${home.places.state}/memory-hooks.log`,
    );
    assertEquals(log.match(/has no `update --file`/g)?.length, 1);
    const remembered = await Deno.readTextFile(
      `${home.places.state}/graphify.json`,
    );
    assertStringIncludes(remembered, graphifyOf(home));
  });

  await t.step("the merge is in the next brief", async () => {
    const gods = await reported(home);
    assert(gods.includes("- new: degree 2"), gods.join("\n"));
    const { stdout } = await home.hook("SessionStart", { source: "startup" });
    assertEquals(
      section(
        JSON.parse(stdout).additionalContext,
        "Most connected notes",
      ),
      gods,
    );
    assertEquals(await home.complaints(), []);
  });
});

test("The embedded engine's graph is one that the real graphify answers from, also by the line in the brief", async () => {
  await using home = await homeWith({ onPath: false });
  await home.hook("SessionStart", { source: "startup" });
  await home.settled();
  // The project's own graph: here the vault's, made by the embedded engine.
  await Deno.mkdir(`${home.project}/graphify-out`);
  await Deno.copyFile(
    `${home.vault}/graphify-out/graph.json`,
    `${home.project}/graphify-out/graph.json`,
  );
  const { stdout } = await home.hook("SessionStart", { source: "startup" });
  const [line = ""] = section(
    JSON.parse(stdout).additionalContext,
    "Graph of this project",
  );
  const command = /with: (graphify query .*)$/.exec(line)?.[1] ?? "";
  const run = await runProgram({
    command: "/bin/sh",
    args: ["-c", command.replace("<question>", "what links to Deployment")],
    cwd: home.home,
    env: { HOME: home.home, PATH: `${home.home}/${TOOLS}:/usr/bin:/bin` },
  });
  assertEquals([run.code, run.stderr], [0, ""]);
  assertMatch(run.stdout, /^NODE The Hub /m);
  assertMatch(run.stdout, /^EDGE The Hub --references .*--> Deployment$/m);
});
