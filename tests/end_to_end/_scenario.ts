import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { ClaudeResult } from "../_support/claude.ts";
import { filesBelow, filesWith, pathsBelow } from "../_support/files_below.ts";
import { type MessagesApi, messagesApi } from "../_support/messages_api.ts";
import { hookContexts, readTranscripts } from "../_support/transcript.ts";
import { until } from "../_support/until.ts";
import { readTree } from "../install/_support.ts";
import { type Home, type Installation, makeHome, SCRIPTS } from "./_home.ts";

/** The vault that the sessions begin with. */
export const NOTES: Record<string, string> = {
  "Home.md": "# Home\n\n[[Alpha]], [[Beta]]\n",
  "Alpha.md": "# Alpha\n\nSee [[Beta]].\n",
  "Beta.md": "# Beta\n",
  "convention/naming.md":
    "---\nsummary: Files are snake_case.\n---\n# Naming\n\n[[Home]]\n",
};

/** A user's own settings, in a layout of their own. */
export const OWN_SETTINGS =
  '{\r\n   "env": {"EXAMPLE": "1"},\r\n   "hooks": { "Stop": [{"hooks": [{"type": "command", "command": "true"}]}] }, "cleanupPeriodDays": 99}';

/** Secrets: in the prompt, a command, a file outside the vault, the body of a note. */
const SECRET = "PLANTED-7c1d";

const SHARED = [".cache", ".config", ".local", ".local/share", ".local/state"];

/** The brief's heading, by which it is counted. */
export function heading(home: Home): string {
  return `# Memory: the notes in ${home.vault}`;
}

/** How often a text holds another. */
export function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** What the model read in the end. */
export function lastRead(api: MessagesApi): string {
  return api.requests.filter((one) => one.kind === "main").at(-1)?.text ?? "";
}

/** The one session of a home. */
export function onlySession(run: ClaudeResult): {
  id: string;
  briefs: string[];
} {
  const [transcript, ...more] = run.transcripts;
  assert(transcript !== undefined && more.length === 0);
  return {
    id: transcript.sessionId,
    briefs: hookContexts(transcript, "SessionStart"),
  };
}

/** What Claude Code says of the hooks that it ran: an error is an outcome of its own. */
function hookOutcomes(run: ClaudeResult): string[] {
  const lines = run.transcripts.flatMap((transcript) => transcript.lines);
  const types = lines.flatMap(({ attachment }) => {
    const { type } = (attachment ?? {}) as { type?: unknown };
    return typeof type === "string" && type.startsWith("hook_") ? [type] : [];
  });
  return [...new Set(types)].sort();
}

/** The wikilinks of an entry. */
export function linksOf(entry: string | undefined): string {
  return /^- notes: (.*)$/m.exec(entry ?? "")?.[1] ?? "";
}

/**
 * A person's first days, from the installation to the uninstallation: a session in which the model and a subagent write inside and
 * outside the vault, the next one, one that is killed, the one after that.
 *
 * @param t The test, of which each part is a step.
 * @param installation How the hooks are installed.
 */
