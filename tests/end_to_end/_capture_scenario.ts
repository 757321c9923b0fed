import { assert, assertEquals, assertMatch } from "@std/assert";
import type { ClaudeResult } from "../_support/claude.ts";
import { filesBelow, filesWith, pathsBelow } from "../_support/files_below.ts";
import { messagesApi, type ScriptTurn } from "../_support/messages_api.ts";
import { until } from "../_support/until.ts";
import { readTree } from "../install/_support.ts";
import { type Home, type Installation, makeHome, SCRIPTS } from "./_home.ts";

/** Made up, in two parts so that nobody takes it for a real one. */
const KEY = "AKIA" + "1234567890PLANTD";

/** The body of a private block: nothing may ever hold it. */
const CONFIDENTIAL = "PLANTED-CONFIDENTIAL-5e2a";

/** A hook that the user has there already: it leaves a file. */
const OWN_FILE = "own-stop";
const OWN_HOOK = `touch ${OWN_FILE}`;
const OWN_SETTINGS =
  `{\n  "hooks": {\n    "Stop": [{"hooks": [{"type": "command", "command": "${OWN_HOOK}"}]}]\n  }\n}\n`;

/** A row as `install.ts --tail --json` prints it. */
interface Row {
  readonly kind: string;
  readonly payload: Record<string, unknown>;
}

/**
 * Capture in one project and not in another, from its installation to the last trace of it: a session with tools that work and one
 * that fails, a private turn, status, tail and verification, a daemon that is killed, and the end of it all.
 *
 * @param t The test, of which each part is a step.
 * @param installation How the hooks are installed.
 */
