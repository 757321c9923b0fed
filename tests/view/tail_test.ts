import { assertEquals, assertStringIncludes } from "@std/assert";
import { placesIn } from "../_support/places_in.ts";
import { tempDir } from "../_support/temp.ts";
import { denoDir, PROJECT } from "../install/_support.ts";
import { openStore, type Store } from "../../lib/store/open_store.ts";
import { prompt } from "./_rows.ts";

/** Follows the store of a home as a person does, and reads line after line. */
function tail(home: string, ...args: string[]) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `${PROJECT}/install.ts`, "--tail", ...args],
    clearEnv: true,
    env: { HOME: home, PATH: "/usr/bin:/bin", DENO_DIR: denoDir() },
    cwd: home,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    child,
    reader,
    /** The next line. */
    async line(): Promise<string> {
      while (!text.includes("\n")) {
        const { value, done } = await reader.read();
        if (done) {
          throw new Error(`Cannot read a line: there is only "${text}"`);
        }
        text += value;
      }
      const end = text.indexOf("\n");
      const line = text.slice(0, end);
      text = text.slice(end + 1);
      return line;
    },
  };
}

function storeOf(home: string): Store {
  const places = placesIn(home);
  return openStore({
    folder: places.store,
    headFile: `${places.capture}/chain-head.json`,
    now: () => new Date(),
  });
}

Deno.test("install.ts --tail --follow shows rows as they come, and ends well on SIGINT", async () => {
  await using tmp = await tempDir();
  using store = storeOf(tmp.path);
  store.append([prompt(1), prompt(2)]);
  const { child, reader, line } = tail(tmp.path, "1", "--follow");
  assertStringIncludes(await line(), "Prompt 2");
  store.append([prompt(3, "Three \x1b[2J")]);
  assertStringIncludes(await line(), "Three \\x1b[2J");
  child.kill("SIGINT");
  assertEquals((await reader.read()).done, true);
  assertEquals((await child.status).code, 0);
  assertEquals(await child.stderr.text(), "");
});

Deno.test("install.ts --tail --follow ends well when nobody reads it any more", async () => {
  await using tmp = await tempDir();
  using store = storeOf(tmp.path);
  store.append([prompt(1)]);
  const { child, reader, line } = tail(tmp.path, "--follow", "--json");
  assertEquals(JSON.parse(await line()).id, "p1");
  await reader.cancel();
  store.append([prompt(2)]);
  assertEquals((await child.status).code, 0);
  assertEquals(await child.stderr.text(), "");
});
