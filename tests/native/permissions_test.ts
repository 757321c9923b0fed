import { assertEquals } from "@std/assert";
import {
  installedFlags,
  PROBE,
  testPermissions,
} from "../end_to_end/_permissions.ts";
import { runProgram } from "../_support/program.ts";
import { denoDir } from "../install/_support.ts";
import { NATIVES } from "./_natives.ts";

Deno.test("An installed executable can touch what the registry grants to it, and nothing else", async (t) => {
  await testPermissions(t, NATIVES, async (home, hook) => {
    const command = `${home.home}/probe-${hook.name}`;
    const { code, stderr } = await runProgram({
      command: NATIVES.deno,
      args: [
        "compile",
        "--quiet",
        "--no-check",
        "--no-config",
        "--no-lock",
        "--no-prompt",
        ...installedFlags(home, hook),
        "--output",
        command,
        PROBE,
      ],
      env: { ...NATIVES.env, HOME: home.home, DENO_DIR: denoDir() },
    });
    assertEquals(code, 0, stderr);
    return { command, args: [] };
  });
});
