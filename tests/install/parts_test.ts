import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { claudeProgram } from "../_support/claude_program.ts";
import { daemonEnded } from "../_support/daemon_ended.ts";
import { placesIn } from "../_support/places_in.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { readTree, runInstaller } from "./_support.ts";

const DATA = ".local/share/memory-hooks";
const SETTINGS = ".claude/settings.json";
const BEFORE = '{\n  "model": "opus"\n}\n';

/** Changes a text in a file. */
async function replaceIn(
  path: string,
  from: string,
  to: string,
): Promise<void> {
  const text = await Deno.readTextFile(path);
  assertStringIncludes(text, from);
  await Deno.writeTextFile(path, text.replace(from, to));
}

Deno.test("install.ts installs what goes with the hooks, checks it, and takes it away", async (t) => {
  await using tmp = await tempDir(" it's ü");
  const home = tmp.path;
  const path = (name: string): string => `${home}/${name}`;
  await writeFiles(home, { [SETTINGS]: BEFORE });
  await Deno.mkdir(path("tool"));
  await Deno.symlink(await claudeProgram(), path("tool/claude"));
  const run = (...args: string[]) =>
    runInstaller(home, args, {
      env: {
        PATH: `${home}/tool:/usr/bin:/bin`,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_AUTOUPDATER: "1",
      },
    });
  const exit = async (...args: string[]): Promise<number> =>
    (await run(...args)).code;
  const settings = () => Deno.readTextFile(path(SETTINGS));

  await t.step("skills and agents come without hooks", async () => {
    assertEquals(await exit("--check", "--skills"), 1);
    const printed = await run("--print", "--skills", "--agents");
    assertEquals(printed.code, 0, printed.stderr);
    assertMatch(
      printed.stdout,
      /^would install .*\/\.claude\/skills\/memory-store\/SKILL\.md$/m,
    );
    assertMatch(printed.stdout, /^would install .*\/memory-warden\.md$/m);
    assertEquals([...Deno.readDirSync(path(".claude"))].length, 1);
    const { code: installed, stdout } = await run("--skills", "--agents");
    assertEquals(installed, 0, stdout);
    assertEquals(await settings(), BEFORE);
    const again = await run("--skills");
    assertMatch(again.stdout, /nothing to do\n$/);
  });

  await t.step(
    "each part gates its own check, and the hooks gate the one of all",
    async () => {
      assertEquals(await exit("--check", "--skills", "--agents"), 0);
      assertEquals(await exit("--check"), 1);
    },
  );

  await t.step(
    "MCP server, status line and warden need the programs",
    async () => {
      for (const args of [["--mcp"], ["--statusline"], ["--warden", "on"]]) {
        const { code, stderr } = await run(...args);
        assertEquals(code, 1);
        assertStringIncludes(stderr, "install the hooks first");
      }
    },
  );

  await t.step("the base installation proves each program", async () => {
    const { code, stdout, stderr } = await run("--no-compile");
    assertEquals(code, 0, stderr + stdout);
    for (
      const line of [
        /^memory-guard +PreToolUse +script +\d+ ms +works$/m,
        /^memory-pre-compact +PreCompact +script +\d+ ms +works$/m,
        /^memory-stop +Stop +script +\d+ ms +works$/m,
        /^memory-user-prompt-submit +UserPromptSubmit +script +\d+ ms +works$/m,
        /^memory-statusline +\(status line\) +script +\d+ ms +works$/m,
        /^memory-mcp +\(MCP server\) +script +\d+ ms +works$/m,
        /^memoryd +\(in the background\) +script +works$/m,
      ]
    ) assertMatch(stdout, line);
  });

  await t.step("MCP server and status line are registered", async () => {
    const { code, stdout } = await run("--mcp", "--statusline");
    assertEquals(code, 0, stdout);
    // Claude Code has started the server, and found nothing wrong with it.
    assert(!stdout.includes("Note:"), stdout);
    const { statusLine } = JSON.parse(await settings());
    const shown = await new Deno.Command("sh", {
      args: ["-c", statusLine.command],
      clearEnv: true,
      env: { HOME: home, PATH: "/usr/bin:/bin" },
      stdin: "null",
    }).output();
    // There are no memories yet.
    assertEquals([shown.code, shown.stdout.length], [0, 0]);
  });

  await t.step("the warden is switched, and --status shows it", async () => {
    assertEquals(
      (await run("--warden", "30")).stdout,
      "The warden is on, every 30 minutes at most.\n",
    );
    assertEquals(
      (await run("--warden", "off")).stdout,
      "The warden is off (every 30 minutes when it is on).\n",
    );
    assertMatch(
      (await run("--status")).stdout,
      /^Warden: +off \(every 30 minutes when it is on\)$/m,
    );
    const { stdout } = await run("--status", "--json");
    assertEquals(JSON.parse(stdout).warden, { enabled: false, minutes: 30 });
    assertEquals(await exit("--warden", "481"), 2);
  });

  await t.step("--check says that all is well", async () => {
    const aside = path(`${DATA}/store/store.corrupt-20260605T120000Z.sqlite`);
    await Deno.writeTextFile(aside, "");
    const { code, stdout } = await run("--check");
    await Deno.remove(aside);
    assertEquals(code, 0, stdout);
    for (
      const line of [
        /^ +memory-guard \(PreToolUse\) +current$/m,
        /^ +memory-store +installed by \d+\.\d+\.\d+$/m,
        /^ +memory-warden\.md +installed by \d/m,
        /^ +MCP server +registered in Claude Code$/m,
        /^ +Status line +set$/m,
        /^ +Warden +off/m,
        /^ +Store +.*: schema \d+, 0 memories; .* beside it: store\.corrupt-20260605T120000Z\.sqlite$/m,
      ]
    ) assertMatch(stdout, line);
    assertEquals(await exit("--check", "--mcp", "--statusline"), 0);
  });

  await t.step(
    "--check tells the whole truth where one thing of each kind was broken by hand",
    async () => {
      const kept = new Map<string, Uint8Array>();
      const touch = async (
        name: string,
        change: (path: string) => Promise<void>,
      ): Promise<void> => {
        kept.set(path(name), await Deno.readFile(path(name)));
        await change(path(name));
      };
      // The hooks: one is outdated, one broken, one missing, one a command of the user's.
      await writeFiles(home, { "own/memory-stop": "" });
      await touch(SETTINGS, async (file) => {
        const all = JSON.parse(await Deno.readTextFile(file));
        all.hooks.PreToolUse[0].hooks[0].timeout = 1;
        const command = "/gone/memory-pre-compact";
        all.hooks.PreCompact[0].hooks[0] = { type: "command", command };
        all.hooks.Stop[0].hooks[0] = {
          type: "command",
          command: `"${home}/own/memory-stop" --quiet-minutes 90`,
        };
        delete all.hooks.SessionEnd;
        all.statusLine.command = "/gone/memory-statusline";
        await Deno.writeTextFile(file, JSON.stringify(all));
      });
      await touch(`${DATA}/bin/memory-session-start.js`, Deno.remove);
      const skills = ".claude/skills";
      await touch(
        `${skills}/memory-store/SKILL.md`,
        (file) => Deno.writeTextFile(file, "mine"),
      );
      await touch(`${skills}/memory-curate/SKILL.md`, Deno.remove);
      await Deno.remove(path(`${skills}/memory-curate`));
      await touch(
        `${skills}/memory-curate-stale/SKILL.md`,
        (file) => Deno.writeTextFile(file, "as it was shipped once"),
      );
      await touch(`${skills}/.memory-skills.json`, async (file) => {
        const receipt = JSON.parse(await Deno.readTextFile(file));
        delete receipt.skills["memory-curate-stale"];
        await Deno.writeTextFile(file, JSON.stringify(receipt));
      });
      await touch(".claude/agents/memory-warden.md", Deno.remove);
      await touch(
        ".claude.json",
        (file) =>
          replaceIn(file, `${home}/${DATA}/bin/memory-mcp`, "/gone/memory-mcp"),
      );
      await daemonEnded(placesIn(home));
      await touch(`${DATA}/store/store.sqlite`, (file) => {
        using db = new DatabaseSync(file);
        db.exec("PRAGMA user_version = 99");
        return Promise.resolve();
      });
      await touch(
        ".config/memory-hooks/config.yaml",
        (file) => Deno.writeTextFile(file, "brief:\n  budgett: 1\n"),
      );

      const before = await readTree(path(".claude"));
      const { code, stdout } = await run("--check");
      assertEquals(code, 1);
      assertEquals(await readTree(path(".claude")), before);
      for (
        const line of [
          /\(PreToolUse\) +outdated: registered through an entry that this version would write differently$/m,
          /\(PreCompact\) +broken: .* not on disk: \/gone\/memory-pre-compact$/m,
          /\(Stop\) +elsewhere: another command is registered: .*\/own\/memory-stop 90$/m,
          /\(SessionEnd\) +missing: not registered$/m,
          /\(SessionStart\) +current$/m,
          /^✗ .*memory-session-start\.js is gone$/m,
          /^ +memory-store +edited since it was installed by \d/m,
          /^ +memory-curate +missing/m,
          /^ +memory-curate-stale +outdated: it differs/m,
          /^ +memory-curate-domains +installed/m,
          /^ +memory-warden\.md +missing/m,
          /^ +MCP server +registered, but its command is not on disk: \/gone\/memory-mcp/m,
          /^ +Status line +set with another command \(\/gone\/memory-statusline\)/m,
          /^✗ .*its schema is 99, from a later version/m,
          /^ +Store +.*schema is 99.*\(0 memories can be read, nothing is written\)$/m,
          /^✗ .*config\.yaml:2: .*budgett/m,
          /problems; install\.ts mends \d+ of them when it is run again\.$/m,
        ]
      ) assertMatch(stdout, line);
      const json = JSON.parse((await run("--check", "--json")).stdout);
      assertEquals(json.ok, false);
      assertEquals(json.mcp.state, "broken");

      for (const [file, bytes] of kept) {
        await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), {
          recursive: true,
        });
        await Deno.writeFile(file, bytes);
      }
      await Deno.remove(path("own"), { recursive: true });
      const mended = await run("--no-compile", "--json");
      assertEquals(mended.code, 0, mended.stdout);
      assertEquals((await run("--check")).code, 0);
    },
  );

  await t.step("--uninstall takes single parts away", async () => {
    const { code, stdout } = await run("--uninstall", "--agents");
    assertEquals(code, 0);
    assertMatch(stdout, /^Removed memory-warden\.md from /m);
    assertEquals(
      [...Deno.readDirSync(path(".claude"))].map(({ name }) => name)
        .filter((name) => name === "agents"),
      [],
    );
    assertEquals((await run("--check")).code, 0);
    assertEquals(await runInstaller(home, ["--agents"]).then((r) => r.code), 0);
  });

  await t.step(
    "--uninstall takes all of it away but what was edited",
    async () => {
      await Deno.writeTextFile(
        path(".claude/skills/memory-store/SKILL.md"),
        "mine",
      );
      const { code, stdout } = await run("--uninstall");
      assertEquals(code, 0, stdout);
      assertMatch(stdout, /^Kept: .*\/skills\/memory-store \(edited\)$/m);
      assertMatch(stdout, /^Took the status line out of /m);
      assertMatch(stdout, /^Removed the MCP server memory from Claude Code$/m);
      assertEquals(await settings(), BEFORE);
      const servers = JSON.parse(await Deno.readTextFile(path(".claude.json")));
      assertEquals(servers.mcpServers, {});
      const left = Object.keys(await readTree(path(".claude")))
        // Claude Code's own.
        .filter((name) => !/^(?:backups|telemetry|projects)/.test(name)).sort();
      assertEquals(left, [
        "settings.json",
        "skills",
        "skills/memory-store",
        "skills/memory-store/SKILL.md",
      ]);
      // Nothing was ever stored.
      assertThrows(() => Deno.statSync(path(DATA)), Deno.errors.NotFound);
      const again = await run("--uninstall");
      assertStringIncludes(again.stdout, "There was nothing to remove");
    },
  );
  await daemonEnded(placesIn(home));
});

