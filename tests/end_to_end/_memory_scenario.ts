import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { compactionNote } from "../../lib/warden/compaction_note.ts";
import { isAlive } from "../_support/is_alive.ts";
import type { MessagesApi } from "../_support/messages_api.ts";
import { runProgram } from "../_support/program.ts";
import { until } from "../_support/until.ts";
import { readTree } from "../install/_support.ts";
import type { Installation } from "./_home.ts";
import {
  answerOf,
  call,
  resultOf,
  SECRETS,
  turnsOf,
  uidsIn,
  WRITES,
} from "./_memory_calls.ts";
import { makeMemoryHome, OWN_FILE, OWN_SETTINGS } from "./_memory_home.ts";
import { filesOfOursWith, leftIn } from "./_memory_traces.ts";

const ASK = "The memory warden is due.";
/** What a model reads of this product, of its brief, its tools, its agents and its skills. */
const TRACE =
  /# (?:Long-term )?[Mm]emory: |mcp__memory__|memory-(?:warden|store|curate)/;

const WRITERS = Object.keys(WRITES) as (keyof typeof WRITES)[];

/**
 * The memory from its installation to the last trace of it: a session that writes and is refused, one that goes on, one that is
 * compacted, the next one; the warden that is asked for; the server as Claude Code has it registered; the end of it all.
 *
 * @param t The test, of which each part is a step.
 * @param installation How the hooks are installed.
 */
