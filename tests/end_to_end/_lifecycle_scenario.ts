import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { ClaudeResult } from "../_support/claude.ts";
import { filesWith } from "../_support/files_below.ts";
import { messagesApi, type ScriptTurn } from "../_support/messages_api.ts";
import { runProgram } from "../_support/program.ts";
import { writeFiles } from "../_support/temp.ts";
import { until } from "../_support/until.ts";
import { readTree } from "../install/_support.ts";
import { type Home, type Installation, makeHome } from "./_home.ts";
import { leftIn } from "./_memory_traces.ts";

/** Made up, in two parts so that nobody takes it for a real one. */
const KEY = "AKIA" + "1234567890PLANTD";

/** The body of a private block: nothing may ever hold it. */
const CONFIDENTIAL = "PLANTED-CONFIDENTIAL-7c3b";

/** What begins all that a prompt is told. */
const RECALLED = "From the user's own memory";

/**
 * Three sessions in one project: the first does something, the second is told of it at its start and recalls nothing for a prompt that has
 * nothing to do with it, the third recalls it in another worktree. Then what the journal says, what the worker says, what must be nowhere,
 * and the end of it all.
 *
 * @param t The test, of which each part is a step.
 * @param installation How the hooks are installed.
 */
export async function runLifecycleScenario(
  t: Deno.TestContext,
  installation: Installation,
): Promise<void> {
  await using home = await makeHome({
    "Home.md": "# Home\n\n[[Gardening]]\n",
    "Gardening.md": "# Gardening\n\nRoses and their thorns.\n",
  }, installation);
  const { project } = home;
  const worktree = `${project} worktree`;
  const ask = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await home.installer(args);
    assertEquals(code, 0, `${args.join(" ")}: ${stderr}${stdout}`);
    return stdout;
  };
  const before = await readTree(home.home);
  await makeRepository(project, worktree);
  const sources = await readTree(project);
  let first = "";

  const session = async (
    cwd: string,
    prompt: string,
    script: ScriptTurn[],
  ): Promise<{ run: ClaudeResult; told: string }> => {
    await using api = messagesApi({ script });
    const run = await home.claude({ prompt, api, cwd });
    assertEquals([run.code, run.stderr, api.left], [0, "", 0]);
    return { run, told: api.modelText("main") };
  };

  await t.step(
    "hooks and capture are installed, the worker is on",
    async () => {
      const { code, stdout, stderr } = await home.install();
      assertEquals(code, 0, stderr + stdout);
      const config = await Deno.readTextFile(home.places.config);
      await Deno.writeTextFile(
        home.places.config,
        config.replace("http: off", "http: on"),
      );
      await ask("--capture", "--user", installation.form);
      await ask("--check");
    },
  );

  await t.step("a first session does something", async () => {
    const { run, told } = await session(
      project,
      `The upload worker gives up after one retry when the queue restarts. Mend it. <private>${CONFIDENTIAL}</private>`,
      [
        [{ tool: "Read", input: { file_path: `${project}/src/upload.ts` } }],
        [{
          tool: "Edit",
          input: {
            file_path: `${project}/src/upload.ts`,
            old_string: "const RETRIES = 1;",
            new_string: "const RETRIES = 5;",
          },
        }],
        [{ tool: "Bash", input: { command: `echo 3 passed ${KEY}` } }],
        [
          "I raised RETRIES in src/upload.ts from 1 to 5, because the queue needs up to four seconds to restart. Decided: exponential backoff with a ceiling of 30 s. Next: a metric for uploads that were given up.",
        ],
      ],
    );
    assert(!told.includes(RECALLED), "a first prompt recalls nothing");
    first = run.transcripts[0]?.sessionId ?? "";
    await until(
      "the first session is in the store, with its summary",
      async () =>
        (await exported(home)).some((record) =>
          record["kind"] === "summary" && record["session"] === first
        ),
    );
    const records = (await exported(home)).filter(({ session }) =>
      session === first
    );
    const observations = records.filter(({ kind }) => kind === "observation");
    assertEquals(observations.map(({ what }) => what), [
      "read",
      "write",
      "command",
    ]);
    assertEquals(observations[0]?.["files"], [`${project}/src/upload.ts`]);
  });

  await t.step(
    "the next session is told what the last one came to, and a prompt about something else recalls nothing",
    async () => {
      const { told } = await session(
        `${project}/src`,
        "Which colour should the landing page of the bakery have?",
        [["Ochre."]],
      );
      assertStringIncludes(told, "The last session in this project");
      assertStringIncludes(told, "upload worker gives up after one retry");
      assert(!told.includes(RECALLED), told);
    },
  );

  await t.step(
    "a third session, in a worktree, recalls what the first one did, and the model is told",
    async () => {
      const { told } = await session(
        worktree,
        "How many retries do uploads have when the queue restarts?",
        [["Five."]],
      );
      assertStringIncludes(told, RECALLED);
      assertStringIncludes(told, "src/upload.ts");
    },
  );

  await t.step(
    "another repository of the same name knows nothing of it",
    async () => {
      const other = `${home.home}/elsewhere/my 'project'`;
      await makeRepository(other, null);
      const { told } = await session(
        other,
        "How many retries do uploads have when the queue restarts?",
        [["I do not know."]],
      );
      assert(!told.includes("The last session in this project"), told);
      assert(!told.includes("src/upload.ts"), told);
      await Deno.remove(`${home.home}/elsewhere`, { recursive: true });
    },
  );

  await t.step("the journal says what the first session came to", async () => {
    const [entry = ""] = await home.entriesOf(first);
    assertStringIncludes(entry, "upload worker gives up after one retry");
  });

  await t.step("nothing was written into the project", async () => {
    const { "src/upload.ts": mine, ...rest } = sources;
    const { "src/upload.ts": edited, ...now } = await readTree(project);
    assert(mine !== edited);
    // Git's own files change with the worktree.
    const own = (tree: Record<string, string>): string[] =>
      Object.keys(tree).filter((path) => !path.startsWith(".git/"));
    assertEquals(own(now), own(rest));
  });

  await t.step(
    "the worker tells it to whoever has the token, and to nobody else",
    async () => {
      const { address } = JSON.parse(await ask("--viewer", "--json"));
      const { origin, hash } = new URL(address);
      const get = async (token: string): Promise<[number, string]> => {
        const response = await fetch(`${origin}/api/session/${first}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        return [response.status, await response.text()];
      };
      assertEquals((await get("0".repeat(64)))[0], 401);
      const [status, text] = await get(hash.replace("#token=", ""));
      assertEquals(status, 200);
      assertStringIncludes(text, "upload worker gives up after one retry");
    },
  );

  await t.step("no secret is anywhere but where Claude put it", async () => {
    const seen = await filesWith(
      home.home,
      [KEY, CONFIDENTIAL],
      (path) =>
        !/^\/(?:\.claude(?:\/|\.json)|tmp\/)/.test(
          path.slice(home.home.length),
        ),
    );
    assertEquals(seen, []);
    assertEquals(await home.complaints(), []);
  });

  await t.step(
    "what is purged is gone, and the rest of the chain holds",
    async () => {
      await ask("--purge", "--session", first, "--yes");
      assertEquals(
        (await exported(home)).filter(({ session }) => session === first),
        [],
      );
      await ask("--verify");
    },
  );

  await t.step("after its uninstallation nothing is left", async () => {
    // A config that somebody has changed would stay.
    const config = await Deno.readTextFile(home.places.config);
    await Deno.writeTextFile(
      home.places.config,
      config.replace("http: on", "http: off"),
    );
    await ask("--uninstall", "--delete-store");
    assertEquals(await leftIn(home, before, installation), []);
  });

  async function exported(
    of: Home,
  ): Promise<Record<string, unknown>[]> {
    const { stdout, code, stderr } = await of.installer(["--export"]);
    assertEquals(code, 0, stderr);
    return stdout.split("\n").filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  }
}

/** Makes a repository with one file, and a second working tree of it. */
async function makeRepository(
  folder: string,
  worktree: string | null,
): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  await writeFiles(folder, {
    "src/upload.ts":
      "/** Sends a job. */\nexport function upload(): void {}\nconst RETRIES = 1;\n",
  });
  const git = async (...args: string[]): Promise<void> => {
    const { code, stderr } = await runProgram({
      command: "git",
      args,
      cwd: folder,
      env: { PATH: "/usr/bin:/bin", HOME: folder },
    });
    assertEquals(code, 0, stderr);
  };
  await git("init", "-q");
  await git("add", ".");
  await git(
    "-c",
    "user.name=n",
    "-c",
    "user.email=n@example.com",
    "commit",
    "-qm",
    "First",
  );
  if (worktree !== null) {
    await git("worktree", "add", "-q", "-b", "other", worktree);
  }
}
