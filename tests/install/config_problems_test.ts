import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { readOnly } from "../_support/mount.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { problemsIn, readTree, runInstaller } from "./_support.ts";

const CONFIG = ".config/memory-hooks/config.yaml";

Deno.test("install.ts and --check say what is wrong with config and vault", async (t) => {
  await using tmp = await tempDir(" ü 'q' $X");
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

  assertEquals((await run(["--no-compile"])).code, 0);

  await t.step("--check names file and line of a config problem", async () => {
    const config = await text(CONFIG);
    const line = config.split("\n").findIndex((text) =>
      /god_nodes:/.test(text)
    );
    assertStringIncludes(
      await checkWith(
        CONFIG,
        (file) =>
          Deno.writeTextFile(
            file,
            config.replace(/god_nodes: \d+/, "god_nodes: many"),
          ),
      ),
      `${path(CONFIG)}:${line + 1}: brief.god_nodes`,
    );
    assertStringIncludes(
      await checkWith(CONFIG, (file) => Deno.writeTextFile(file, "a: [\n")),
      `${path(CONFIG)}:`,
    );
  });

  await t.step(
    "--check finds permissions that do not cover the configured vault, and a vault that is missing",
    async () => {
      const config = await text(CONFIG);
      const stdout = await checkWith(
        CONFIG,
        (file) =>
          Deno.writeTextFile(
            file,
            config.replace("~/Documents/SecondBrain", "~/Other notes"),
          ),
      );
      assertEquals(problemsIn(stdout).split("\n"), [
        `✗ There is no vault at ${home}/Other notes`,
        `✗ vault.path is ${home}/Other notes, but the hooks were installed for ${home}/Documents/SecondBrain: run install.ts again`,
        "2 problems.",
        "",
      ]);
    },
  );

  await t.step(
    "--check finds that graphify is there now, and a config elsewhere",
    async () => {
      await writeFiles(home, { "tools/graphify": "#!/bin/sh\n" });
      await Deno.chmod(path("tools/graphify"), 0o755);
      const graphify = await check({ PATH: `${home}/tools:/usr/bin:/bin` });
      assertEquals(graphify.code, 1);
      assertEquals(
        problemsIn(graphify.stdout),
        `✗ graphify is ${home}/tools/graphify, but was not on PATH when the hooks were installed: run install.ts again\n1 problem.\n`,
      );
      const config = await check({ MEMORY_HOOKS_CONFIG: path("other.yaml") });
      assertStringIncludes(
        config.stdout,
        `✗ The config is ${home}/other.yaml, but the hooks were installed for ${
          path(CONFIG)
        }: run install.ts again\n`,
      );
      await Deno.remove(path("tools"), { recursive: true });
    },
  );

  await t.step("--check finds one cause for other folders", async () => {
    const config = await text(CONFIG);
    const edited = (from: string, to: string) => (file: string) =>
      Deno.writeTextFile(file, config.replace(from, to));
    assertStringIncludes(
      await checkWith(CONFIG, edited("dir: journal", "dir: log/daily")),
      "✗ journal.dir is log/daily, but the hooks were installed for journal: run install.ts again\n1 problem.\n",
    );
    assertStringIncludes(
      await checkWith(
        CONFIG,
        edited("output_dir: graphify-out", "output_dir: g"),
      ),
      "✗ graph.output_dir is g, but the hooks were installed for graphify-out: run install.ts again\n1 problem.\n",
    );
  });

  await t.step(
    "graphify that is wanted and not there is a problem",
    async () => {
      const config = await text(CONFIG);
      const wanted = config.replace("engine: auto", "engine: graphify");
      const problem = "graph.engine is graphify, but graphify is not on PATH\n";
      assertStringIncludes(
        await checkWith(CONFIG, (file) => Deno.writeTextFile(file, wanted)),
        `✗ ${problem}1 problem.\n`,
      );
      await Deno.writeTextFile(path(CONFIG), wanted);
      const { code, stdout } = await run(["--no-compile"]);
      await Deno.writeTextFile(path(CONFIG), config);
      assertEquals(code, 0, stdout);
      assertStringIncludes(stdout, `Note: ${problem}`);
    },
  );

  await t.step("a vault that cannot be written is a problem", async () => {
    const vault = path("Documents/SecondBrain");
    await using _closed = await readOnly(vault);
    const problem = (await check()).stdout;
    assertStringIncludes(problem, `✗ ${vault}`);
    assertStringIncludes(problem, " is not writable for this user: ");
    const { code, stdout } = await run(["--no-compile"]);
    assertEquals(code, 0, stdout);
    assertMatch(stdout, /^Note: .* is not writable for this user: /m);
  });

  await t.step(
    "a vault that is not understood is refused, and nothing else is taken for it",
    async () => {
      const config = await text(CONFIG);
      const wrong = config.replace("~/Documents/SecondBrain", "$HOME/Notes");
      const line = wrong.split("\n").findIndex((text) => /\$HOME/.test(text)) +
        1;
      await Deno.writeTextFile(path(CONFIG), wrong);
      await Deno.rename(path("Documents"), path("Elsewhere"));
      const before = await readTree(home);
      for (const args of [["--no-compile"], ["--print", "--no-compile"]]) {
        const { code, stdout, stderr } = await run(args);
        assertEquals([code, stdout], [1, ""]);
        assertStringIncludes(
          stderr,
          `install.ts: ${
            path(CONFIG)
          }:${line}: vault.path is "$HOME/Notes": must be an absolute path`,
        );
      }
      assertEquals(
        problemsIn((await check()).stdout),
        `✗ ${
          path(CONFIG)
        }:${line}: vault.path is "$HOME/Notes": must be an absolute path or one that begins with ~ (variables are not replaced); ~/Documents/SecondBrain is used (edit line ${line})\n1 problem.\n`,
      );
      assertEquals(await readTree(home), before);
      await Deno.rename(path("Elsewhere"), path("Documents"));
      await Deno.writeTextFile(path(CONFIG), config);
    },
  );
});