export async function runCaptureScenario(
  t: Deno.TestContext,
  installation: Installation,
): Promise<void> {
  await using home = await makeHome({}, installation);
  const other = `${home.project} not captured`;
  const settings = `${home.project}/.claude/settings.json`;
  await Deno.mkdir(other);
  await Deno.mkdir(`${home.project}/.claude`);
  await Deno.writeTextFile(settings, OWN_SETTINGS);
  const before = await readTree(home.home);
  let id = "";

  const ask = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await home.installer(args);
    assertEquals(code, 0, `${args.join(" ")}: ${stderr}${stdout}`);
    return stdout;
  };
  const rows = async (): Promise<Row[]> =>
    (await ask("--tail", "1000", "--json")).split("\n")
      .filter((line) => line !== "").map((line) => JSON.parse(line));
  const rowsSoon = async (count: number): Promise<Row[]> => {
    let found: Row[] = [];
    await until(`${count} rows`, async () => {
      found = await rows();
      return found.length >= count;
    });
    assertEquals(found.length, count);
    return found;
  };
  const session = async (
    prompt: string,
    script: ScriptTurn[],
    options: { cwd?: string; args?: string[] } = {},
  ): Promise<ClaudeResult> => {
    await using api = messagesApi({ script });
    const run = await home.claude({ prompt, api, ...options });
    assertEquals([run.code, run.stderr, api.left], [0, "", 0]);
    return run;
  };

  await t.step("it is installed for one project, twice", async () => {
    const args = ["--capture", home.project, installation.form];
    await ask(...args);
    const once = await Deno.readTextFile(settings);
    await ask(...args);
    assertEquals(await Deno.readTextFile(settings), once);
    const { hooks } = JSON.parse(once);
    assertEquals(Object.keys(hooks).sort(), [
      "PostToolUse",
      "PostToolUseFailure",
      "Stop",
      "UserPromptSubmit",
    ]);
    assertEquals(hooks.Stop.length, 2);
    assertEquals(hooks.Stop[0].hooks[0].command, OWN_HOOK);
  });

  await t.step("nothing is captured elsewhere", async () => {
    await session("Not captured", [["Fine."]], { cwd: other });
    assertEquals(await rows(), []);
    assertEquals(await filesBelow(`${home.places.capture}/spool`), []);
  });

  await t.step("a session leaves its rows, redacted", async () => {
    await session(
      `Use ${KEY} please, and mail jane.doe@example.com <Private>${CONFIDENTIAL}</PRIVATE >`,
      [
        [{
          tool: "Write",
          input: { file_path: `${home.project}/a.md`, content: `# ${KEY}\n` },
        }],
        [{ tool: "Bash", input: { command: `echo ${KEY} | wc -c` } }],
        [{ tool: "Bash", input: { command: `cat /no/such/file/${KEY}` } }],
        [`Done with ${KEY}.`],
      ],
    );
    assert((await Deno.stat(`${home.project}/${OWN_FILE}`)).isFile);
    const found = await rowsSoon(5);
    assertEquals(found.map(({ kind }) => kind), [
      "memory.claude_prompt",
      "memory.claude_tool_use",
      "memory.claude_tool_use",
      "memory.claude_tool_use",
      "memory.claude_session_completed",
    ]);
    const [prompt, write, echo, cat, stop] = found.map(({ payload }) =>
      payload
    );
    id = String(prompt?.session_id);
    assertEquals(
      prompt?.prompt_redacted,
      "Use <AWS_KEY> please, and mail <EMAIL> ",
    );
    assertMatch(String(prompt?.prompt_hash), /^[0-9a-f]{64}$/);
    assertEquals(prompt?.cwd, home.project);
    assertEquals(
      [write, echo, cat].map((it) => [it?.tool_name, it?.outcome]),
      [["Write", "success"], ["Bash", "success"], ["Bash", "error"]],
    );
    for (const payload of [write, echo, cat]) {
      assertMatch(String(payload?.tool_args_hash), /^[0-9a-f]{64}$/);
      assert(Number(payload?.duration_ms) >= 0);
    }
    assertEquals(
      [stop?.prompt_count, stop?.tool_use_count],
      [1, 3],
    );
    assert(Number(stop?.duration_ms) > 0);
    assertEquals(
      stop?.last_assistant_message_redacted,
      "Done with <AWS_KEY>.",
    );
    const traces = new Set(found.map(({ payload }) => payload.trace_id));
    assertEquals(traces.size, 1);
    assertMatch(String([...traces][0]), /^[0-9a-f]{32}$/);
  });

  await t.step("a private turn leaves no prompt and no tool", async () => {
    await session(
      `<private>${CONFIDENTIAL}</private>`,
      [
        [{ tool: "Bash", input: { command: `echo ${CONFIDENTIAL}` } }],
        [`All of ${CONFIDENTIAL}.`],
      ],
      { args: ["--continue"] },
    );
    const added = (await rowsSoon(6)).slice(5);
    assertEquals(added.map(({ kind }) => kind), [
      "memory.claude_session_completed",
    ]);
    assertEquals(added[0]?.payload.session_id, id);
  });

  await t.step("a daemon that is killed costs nothing", async () => {
    const pid = await daemonOf(home);
    Deno.kill(pid, "SIGKILL");
    await session("After the kill", [["Here."]]);
    assertEquals(
      (await rowsSoon(8)).slice(6).map(({ kind }) => kind),
      ["memory.claude_prompt", "memory.claude_session_completed"],
    );
  });

  await t.step("status, tail and verification say so", async () => {
    const status = JSON.parse(
      await ask("--status", home.project, "--json"),
    );
    assert(JSON.stringify(status).includes(settings), JSON.stringify(status));
    const text = await ask("--status", home.project);
    assert(text.includes(settings), text);
    const tail = await ask("--tail", "8");
    assert(tail.includes("Use <AWS_KEY> please"), tail);
    assert(tail.includes("After the kill"), tail);
    assertEquals(tail.includes("\x1b"), false);
    assertMatch(await ask("--verify"), /8 rows/);
  });

  await t.step("no secret is anywhere but where Claude put it", async () => {
    const seen: string[] = [];
    for (const place of [home.home, home.project, other]) {
      seen.push(
        ...await filesWith(
          place,
          [KEY, CONFIDENTIAL],
          (path) =>
            !/\/(?:\.claude(?:\/|\.json)|tmp\/)/.test(
              path.slice(home.home.length),
            ),
        ),
      );
    }
    assertEquals(seen, [`${home.project}/a.md`]);
    assertEquals(await home.complaints(), []);
  });

  await t.step("after its uninstallation nothing is captured", async () => {
    await ask("--uninstall", "--capture", home.project);
    assertEquals(await Deno.readTextFile(settings), OWN_SETTINGS);
    await session("Not captured any more", [["Fine."]]);
    assertEquals((await rows()).length, 8);
    await ask("--uninstall", "--delete-store");
    const left = (await pathsBelow(home.home)).filter((path) =>
      !/^\/(?:\.claude(?:$|\/|\.json)|tmp(?:$|\/))/.test(
        path.slice(home.home.length),
      )
    ).filter((path) => !(path.slice(home.home.length + 1) in before))
      .map((path) => path.slice(home.home.length + 1))
      .filter((path) =>
        installation !== SCRIPTS || !/^\.cache\/deno(?:$|\/)/.test(path)
      )
      .filter((path) =>
        ![".cache", ".config", ".local", ".local/share", ".local/state"]
          .includes(path)
      );
    assertEquals(left, []);
  });
}

/** The daemon's process. */
async function daemonOf(home: Home): Promise<number> {
  const { pid } = JSON.parse(
    await Deno.readTextFile(home.places.daemonLock),
  );
  return pid;
}
