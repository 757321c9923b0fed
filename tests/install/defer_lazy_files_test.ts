import { assertEquals } from "@std/assert";
import { deferLazyFiles } from "../../lib/install/bundle.ts";
import { tempDir } from "../_support/temp.ts";

Deno.test("deferLazyFiles() has a script read what it imports lazily when it imports it, and not before", async () => {
  await using tmp = await tempDir();
  const script = `${tmp.path}/memory-guard.js`;
  await Deno.writeTextFile(
    script,
    `if (Deno.args[0] === "lazily") {
  const { word } = await import("./telemetry.lazy.js");
  console.log(word);
} else console.log("at once");
`,
  );
  const lazy = `${tmp.path}/telemetry.lazy.js`;
  const run = async (...args: string[]): Promise<string> => {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-config", "--no-prompt", ...args],
    }).output();
    return new TextDecoder().decode(stdout);
  };
  await Deno.writeTextFile(lazy, 'export const word = "later";\n');
  // What Deno has read with the script takes no permission any more.
  assertEquals(await run(script, "lazily"), "later\n");
  await deferLazyFiles(tmp.path);
  assertEquals(await run(script, "lazily"), "");
  assertEquals(
    await run(`--allow-read=${tmp.path}`, script, "lazily"),
    "later\n",
  );
  assertEquals(await run(script), "at once\n");
});