Deno.test("memories are not deleted with what was captured while their hooks are in use", async () => {
  await using tmp = await tempDir();
  const home = tmp.path;
  const run = (...args: string[]) => runInstaller(home, args);
  await Deno.mkdir(`${home}/project`);
  const installed = await run("--no-compile");
  assertEquals(installed.code, 0, installed.stderr + installed.stdout);
  assertEquals((await run("--no-compile", "--capture", "project")).code, 0);
  const server = new Deno.Command(`${home}/${DATA}/bin/memory-mcp`, {
    clearEnv: true,
    env: { HOME: home, PATH: "/usr/bin:/bin" },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = server.stdin.getWriter();
  const send = (message: Record<string, unknown>): Promise<void> =>
    writer.write(
      new TextEncoder().encode(
        `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`,
      ),
    );
  await send({
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "0" },
    },
  });
  await send({ method: "notifications/initialized" });
  await send({
    id: 2,
    method: "tools/call",
    params: { name: "note", arguments: { content: "Keep me", domain: "a" } },
  });
  await writer.close();
  const { stdout } = await server.output();
  assertStringIncludes(new TextDecoder().decode(stdout), "uid");

  const end = ["--uninstall", "--capture", "project"];
  const refused = await run(...end, "--delete-store");
  assertEquals(refused.code, 1);
  assertStringIncludes(refused.stderr, "the same store holds a memory");
  const { code } = await run(...end);
  assertEquals(code, 0);
  // The daemon's program stays: the memories need it.
  await Deno.stat(`${home}/${DATA}/bin/memoryd`);
  assertMatch((await run("--check")).stdout, /schema \d+, 1 memory$/m);
  assertEquals((await run("--check")).code, 0);
  const gone = await run("--uninstall", "--delete-store");
  assertStringIncludes(
    gone.stdout,
    "Deleted the captured rows and the memories in",
  );
  await daemonEnded(placesIn(home));
});
