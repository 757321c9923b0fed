import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { hooksOf } from "../../lib/install/groups.ts";
import { runProgram } from "../_support/program.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { denoDir, readTree, runInstaller } from "./_support.ts";

const DATA = ".local/share/memory-hooks";
const SETTINGS = ".claude/settings.json";
const CONFIG = ".config/memory-hooks/config.yaml";
const EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PostToolUse",
  "SessionEnd",
  "PreToolUse",
  "PreCompact",
  "Stop",
];

/** What an installation may leave in any HOME: folders that everybody shares. */
function withoutSharedFolders(
  tree: Record<string, string>,
): Record<string, string> {
  const shared = /^(?:\.config|\.cache|\.local|\.local\/(?:share|state))$/;
  return Object.fromEntries(
    Object.entries(tree).filter(([path]) => !shared.test(path)),
  );
}

Deno.test("install.ts installs, checks, brings up to date and uninstalls, in a HOME with an odd name", async (t) => {
  await using tmp = await tempDir(" ü 日本 & 'q' $X");
  const home = tmp.path;
  const path = (name: string) => `${home}/${name}`;
  const text = (name: string) => Deno.readTextFile(path(name));
  const run = (args: string[], env: Record<string, string> = {}) =>
    runInstaller(home, args, { env });
  const check = async (env: Record<string, string> = {}) => {
    const { code, stdout } = await run(["--check"], env);
    return { code, stdout };
  };
  /** Changes a file, checks, and puts the file back. */
  const checkWith = async (
    file: string,
    change: (path: string) => Promise<void>,
  ): Promise<string> => {
    const { mode } = await Deno.stat(path(file));
    const bytes = await Deno.readFile(path(file));
    await change(path(file));
    const { code, stdout } = await check();
    assertEquals(code, 1, stdout);
    await Deno.writeFile(path(file), bytes);
    await Deno.chmod(path(file), mode ?? 0o600);
    return stdout;
  };

  const nothing = await readTree(home);

  await t.step("--print changes nothing", async () => {
    const { code, stdout } = await run(["--print", "--no-compile"]);
    assertEquals(code, 0);
    assertEquals(Object.keys(JSON.parse(stdout).hooks), EVENTS);
    assertEquals(await readTree(home), nothing);
  });

  await t.step(
    "--check says that nothing is installed, and changes nothing",
    async () => {
      const { code, stdout } = await check();
      assertEquals(code, 1);
      assertStringIncludes(stdout, "Not installed");
      assertEquals(await readTree(home), nothing);
    },
  );

  await t.step(
    "--require-native fails where no executable comes out, and changes nothing",
    async () => {
      const { code, stderr } = await run(["--require-native"], {
        DENORT_BIN: "/bin/true",
      });
      assertEquals(code, 1);
      assertStringIncludes(stderr, "Cannot make native executables");
      assertStringIncludes(stderr, "DENORT_BIN");
      assertEquals(await readTree(home), nothing);
    },
  );

  await t.step(
    "the first run ends with a table of working hooks, and says why they are scripts",
    async () => {
      const { code, stdout, stderr } = await run([], {
        DENORT_BIN: "/bin/true",
      });
      assertEquals(code, 0, stderr + stdout);
      for (const event of EVENTS) {
        assertMatch(stdout, new RegExp(`${event} +script +\\d+ ms +works`));
      }
      assertMatch(stdout, /memory-rebuild .*script +works/);
      const [why = ""] = /^Note: Installed as scripts: .*$/m.exec(stdout) ?? [];
      assertStringIncludes(why, "DENORT_BIN");
      assert(why.length <= "Note: ".length + 200, why);
      assertMatch(stderr, /^Starting each script …$|^Trying each hook …$/m);
      assert(!stdout.includes("\x1b"));
    },
  );

  await t.step("everything is in its place, and private", async () => {
    const tree = await readTree(home);
    const made = Object.keys(tree).filter((name) =>
      name.startsWith(`${DATA}/bin/`)
    ).map((name) => name.slice(DATA.length + 5)).sort();
    // What a hook imports lazily has a file of its own.
    const isLazy = (name: string): boolean => name.endsWith(".lazy.js");
    assert(made.includes("reload_config.lazy.js"));
    assertEquals(made.filter((name) => !isLazy(name)), [
      "artefacts.json",
      "deno",
      "memory-guard.js",
      "memory-mcp",
      "memory-mcp.js",
      "memory-post-tool-use.js",
      "memory-pre-compact.js",
      "memory-rebuild",
      "memory-rebuild.js",
      "memory-session-end.js",
      "memory-session-start.js",
      "memory-statusline",
      "memory-statusline.js",
      "memory-stop.js",
      "memory-user-prompt-submit.js",
      "memoryd",
      "memoryd.js",
    ]);
    for (const name of made.filter((name) => name !== "artefacts.json")) {
      assertMatch(tree[`${DATA}/bin/${name}`] ?? "", /^file 700 /);
    }
    assertEquals(tree[DATA], "folder 700");
    assertMatch(tree[SETTINGS] ?? "", /^file 600 /);
    assertMatch(tree[CONFIG] ?? "", /^file 600 /);
    assertEquals(tree[".local/state/memory-hooks/proof"], undefined);
    assertStringIncludes(
      await text("Documents/SecondBrain/Welcome.md"),
      "summary:",
    );
    assertEquals(
      await text(CONFIG),
      await Deno.readTextFile(new URL("../../config.yaml", import.meta.url)),
    );
    const { hooks } = JSON.parse(await text(SETTINGS));
    assertEquals(Object.keys(hooks), EVENTS);
    for (const event of EVENTS) {
      const [{ hooks: [handler] }] = hooks[event];
      assertEquals(handler.command, path(`${DATA}/bin/deno`));
      assert(handler.timeout > 1.5);
      assertEquals(handler.async, undefined);
    }
  });

  await t.step(
    "the second run leaves the settings as they are, without a backup",
    async () => {
      const before = await text(SETTINGS);
      const { code, stdout, stderr } = await run(["--no-compile", "--json"]);
      assertEquals([code, stderr], [0, ""], stdout);
      const result = JSON.parse(stdout);
      assertEquals([result.ok, result.form, result.done], [true, "script", []]);
      assertEquals(result.hooks.length, hooksOf(["vault"]).length);
      assertEquals(await text(SETTINGS), before);
      const names = [...Deno.readDirSync(path(".claude"))];
      assertEquals(names.map(({ name }) => name), ["settings.json"]);
    },
  );

  await t.step("--check says that all is well", async () => {
    const { code, stdout } = await check();
    assertEquals(code, 0, stdout);
    assertStringIncludes(stdout, "All is well");
  });

  await t.step(
    "--check finds programs that are gone or do not run",
    async () => {
      const bin = `${DATA}/bin`;
      assertStringIncludes(
        await checkWith(`${bin}/memory-session-end.js`, Deno.remove),
        "memory-session-end.js is gone",
      );
      assertStringIncludes(
        await checkWith(
          `${bin}/memory-session-end.js`,
          (file) => Deno.writeTextFile(file, "throw 1"),
        ),
        "memory-session-end: ",
      );
      assertStringIncludes(
        await checkWith(
          `${bin}/memory-rebuild`,
          (file) => Deno.chmod(file, 0o600),
        ),
        "it does not run",
      );
    },
  );

  await t.step(
    "--check finds settings that Claude Code ignores, and entries of an older version",
    async () => {
      const broken = await checkWith(
        SETTINGS,
        (file) => Deno.writeTextFile(file, '{"a": 1,\n}'),
      );
      assertStringIncludes(broken, "Claude Code ignores all of");
      assertStringIncludes(broken, "line 1, column 8: trailing comma");
      const older = await text(SETTINGS);
      assertStringIncludes(
        await checkWith(
          SETTINGS,
          (file) =>
            Deno.writeTextFile(
              file,
              older.replace('"timeout": 15', '"timeout": 5'),
            ),
        ),
        "an older version wrote",
      );
    },
  );

  await t.step(
    "--vault changes one line of the config, and the permissions",
    async () => {
      await Deno.mkdir(path("My 'Vault'"));
      const before = await text(CONFIG);
      const { code, stdout } = await run([
        "--no-compile",
        "--vault",
        "My 'Vault'",
      ]);
      assertEquals(code, 0, stdout);
      const after = (await text(CONFIG)).split("\n");
      const changed = before.split("\n").filter((line, at) =>
        line !== after[at]
      );
      assertEquals(changed, ["  path: ~/Documents/SecondBrain"]);
      assertStringIncludes(await text(SETTINGS), `${home}/My 'Vault'`);
      assertEquals((await check()).code, 0);
    },
  );

  await t.step(
    "another scope is registered beside, and uninstalling one keeps the programs",
    async () => {
      await Deno.mkdir(path("project"));
      const installed = await run(["--no-compile", "--project", "project"]);
      assertEquals(installed.code, 0, installed.stdout);
      assertMatch(
        installed.stdout,
        /^Note: .* for your own machine.*settings\.local\.json` keeps them out of the repository$/m,
      );
      assertEquals((await run(["--check", "--project", "project"])).code, 0);
      const { code, stdout } = await run([
        "--uninstall",
        "--project",
        "project",
      ]);
      assertEquals(code, 0);
      assertStringIncludes(stdout, `Still registered in ${path(SETTINGS)}`);
      assertEquals([...Deno.readDirSync(path("project"))], []);
      assertEquals((await check()).code, 0);
    },
  );

  await t.step("the launcher of the worker works by itself", async () => {
    const { code, stdout } = await runProgram({
      command: path(`${DATA}/bin/memory-rebuild`),
      args: ["--help"],
      env: { HOME: home, DENO_DIR: denoDir() },
    });
    assertEquals(code, 0);
    assertMatch(stdout, /^memory-rebuild: /);
  });

  await t.step(
    "--uninstall takes everything but vaults away, twice",
    async () => {
      const { code, stdout } = await run(["--uninstall"]);
      assertEquals(code, 0, stdout);
      assertStringIncludes(stdout, `Kept: ${home}/My 'Vault'`);
      for (
        const removed of [
          `programs and index in ${home}/${DATA}`,
          `state and log in ${home}/.local/state/memory-hooks`,
        ]
      ) assertStringIncludes(stdout, `Removed ${removed}\n`);
      const left = Object.keys(withoutSharedFolders(await readTree(home)));
      assertEquals(
        left.filter((name) => !name.startsWith("Documents")).sort(),
        [
          "My 'Vault'",
          "project",
        ],
      );
      assert(left.includes("Documents/SecondBrain/Welcome.md"));
      const again = await run(["--uninstall"]);
      assertEquals(again.code, 0, again.stdout);
      assertStringIncludes(again.stdout, "There was nothing to remove");
    },
  );
});

Deno.test("install.ts twice at once leaves one whole installation", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { [SETTINGS]: '{"model": "opus"}\n' });
  const results = await Promise.all([
    runInstaller(tmp.path, ["--no-compile"]),
    runInstaller(tmp.path, ["--no-compile"]),
  ]);
  for (const { code, stderr, stdout } of results) {
    assertEquals(code, 0, stderr + stdout);
  }
  const { hooks } = JSON.parse(
    await Deno.readTextFile(`${tmp.path}/${SETTINGS}`),
  );
  assertEquals(EVENTS.map((event) => hooks[event].length), EVENTS.map(() => 1));
  assertEquals((await runInstaller(tmp.path, ["--check"])).code, 0);
  const left = [...Deno.readDirSync(`${tmp.path}/${DATA}`)].map(({ name }) =>
    name
  ).sort();
  assertEquals(left, ["bin", "index", "install.json"]);
});

Deno.test("install.ts refuses before it changes anything", async (t) => {
  await using tmp = await tempDir();
  const home = tmp.path;
  await writeFiles(home, {
    [SETTINGS]: '{"permissions":{"deny":["Read(./.env)"]},}',
    "good.json": "{}",
    "file.md": "",
    "bad.yaml": "vault: [\n",
  });
  await Deno.writeTextFile(`${home}/readonly.json`, "{}", { mode: 0o400 });
  const before = await readTree(home);
  const cases: [string, string[], number, string, Record<string, string>?][] = [
    [
      "settings that do not parse",
      [],
      1,
      "trailing comma; nothing was changed; Claude Code ignores such a file\n",
    ],
    ["read-only settings", ["--settings", "readonly.json"], 1, "read-only"],
    [
      "a vault that is missing",
      ["--vault", "gone", "--settings=good.json"],
      1,
      `${home}/gone: there is no such folder`,
    ],
    [
      "a vault that is a file",
      ["--vault", "file.md", "--settings=good.json"],
      1,
      "not a folder",
    ],
    [
      "a project that is missing",
      ["--project", "gone"],
      1,
      "gone: there is no such folder",
    ],
    ["a project that is a file", ["--project", "file.md"], 1, "not a folder"],
    [
      "a config that does not parse",
      ["--settings=good.json"],
      1,
      `${home}/bad.yaml:`,
      {
        MEMORY_HOOKS_CONFIG: `${home}/bad.yaml`,
      },
    ],
    ["an unknown flag", ["--vualt", "x"], 2, "--vualt"],
    [
      "flags that exclude each other",
      ["--check", "--uninstall"],
      2,
      "together",
    ],
  ];
  for (const [name, args, code, message, env] of cases) {
    await t.step(name, async () => {
      const result = await runInstaller(home, args, { env: env ?? {} });
      assertEquals(result.code, code, result.stderr);
      assertStringIncludes(result.stderr, message);
      assertEquals(result.stdout, "");
      assertEquals(await readTree(home), before);
    });
  }
  await t.step("with --json the reason is an object on stdout", async () => {
    const { code, stdout, stderr } = await runInstaller(home, ["--json"]);
    assertEquals([code, stderr], [1, ""]);
    assertStringIncludes(JSON.parse(stdout).error, "line 1, column");
  });
  await t.step("--help names the exit codes", async () => {
    const { code, stdout } = await runInstaller(home, ["--help"]);
    assertEquals(code, 0);
    assertStringIncludes(stdout, "Exit codes: 0");
  });
});
