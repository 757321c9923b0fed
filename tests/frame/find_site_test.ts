import { assertEquals } from "@std/assert";
import { assembleConfig } from "../../lib/config/assemble_config.ts";
import type { Config } from "../../lib/config.ts";
import { siteFinder } from "../../lib/frame/find_site.ts";
import { type Hook, HOOKS } from "../../lib/registry.ts";
import { placesIn } from "../_support/places_in.ts";
import { recordedLog } from "../_support/recorded_log.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";

/** Which hooks are off in a folder. */
async function offIn(
  folder: string,
  home: string,
  settings: Record<string, string> = {},
): Promise<string[]> {
  const off: string[] = [];
  for (const hook of Object.values(HOOKS)) {
    if (hook.events.length === 0) continue;
    const site = await siteFinder({
      hook,
      places: placesIn(home),
      log: recordedLog(),
      config: () => Promise.resolve(assembleConfig(settings, home)),
    })(folder);
    if (site.off) off.push(hook.name);
  }
  return off;
}

const names = (fits: (hook: Hook) => boolean): string[] =>
  Object.values(HOOKS).filter((hook) => hook.events.length > 0 && fits(hook))
    .map(({ name }) => name);

Deno.test("A project without recall is told nothing on a prompt, one without capture is not captured", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, {
    "a/.memory-hooks.yaml": "recall: false\n",
    "b/.memory-hooks.yaml": "capture: false\n",
    "c/.memory-hooks.yaml": "enabled: true\n",
    "d/.memory-hooks.yaml": "enabled: false\n",
  });
  const off = (folder: string): Promise<string[]> =>
    offIn(`${tmp.path}/${folder}`, `${tmp.path}/home`);
  assertEquals(await off("a"), ["user-prompt-submit"]);
  assertEquals(await off("b"), names(({ name }) => /^capture-/.test(name)));
  assertEquals(await off("c"), []);
  // The guard looks at no project.
  assertEquals(await off("d"), names(({ name }) => name !== "guard"));
});

Deno.test("Settings with which nothing may be written are known before they are kept", async () => {
  await using tmp = await tempDir();
  const asked: boolean[] = [];
  const find = siteFinder({
    hook: HOOKS["capture-tool"],
    places: placesIn(tmp.path),
    log: recordedLog(),
    config(quiet) {
      const config = (exclude: string): Config =>
        assembleConfig({ "projects.exclude": exclude }, tmp.path);
      asked.push(quiet(config("/else")), quiet(config(`${tmp.path}/*`)));
      return Promise.resolve(config(""));
    },
  });
  assertEquals((await find(`${tmp.path}/a`)).off, false);
  assertEquals(asked, [false, true]);
});
