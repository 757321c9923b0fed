import { assertEquals, assertStringIncludes } from "@std/assert";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { runInstaller } from "./_support.ts";

Deno.test("--status says that a project is off, and why", async () => {
  await using tmp = await tempDir();
  const home = tmp.path;
  await writeFiles(home, {
    "off/.memory-hooks.yaml": "enabled: false\n",
    "quiet/.memory-hooks.yaml": "capture: false\n",
    "private/a/x": "",
    "on/x": "",
    ".config/memory-hooks/config.yaml":
      `projects:\n  exclude: ${home}/private/**\n`,
  });
  const off = async (project: string): Promise<unknown> => {
    const { code, stdout, stderr } = await runInstaller(home, [
      "--status",
      `${home}/${project}`,
      "--json",
    ]);
    assertEquals([code, stderr], [0, ""]);
    return JSON.parse(stdout).off;
  };
  assertEquals(await off("off"), "its .memory-hooks.yaml says enabled: false");
  assertEquals(
    await off("quiet"),
    "its .memory-hooks.yaml says capture: false",
  );
  assertStringIncludes(String(await off("private/a")), "projects.exclude");
  assertEquals(await off("on"), null);
});
