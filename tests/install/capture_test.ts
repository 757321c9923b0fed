import { DatabaseSync } from "node:sqlite";
import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { runningDaemon } from "../../lib/install/running_daemon.ts";
import { quoted } from "../../lib/install/quoted.ts";
import { readRows } from "../../lib/store/read_rows.ts";
import { runProgram } from "../_support/program.ts";
import { placesIn } from "../_support/places_in.ts";
import { tempDir } from "../_support/temp.ts";
import { until } from "../_support/until.ts";
import { CAPTURED_SESSION, captureTurn } from "./_capture.ts";
import {
  denoDir,
  problemsIn,
  PROJECT,
  readTree,
  runInstaller,
} from "./_support.ts";

const EVENTS = [
  "UserPromptSubmit",
  "PostToolUse",
  "PostToolUseFailure",
  "Stop",
];
const VAULT_EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PostToolUse",
  "SessionEnd",
  "PreToolUse",
  "PreCompact",
  "Stop",
];

/** A user's own settings, in a layout of their own. */
const OWN =
  '{\r\n   "hooks": { "Stop": [{"hooks": [{"type": "command", "command": "say done"}]}] }, "z": 1}';

Deno.test("install.ts captures where it is told to, and nowhere else, and takes it back", async (t) => {
  await using tmp = await tempDir(" é 'q'");
  const home = `${tmp.path}/home`;
  const project = `${tmp.path}/my project`;
  const places = placesIn(home);
  const userSettings = `${home}/.claude/settings.json`;
  const projectSettings = `${project}/.claude/settings.json`;
  await Deno.mkdir(home);
  await Deno.mkdir(`${project}/.claude`, { recursive: true });
  await Deno.writeTextFile(projectSettings, OWN);
  const run = async (...args: string[]) => {
    const result = await runInstaller(home, args);
    return { ...result, said: result.stdout + result.stderr };
  };
  const ok = async (...args: string[]) => {
    const result = await run(...args);
    assertEquals(result.code, 0, result.said);
    return result;
  };
  const text = (path: string) => Deno.readTextFile(path);
  const eventsIn = async (path: string) =>
    Object.keys(JSON.parse(await text(path)).hooks);
  const programs = () =>
    [...Deno.readDirSync(`${places.data}/bin`)].map(({ name }) => name)
      .filter((name) => !name.endsWith(".lazy.js")).sort();
  const stored = (): number => {
    try {
      using reader = readRows(places.store);
      return reader?.count() ?? 0;
    } catch {
      return 0;
    }
  };
  const captured = async (rows: number) => {
    await captureTurn(home, project);
    await until(`${rows} rows`, () => stored() === rows);
  };

  const before = await readTree(tmp.path);

  await t.step("nothing is there, and that can be asked for", async () => {
    const status = await ok("--status", project);
    assertStringIncludes(status.stdout, "Capture is not installed");
    assertStringIncludes(status.stdout, "not there yet");
    assertStringIncludes((await ok("--tail")).stderr, "There is no store");
    assertStringIncludes((await ok("--verify")).stdout, "nothing to verify");
    const json = JSON.parse((await ok("--status", "--json")).stdout);
    assertEquals([json.ok, json.installed, json.lastRow], [true, false, null]);
    assertEquals(await readTree(tmp.path), before);
  });

  await t.step("--capture alone says what to give", async () => {
    const { code, stderr } = await run("--capture");
    assertEquals(code, 2);
    assertStringIncludes(stderr, "the folder of a project, or --user");
  });

  await t.step("settings that Claude Code ignores are refused", async () => {
    await Deno.writeTextFile(projectSettings, '{"a":1,}');
    const { code, stderr } = await run("--capture", project, "--no-compile");
    assertEquals(code, 1);
    assertStringIncludes(stderr, "trailing comma");
    await Deno.writeTextFile(projectSettings, OWN);
    assertEquals(await readTree(tmp.path), before);
  });

  await t.step(
    "--capture PROJECT needs no vault, proves the hooks, and says what it means",
    async () => {
      const { stdout } = await ok("--capture", project, "--no-compile");
      for (const event of ["UserPromptSubmit", "PostToolUseFailure", "Stop"]) {
        assertMatch(stdout, new RegExp(`${event} +script +\\d+ ms +works`));
      }
      assertMatch(stdout, /^memoryd .*script +works$/m);
      assertStringIncludes(stdout, `Store:    ${places.store} `);
      assertMatch(stdout, /^Turn off: .* --uninstall --capture '/m);
      assertMatch(stdout, /^Note: .* keeps them out of the repository$/m);
      assertEquals(programs(), [
        "deno",
        "memory-capture-prompt.js",
        "memory-capture-stop.js",
        "memory-capture-tool.js",
        "memoryd",
        "memoryd.js",
      ]);
      const made = Object.keys(await readTree(home));
      const isOwn = /^\.(?:cache|local)(?:\/|$)/;
      assertEquals(made.filter((path) => !isOwn.test(path)), [
        ".config",
        ".config/memory-hooks",
        ".config/memory-hooks/config.yaml",
      ]);
      assertStringIncludes(stdout, `Wrote ${places.config}\n`);
      // Nothing of the proof is left, nor does its daemon run.
      assertEquals([...Deno.readDirSync(places.state)], []);
      assertEquals(stored(), 0);
      const { hooks } = JSON.parse(await text(projectSettings));
      assertEquals(Object.keys(hooks), [
        "Stop",
        ...EVENTS.filter((event) => event !== "Stop"),
      ]);
      assertEquals(hooks.Stop.length, 2);
      assertEquals(hooks.Stop[0].hooks[0].command, "say done");
    },
  );

  await t.step("the second run changes no byte", async () => {
    const first = await text(projectSettings);
    const { stdout } = await ok("--capture", project, "--no-compile", "--json");
    assertEquals(JSON.parse(stdout).done, []);
    assertEquals(await text(projectSettings), first);
    assertStringIncludes((await ok("--check")).stdout, projectSettings);
  });

  await t.step("--check finds what keeps capture from working", async () => {
    const settings = await text(projectSettings);
    await Deno.writeTextFile(
      projectSettings,
      settings.replace('"timeout": 10', '"timeout": 9'),
    );
    await Deno.chmod(places.state, 0o755);
    const bin = `${places.data}/bin`;
    await Deno.rename(`${bin}/memoryd`, `${bin}/memoryd.moved`);
    const { code, stdout } = await run("--check");
    assertEquals(code, 1);
    const problems = problemsIn(stdout).trimEnd().split("\n");
    assertEquals(problems.length, 4, stdout);
    assertMatch(problems[0] ?? "", /settings\.json:\d+: .* an older version/);
    assertStringIncludes(problems[1] ?? "", "memoryd: ");
    assertStringIncludes(problems[2] ?? "", "others may enter");
    await Deno.rename(`${bin}/memoryd.moved`, `${bin}/memoryd`);
    await Deno.chmod(places.state, 0o700);
    await Deno.writeTextFile(projectSettings, settings);
  });

  await t.step("status, rows and chain of what was captured", async () => {
    await captured(4);
    const status = await ok("--status", project);
    assertStringIncludes(status.stdout, "Capture is installed for");
    assertMatch(status.stdout, /Daemon: +running \(process \d+, since /);
    assertMatch(
      status.stdout,
      new RegExp(`Last row.*: +\\d{4}-.* stop, session ${CAPTURED_SESSION}`),
    );
    const json = JSON.parse((await ok("--status", project, "--json")).stdout);
    assertEquals(json.files[0].groups.capture.sort(), [...EVENTS].sort());
    assertEquals(
      [json.store.rows, json.spool.rows, json.lastRow.session],
      [4, 0, CAPTURED_SESSION],
    );
    const other = `${tmp.path}/other`;
    const nowhere = await run("--status", other);
    assertEquals([nowhere.code, nowhere.stdout], [1, ""]);
    assertStringIncludes(nowhere.stderr, "there is no such folder");
    await Deno.mkdir(other);
    const elsewhere = await ok("--status", other, "--json");
    assertEquals(JSON.parse(elsewhere.stdout).lastRow, null);

    const lines = (await ok("--tail", "3")).stdout.split("\n");
    assertEquals(lines.length, 4);
    assertMatch(lines[0] ?? "", / tool +0e3b1a2c +Edit +success +142 ms$/);
    assertMatch(lines[2] ?? "", /1 prompt, 2 tools, .*: Done\.$/);
    const all = (await ok("--tail")).stdout;
    assertStringIncludes(all, "<AWS_KEY> \\x1b[31m … (1 more line)");
    assert(!all.includes("\x1b"));
    // Colour is for a terminal whose user does not mind.
    for (
      const [env, coloured] of [[{}, true], [{ NO_COLOR: "1" }, false]] as const
    ) {
      const shown = await inTerminal(home, ["--tail", "3"], env);
      assert(shown.includes("Done."), shown);
      assertEquals(shown.includes("\x1b["), coloured, shown);
    }
    const rows = (await ok("--tail", "--json")).stdout.trim().split("\n");
    assertEquals(rows.map((row) => JSON.parse(row).seq), [1, 2, 3, 4]);
    assertStringIncludes((await ok("--verify")).stdout, "whole: 4 rows");
  });

  await t.step(
    "a second turn of the session: what is known already is not stored twice",
    () => captured(6),
  );

  await t.step(
    "a plain install leaves capture where it is, and only there",
    async () => {
      const first = await text(projectSettings);
      const { stdout } = await ok("--no-compile");
      assert(!stdout.includes("memory-capture-tool"), stdout);
      assertStringIncludes(
        stdout,
        `Also working: capture in ${projectSettings}\n`,
      );
      assertMatch(stdout, /memory-session-start .*works/);
      assertEquals(await text(projectSettings), first);
      assertEquals(await eventsIn(userSettings), VAULT_EVENTS);
      assert(programs().includes("memory-session-start.js"));
      // The daemon of the old programs is gone.
      assertEquals(runningDaemon(places), null);
    },
  );

  await t.step("--capture --user is registered beside the vault", async () => {
    const first = await text(userSettings);
    await ok("--capture", "--user", "--no-compile");
    assertEquals((await eventsIn(userSettings)).sort(), [
      "PostToolUse",
      "PostToolUseFailure",
      "PreCompact",
      "PreToolUse",
      "SessionEnd",
      "SessionStart",
      "Stop",
      "UserPromptSubmit",
    ]);
    await ok("--check");
    const off = await ok("--uninstall", "--capture", "--user");
    assertStringIncludes(off.stdout, `Still registered in ${projectSettings}`);
    assertEquals(await text(userSettings), first);
  });

  await t.step("captured rows are not deleted while it goes on", async () => {
    const refused = await run(
      "--uninstall",
      "--capture",
      "--user",
      "--delete-store",
    );
    assertEquals(refused.code, 1);
    assertStringIncludes(refused.stderr, "capture is still registered in");
  });

  await t.step(
    "the last --uninstall --capture ends the daemon, and keeps rows and vault",
    async () => {
      await captured(8);
      assert(runningDaemon(places) !== null);
      const { stdout } = await ok("--uninstall", "--capture", project);
      assertStringIncludes(stdout, `Took capture's hooks out of`);
      assertMatch(stdout, /^Kept: .*store \(.* to delete it: rm -r .*\)$/m);
      assertEquals(await text(projectSettings), OWN);
      assertEquals(
        // The daemon's stay: the memories need it.
        programs().filter((name) => /capture|memoryd/.test(name)),
        ["memoryd", "memoryd.js"],
      );
      assertEquals(runningDaemon(places), null);
      await ok("--check");
      assertStringIncludes((await ok("--verify")).stdout, "whole: 8 rows");
      assertEquals(
        [...Deno.readDirSync(places.capture)].map(({ name }) => name),
        ["chain-head.json"],
      );
    },
  );

  await t.step("--verify names the first row that was changed", async () => {
    const change = (from: string, to: string): void => {
      using db = new DatabaseSync(`${places.store}/store.sqlite`);
      db.prepare(
        "UPDATE rows SET payload = replace(payload, ?, ?) WHERE seq IN (2, 5)",
      ).run(from, to);
    };
    change("Edit", "Edut");
    const broken = await run("--verify");
    assertEquals(broken.code, 1, broken.said);
    assertMatch(broken.said, /row 2\b/);
    change("Edut", "Edit");
    await ok("--verify");
  });

  await t.step(
    "--uninstall keeps the rows, and --delete-store leaves no trace",
    async () => {
      const kept = await ok("--uninstall");
      assertStringIncludes(kept.stdout, `Kept: ${places.store}`);
      assertStringIncludes((await ok("--verify")).stdout, "whole: 8 rows");
      const { stdout } = await ok("--uninstall", "--delete-store");
      assertStringIncludes(stdout, "Deleted the captured rows");
      const left = Object.keys(await readTree(home)).filter((path) =>
        /memory|claude/.test(path)
      );
      assertEquals(left, []);
    },
  );
});

/** What the installer shows in a terminal. */
async function inTerminal(
  home: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<string> {
  const words = [Deno.execPath(), "run", "-A", `${PROJECT}/install.ts`];
  const { code, stdout } = await runProgram({
    command: "/usr/bin/script",
    args: ["-qec", [...words, ...args].map(quoted).join(" "), "/dev/null"],
    cwd: home,
    env: { PATH: "/usr/bin:/bin", HOME: home, DENO_DIR: denoDir(), ...env },
  });
  assertEquals(code, 0, stdout);
  return stdout;
}