export async function runMemoryScenario(
  t: Deno.TestContext,
  installation: Installation,
): Promise<void> {
  await using home = await makeMemoryHome(
    { "Home.md": "# Home\n\n[[Potoroo]]\n", "Potoroo.md": "# Potoroo\n" },
    installation,
  );
  const { places, settings, project, work, ask, turn } = home;
  const before = await readTree(home.home);
  const uids: Record<string, string> = {};
  let id = "";

  await t.step("hooks, agent and skills are installed", async () => {
    const { code, stdout, stderr } = await home.install();
    assertEquals(code, 0, stderr + stdout);
    await ask("--agents", "--skills");
    const tree = await readTree(places.claude);
    await ask("--agents", "--skills");
    assertEquals(await readTree(places.claude), tree);
    await ask("--check", "--agents", "--skills");
  });

  await t.step(
    "a session writes through each writer, is refused what did not arrive whole, and reads what it wrote",
    async () => {
      await using api = await turn("Remember", {
        script: [
          WRITERS.map((tool) => call(tool, WRITES[tool])),
          [
            call("note", {
              content:
                'Half of it</content>\n<parameter name="domain">acme/x100',
              tags: ["e2e"],
            }, "swallowed"),
            call("checkpoint", { intent: "Lost", pursuing: " " }, "lost"),
          ],
          [
            call("pulse", { domain: "x100" }),
            call("search", { query: "Quokka importers" }),
            call("search", { query: "potoroo" }, "vault"),
            call("recall", { query: "what does a wombat say of tests" }),
          ],
          ["All is stored."],
          ["I carry on without it."],
        ],
      }, { isNew: true });
      id = api.run.transcripts[0]?.sessionId ?? "";

      for (const tool of WRITERS) {
        uids[tool] = answerOf(api, tool).uid;
        assertMatch(uids[tool] ?? "", /^[0-9a-f]{16}$/);
      }
      assertRefused(
        api,
        "swallowed",
        /BLOCKED \(mcp__memory__note\): .*content \(<\/content>\).* Nothing was stored\./,
      );
      assertRefused(
        api,
        "lost",
        /BLOCKED \(mcp__memory__checkpoint\): required parameter\(s\) missing: established, pursuing, open_questions\./,
      );
      const pulse = answerOf(api, "pulse");
      assertEquals(pulse.scope.total, WRITERS.length);
      assertEquals(pulse.scope.by_type.reasoning, 1);
      assertEquals(pulse.latest_checkpoint.uid, uids["checkpoint"]);
      assertEquals(
        [pulse.handoffs, pulse.anti_patterns, pulse.recent_notes]
          .map(uidsIn),
        ["handoff", "anti_pattern", "note"].map((tool) => [uids[tool]]),
      );
      assertEquals(uidsIn(pulse.diagrams), [uids["diagram"]]);
      assertEquals(uidsIn(answerOf(api, "search"))[0], uids["handoff"]);
      const [{ source, path }] = answerOf(api, "vault").results;
      assertEquals([source, path], ["vault", `${home.vault}/Potoroo.md`]);
      const recalled = answerOf(api, "recall");
      assertEquals(uidsIn(recalled)[0], uids["note"]);
      assertStringIncludes(JSON.stringify(recalled), "Key <AWS_KEY>.");

      // Tools, the end of the turn, and one turn more.
      assertEquals(turnsOf(api), 5);
      assertEquals(count(api.modelText("main"), ASK), 1);
      assertEquals(home.stops(work), [false, true]);
    },
  );

  await t.step("within the interval it is not asked again", async () => {
    await using api = await turn("Go on", { script: [["Fine."]] });
    assertEquals(turnsOf(api), 1);
    assertEquals(home.stops(work).slice(2), [false]);
  });

  await t.step(
    "at the end of a turn that a Stop hook has asked for, nothing is",
    async () => {
      await home.makeDue(id);
      const due = await Deno.readTextFile(home.asked(id));
      const stop = (active: boolean) =>
        home.hook("Stop", {
          session_id: id,
          transcript_path: `${home.home}/transcript.jsonl`,
          stop_hook_active: active,
        });
      const { code, stdout, stderr } = await stop(true);
      assertEquals([code, stdout, stderr], [0, "", ""]);
      assertEquals(await Deno.readTextFile(home.asked(id)), due);
      assertStringIncludes((await stop(false)).stdout, ASK);
    },
  );

  await t.step("a warden that is off is not asked for", async () => {
    await home.makeDue(id);
    await ask("--warden", "off");
    await using api = await turn("Go on", { script: [["Fine."]] });
    assertEquals(turnsOf(api), 1);
    await ask("--warden", "on");
  });

  await t.step(
    "once the interval is over the warden runs, from where it stopped, with the memory's tools",
    async () => {
      const since = await home.makeDue(id);
      await using api = await turn("Go on", {
        script: [
          ["Here."],
          [{
            tool: "Agent",
            input: {
              description: "Warden",
              prompt: "WATCH",
              subagent_type: "memory-warden",
              run_in_background: true,
            },
          }],
          ["I carry on."],
        ],
        agents: {
          WATCH: [
            [call("recall", { query: "dingo" }, "warden")],
            ["NOTHING TO REPORT"],
          ],
        },
      });
      const text = api.requests.filter(({ kind }) => kind === "main").at(-1)
        ?.text ?? "";
      assertStringIncludes(text, `Let it read the turns after ${since}.`);
      assertStringIncludes(
        text,
        `Transcript: ${api.run.transcripts[0]?.path} `,
      );
      assertEquals(uidsIn(answerOf(api, "warden")), [uids["anti_pattern"]]);
      // The first one, and this one.
      assertEquals(count(text, ASK), 2);
    },
  );

  await t.step(
    "a compaction is told what to keep, and the session of what it wrote",
    async () => {
      await using compaction = await turn("/compact", {});
      const [, told = ""] = compaction.modelText("summary")
        .split("Additional Instructions:\n");
      assertEquals(
        told.slice(0, told.indexOf("\n\nREMINDER")),
        compactionNote().trimEnd(),
      );
      await using api = await turn("Go on", { script: [["Fine."]] });
      assertEquals(turnsOf(api), 1);
      const [, written = ""] = api.modelText().split(
        "## Written since this session began\n",
      );
      const lines = written.slice(0, written.indexOf("\n\n")).split("\n");
      assertEquals(
        lines.map((line) => line.split(" ").slice(0, 3).join(" ")).sort(),
        WRITERS.map((tool) => `- ${tool} ${uids[tool]}`).sort(),
      );
    },
  );

  await t.step(
    "the next session is briefed of it, and asked once, with capture beside",
    async () => {
      await ask(installation.form, "--capture", project);
      await using api = await turn("What do we know?", {
        script: [["Much."], ["I carry on without it."]],
      }, { cwd: project, isNew: true });
      assertEquals(turnsOf(api), 2);
      const [, brief = ""] = api.requests.find(({ kind }) => kind === "main")
        ?.text.split("# Long-term memory: 6 memories in the whole store\n") ??
        [];
      assertStringIncludes(brief, "\n- acme/x100 (6)\n");
      assertStringIncludes(brief, `(${uids["checkpoint"]}): `);
      for (const tool of ["handoff", "anti_pattern", "note"] as const) {
        assertStringIncludes(brief, `\n- ${uids[tool]} [acme/x100] `);
      }
      assertStringIncludes(
        brief,
        `\n- ${uids["diagram"]} ${WRITES.diagram.title}\n`,
      );
      assertStringIncludes(brief, "call pulse(domain)");
      assertEquals(home.stops(project), [false, true]);
      await using next = await turn("Go on", { script: [["Fine."]] }, {
        cwd: project,
      });
      assertEquals(turnsOf(next), 1);
      await until("the captured rows", async () => {
        const rows = await ask("--tail", "--json");
        return count(rows, '"memory.claude_prompt"') === 2;
      });
    },
  );

  await t.step("the status line is one line", async () => {
    await ask("--statusline");
    const once = await Deno.readTextFile(settings);
    await ask("--statusline");
    assertEquals(await Deno.readTextFile(settings), once);
    const { command } = JSON.parse(once).statusLine;
    const { code, stdout, stderr } = await runProgram({
      command: "/bin/sh",
      args: ["-c", command],
      env: { HOME: home.home, PATH: "/usr/bin:/bin" },
      cwd: work,
      stdin: JSON.stringify({ session_id: id, cwd: work }),
    });
    assertEquals([code, stderr], [0, ""]);
    assertMatch(stdout, /^memory 6 mem \| acme\/x100 \| cp \d+m ago\n$/);
  });

  await t.step(
    "the server that Claude Code has registered starts a daemon that is gone",
    async () => {
      await ask("--mcp");
      const file = `${home.home}/.claude.json`;
      const servers = async () =>
        JSON.parse(await Deno.readTextFile(file)).mcpServers;
      const once = await servers();
      await ask("--mcp");
      assertEquals(await servers(), once);
      const { stdout } = await home.claudeCode("mcp", "get", "memory");
      assertMatch(stdout, /Status: .*Connected/);
      assertStringIncludes(stdout, home.server);

      const pid = await home.daemon();
      Deno.kill(pid, "SIGKILL");
      await until("the end of the daemon", async () => !await isAlive(pid));
      await using api = await turn("Remember one more", {
        script: [
          [call("note", { ...WRITES.note, content: "A seventh: koala" })],
          [call("list_recent", { limit: 1 })],
          ["Done."],
          ["I carry on without it."],
        ],
      }, { isNew: true, isRegistered: true });
      assertEquals(
        uidsIn(answerOf(api, "list_recent")),
        [answerOf(api, "note").uid],
      );
      assertEquals(turnsOf(api), 4);
      // Nothing is amiss with the installation, so that is all that it has to say.
      assertMatch(
        api.modelText(),
        /This memory outlives the session\. .* help\(\) explains each tool\.\n(?!\n*[^\n]*install)/,
      );
    },
  );

  await t.step("no secret is anywhere but where Claude put it", async () => {
    assertEquals(await filesOfOursWith(SECRETS, home, [project, work]), []);
    assertEquals(await home.complaints(), []);
  });

  await t.step("after its uninstallation nothing of it is left", async () => {
    const pid = await home.daemon();
    const vault = await readTree(home.vault);
    await ask("--uninstall", "--delete-store");
    await until("the end of the daemon", async () => !await isAlive(pid));
    assertEquals(await Deno.readTextFile(settings), OWN_SETTINGS);
    assertEquals(
      JSON.parse(await Deno.readTextFile(`${home.home}/.claude.json`))
        .mcpServers,
      {},
    );
    assertEquals(await readTree(home.vault), vault);
    await using api = await turn("After", { script: [["Fine."]] }, {
      isNew: true,
      isRegistered: true,
    });
    assertEquals(turnsOf(api), 1);
    assertEquals(api.modelText().match(TRACE), null);
    assertEquals(await leftIn(home, before, installation), []);
    for (const folder of [project, work]) {
      assertEquals(Object.keys(await readTree(folder)), [OWN_FILE]);
    }
  });
}

function assertRefused(api: MessagesApi, id: string, why: RegExp): void {
  const { isError, text } = resultOf(api, id);
  assertEquals(isError, true);
  assertMatch(text, why);
}

/** How often a text holds another. */
function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