export async function runScenario(
  t: Deno.TestContext,
  installation: Installation,
): Promise<void> {
  await using home = await makeHome(NOTES, installation);
  await Deno.mkdir(`${home.home}/.claude`);
  await Deno.writeTextFile(home.settings, OWN_SETTINGS);
  const gamma = `${home.vault}/notes/Gamma (1).md`;
  let id = "";

  await t.step("the installer ends with working hooks", async () => {
    const { code, stdout, stderr } = await home.install();
    assertEquals(code, 0, stderr + stdout);
  });

  await t.step(
    "the first session is briefed once; what it writes is in index, graph, ledger and journal",
    async () => {
      await using api = messagesApi({
        script: [
          [{
            tool: "Read",
            input: { file_path: `${home.vault}/Alpha.md` },
          }],
          [{
            tool: "Write",
            input: {
              file_path: gamma,
              content:
                `---\nsummary: Tests poll, they never sleep.\ntags: [convention/tests]\n---\n# Gamma\n\n[[Alpha]] ${SECRET}\n`,
            },
          }],
          [{
            tool: "Edit",
            input: {
              file_path: `${home.vault}/Alpha.md`,
              old_string: "See [[Beta]].",
              new_string: "See [[Beta]] and [[Gamma (1)]].",
            },
          }],
          [{
            tool: "Write",
            input: {
              file_path: `${home.project}/outside.md`,
              content: `[[Outside]] ${SECRET}\n`,
            },
          }, {
            tool: "Bash",
            input: {
              command: `TOKEN=${SECRET} true`,
              description: `Use ${SECRET}`,
            },
          }],
          [{
            tool: "Agent",
            input: {
              description: "sub",
              prompt: "SUBTASK",
              subagent_type: "general-purpose",
            },
          }],
          ["Waiting."],
        ],
        agents: {
          SUBTASK: [[{
            tool: "Write",
            input: {
              file_path: `${home.vault}/Sub 日本.md`,
              content: `# Sub 日本\n\n[[Home]] ${SECRET}\n`,
            },
          }]],
        },
      });
      const run = await home.claude({ prompt: `Write. ${SECRET}`, api });
      assertEquals([run.code, run.stderr, api.left], [0, "", 0]);
      await home.settled();

      const session = onlySession(run);
      id = session.id;
      assertEquals(hookOutcomes(run), [
        "hook_additional_context",
        "hook_success",
        "hook_system_message",
      ]);
      const [brief = "", ...more] = session.briefs;
      assertEquals(more, []);
      assertEquals(
        brief.split("\n").filter((line) => line.startsWith("- ")).slice(0, -1),
        [
          "- Home: degree 3",
          "- Alpha: degree 2",
          "- Beta: degree 2",
          "- Naming (convention/naming.md): degree 1",
          "- Naming (convention/naming.md): Files are snake_case.",
        ],
      );
      assertStringIncludes(
        brief,
        `## Journal\n- Today's note: ${home.vault}/journal/`,
      );
      assertEquals(count(lastRead(api), heading(home)), 1);
      assertStringIncludes(lastRead(api), brief);

      const notes = ["notes/Gamma (1).md", "Alpha.md", "Sub 日本.md"];
      const all = [...new Set([...Object.keys(NOTES), ...notes])].sort();
      const inVault = (await filesBelow(home.vault)).map((path) =>
        path.slice(home.vault.length + 1)
      ).filter((path) => !/^(?:journal|graphify-out)\//.test(path));
      assertEquals(inVault, all);
      assertEquals(
        (await home.indexed()).filter((path) => !path.startsWith("journal/")),
        all,
      );
      assertEquals(
        (await home.graphed()).filter((path) => !path.startsWith("journal/")),
        all,
      );

      const ledger = await home.ledger(id);
      assertEquals(ledger.map(({ kind }) => kind), [
        "start",
        "note",
        "note",
        "note",
        "end",
      ]);
      assertEquals(ledger.slice(1, 4).map(({ path }) => path), notes);
      assertEquals(
        ledger.slice(1, 4).map((record) => "agent" in record),
        [false, false, true],
      );

      const [entry = "", ...others] = await home.journal();
      assertEquals(others, []);
      assertEquals(
        linksOf(entry),
        "[[notes/Gamma (1)]], [[Alpha]], [[Sub 日本]]",
      );
      assertStringIncludes(entry, ` · my 'project'\n`);
      assertStringIncludes(entry, `(\`${home.project}\`)`);
      assertStringIncludes(entry, `session: \`${id}\` (other)`);
    },
  );

  await t.step(
    "the session that goes on is briefed of the new note, and journaled once more",
    async () => {
      await using api = messagesApi({ script: [["Yes."]] });
      const run = await home.claude({
        prompt: "Go on",
        args: ["--continue"],
        api,
      });
      assertEquals([run.code, run.stdout], [0, "Yes.\n"]);
      const session = onlySession(run);
      assertEquals([session.id, session.briefs.length], [id, 2]);
      const line =
        "\n- Gamma (notes/Gamma (1).md): Tests poll, they never sleep.\n";
      assertStringIncludes(session.briefs[1] ?? "", line);
      assertEquals(count(lastRead(api), line), 1);
      assertEquals((await home.entriesOf(id)).map(linksOf).slice(1), [""]);
    },
  );

  await t.step(
    "a killed session is journaled by the next one, as never ended and once",
    async () => {
      await using api = messagesApi({
        script: [[{
          tool: "Write",
          input: { file_path: `${home.vault}/Last.md`, content: "# Last\n" },
        }], "hang"],
      });
      // Claude Code writes its transcript a moment later, and only that tells the session's id.
      let lost = "";
      const begun = async (): Promise<void> => {
        await api.hanging;
        await until("its transcript", async () => {
          const all = await readTranscripts(home.places.claude);
          lost = all.find(({ sessionId }) => sessionId !== id)?.sessionId ?? "";
          return lost !== "";
        });
      };
      const killed = await home.claude({
        prompt: "Never answered",
        api,
        killWhen: begun(),
      });
      assertEquals(killed.signal, "SIGKILL");
      assertEquals(await home.entriesOf(lost), []);

      let sessions = 0;
      const another = async (): Promise<void> => {
        await using next = messagesApi();
        const run = await home.claude({ prompt: "Another", api: next });
        assertEquals(run.code, 0);
        sessions++;
      };
      // Where `ps` does not answer in time, as on a slow machine, it counts as alive, and a later session finds it.
      await until("the entry", async () => {
        await another();
        return (await home.entriesOf(lost)).length > 0;
      });
      await another();
      const [entry = "", ...more] = await home.entriesOf(lost);
      assertEquals(more, []);
      assertEquals(linksOf(entry), "[[Last]]");
      assertStringIncludes(entry, "- never ended: ");
      assertEquals((await home.journal()).length, 3 + sessions);
    },
  );

  await t.step("nothing was written into the project", async () => {
    assertEquals(Object.keys(await readTree(home.project)), ["outside.md"]);
  });

  await t.step(
    "what was said, run and written is kept nowhere but where the model put it",
    async () => {
      await home.settled();
      const programs = `${home.places.data}/bin/`;
      const seen = await filesWith(
        home.home,
        [SECRET],
        (path) => !isClaudes(home, path) && !path.startsWith(programs),
      );
      assertEquals(
        seen.map((path) => path.slice(home.vault.length + 1)),
        ["Sub 日本.md", "notes/Gamma (1).md"],
      );
    },
  );

  await t.step("nobody had anything to complain of", async () => {
    assertEquals(await home.complaints(), []);
  });

  await t.step(
    "after the uninstallation a session is as before, and nothing of ours is left",
    async () => {
      const vault = await readTree(home.vault);
      const { code, stdout, stderr } = await home.installer(["--uninstall"]);
      assertEquals(code, 0, stderr + stdout);
      await using api = messagesApi();
      const run = await home.claude({ prompt: "After", api });
      assertEquals(run.code, 0);
      assertEquals(count(lastRead(api), "# Memory: "), 0);
      assertEquals(await Deno.readTextFile(home.settings), OWN_SETTINGS);
      assertEquals(await readTree(home.vault), vault);
      const left = (await pathsBelow(home.home)).filter((path) =>
        !isClaudes(home, path) && !path.startsWith(home.vault)
      ).map((path) => path.slice(home.home.length + 1))
        // What Deno keeps of scripts is its own and no matter of ours; executables leave nothing of the kind.
        .filter((path) =>
          installation !== SCRIPTS || !/^\.cache\/deno(?:$|\/)/.test(path)
        )
        .filter((path) => !SHARED.includes(path));
      assertEquals(left, []);
    },
  );
}

/** Whether a path is Claude Code's own. */
function isClaudes({ home }: Home, path: string): boolean {
  return /^\/(?:\.claude(?:$|\/|\.json)|tmp(?:$|\/))/.test(
    path.slice(home.length),
  );
}
