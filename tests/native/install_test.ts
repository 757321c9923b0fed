// Needs a Deno with its denort: MEMORY_HOOKS_NATIVE_DENO and DENORT_BIN, which `.ci/run` sets.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { hooksOf } from "../../lib/install/groups.ts";
import { programName } from "../../lib/registry.ts";
import { runInstaller } from "../install/_support.ts";
import { tempDir } from "../_support/temp.ts";
import { NATIVES } from "./_natives.ts";

/** What an installation without capture is made of. */
const INSTALLED = hooksOf(["vault"]);
const REGISTERED = INSTALLED.filter(({ events }) => events.length > 0)
  .map(programName);
const FILES = [...INSTALLED.map(programName), "artefacts.json"].sort();

const BIN = ".local/share/memory-hooks/bin";

Deno.test("install.ts makes native executables, and changes between both forms", async (t) => {
  const { deno, env } = NATIVES;
  await using tmp = await tempDir(" nativ é");
  const run = (args: string[]) => runInstaller(tmp.path, args, { env, deno });
  const programs = () =>
    [...Deno.readDirSync(`${tmp.path}/${BIN}`)].map(({ name }) => name).sort();
  const commands = async () => {
    const text = await Deno.readTextFile(`${tmp.path}/.claude/settings.json`);
    const groups = Object.values(JSON.parse(text).hooks).flat() as {
      hooks: { command: string; args: string[] }[];
    }[];
    return groups.map(({ hooks: [handler] }) => ({
      name: handler?.command.slice(tmp.path.length + BIN.length + 2),
      args: handler?.args.length,
    }));
  };

  await t.step(
    "executables are made, registered without arguments, and work",
    async () => {
      const { code, stdout, stderr } = await run(["--require-native"]);
      assertEquals(code, 0, stderr + stdout);
      assertMatch(
        stdout,
        /memory-session-start +SessionStart +native +\d+ ms +works/,
      );
      assertMatch(stdout, /memory-rebuild .*native +works/);
      assertEquals(programs(), FILES);
      assertEquals(
        await commands(),
        REGISTERED.map((name) => ({ name, args: 0 })),
      );
      const checked = await run(["--check"]);
      assertEquals(checked.code, 0, checked.stdout);
    },
  );

  await t.step(
    "scripts take their place, and nothing of them is left",
    async () => {
      const { code, stdout, stderr } = await run(["--no-compile"]);
      assertEquals(code, 0, stderr + stdout);
      assert(!programs().includes("memory-session-start"));
      assertEquals(
        (await commands()).map(({ name }) => name),
        REGISTERED.map(() => "deno"),
      );
      assertEquals((await run(["--check"])).code, 0);
    },
  );

  await t.step("and executables again", async () => {
    const { code, stdout } = await run(["--json"]);
    assertEquals(code, 0);
    assertEquals(JSON.parse(stdout).form, "native");
    assertEquals(programs(), FILES);
  });

  await t.step("--uninstall leaves nothing of it", async () => {
    const { code } = await run(["--uninstall"]);
    assertEquals(code, 0);
    assertEquals(
      [...Deno.readDirSync(tmp.path)].map(({ name }) => name).sort(),
      [
        ".cache",
        ".config",
        ".local",
        "Documents",
      ],
    );
  });
});
