import { assertEquals } from "@std/assert";
import { assembleConfig } from "../../lib/config/assemble_config.ts";
import { chooseEngine } from "../../lib/graph/choose.ts";
import { denoScript } from "../_support/deno_script.ts";
import { fakeGraphify } from "../_support/fake_graphify.ts";
import { runProgram } from "../_support/program.ts";
import { tempDir } from "../_support/temp.ts";

Deno.test("chooseEngine() takes graphify where it is, else the embedded engine", () => {
  const config = assembleConfig({}, "/home/u");
  assertEquals(chooseEngine(config, () => true), "graphify");
  assertEquals(chooseEngine(config, () => false), "builtin");
});

Deno.test("chooseEngine() does not ask where the settings say it", () => {
  for (const engine of ["graphify", "builtin"] as const) {
    const config = assembleConfig({ "graph.engine": engine }, "/home/u");
    const ask = () => {
      throw new Error("asked");
    };
    assertEquals(chooseEngine(config, ask), engine);
  }
});

Deno.test("chooseEngine() knows graphify on PATH by the permission to run it", async () => {
  await using tmp = await tempDir();
  const { path, dir } = await fakeGraphify(`${tmp.path}/tool`);
  for (
    const [allowed, folders, engine] of [
      ["graphify", `/usr/bin:${dir}`, "graphify"],
      [path, dir, "graphify"],
      [path, "/usr/bin", "builtin"],
      ["graphify", "/usr/bin", "builtin"],
      ["ps", dir, "builtin"],
    ] as const
  ) {
    const script = await denoScript("choose_engine.ts", [], [
      `--allow-run=${allowed}`,
    ]);
    const { stdout } = await runProgram({
      ...script,
      env: { ...script.env, PATH: folders },
    });
    assertEquals(stdout, `${engine}\n`, `${allowed} with PATH ${folders}`);
  }
});
