import { assert, assertEquals } from "@std/assert";
import { knowsTuning, v8Flags } from "../../lib/install/v8_flags.ts";
import { findMachine } from "../../lib/install/find_machine.ts";
import { HOOKS } from "../../lib/registry.ts";

const PROJECT = decodeURIComponent(
  new URL("../../", import.meta.url).pathname,
).replace(/\/$/, "");

Deno.test("v8Flags() tunes what lives for a moment, where V8 knows how", () => {
  const plain = v8Flags(HOOKS["capture-prompt"], false);
  assertEquals(
    plain,
    "--v8-flags=--no-lazy,--min-semi-space-size=256,--max-semi-space-size=256,--initial-old-space-size=2048,--max-old-space-size=4096",
  );
  assert(v8Flags(HOOKS["capture-prompt"], true).startsWith(`${plain},--`));
  assertEquals(
    v8Flags(HOOKS["statusline"], true),
    v8Flags(HOOKS["capture-prompt"], true),
  );
  assert(v8Flags(HOOKS["memoryd"], true).includes("--optimize-for-size"));
  for (const name of ["rebuild", "mcp"] as const) {
    assertEquals(v8Flags(HOOKS[name], true), "--v8-flags=--no-lazy");
  }
});

Deno.test("knowsTuning() says whether this Deno starts with the flags", async () => {
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", v8Flags(HOOKS["capture-stop"], true), "0"],
    stdout: "null",
    stderr: "null",
  }).output();
  assertEquals(await knowsTuning(findMachine(PROJECT)), code === 0);
});
