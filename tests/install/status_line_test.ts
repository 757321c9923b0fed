import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { Failure } from "../../lib/install/failure.ts";
import {
  lookAtStatusLine,
  removeStatusLine,
  setStatusLine,
} from "../../lib/install/status_line.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { machineAt } from "./_support.ts";

async function home(settings: string | null) {
  const tmp = await tempDir(" it's ü");
  const machine = machineAt(tmp.path);
  const path = `${tmp.path}/.claude/settings.json`;
  await writeFiles(`${machine.places.data}/bin`, { "memory-statusline": "" });
  await Deno.mkdir(`${tmp.path}/.claude`);
  if (settings !== null) await Deno.writeTextFile(path, settings);
  return {
    machine,
    path,
    set: () => setStatusLine(machine, path, "native"),
    remove: (original?: string | null) =>
      removeStatusLine(
        machine,
        path,
        original === undefined
          ? undefined
          : { path, original, madeFolder: false, backups: [] },
      ),
    look: () => lookAtStatusLine(machine, path, "native"),
    text: () => Deno.readTextFile(path),
    names: () =>
      [...Deno.readDirSync(`${tmp.path}/.claude`)].map(({ name }) => name)
        .sort(),
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  };
}

Deno.test("the status line comes and goes without a byte of the user's, with a backup, as a command that a shell can read", async () => {
  const before = '{\n  "model": "opus"\n}\n';
  await using it = await home(before);
  assertEquals(it.look(), { state: "missing" });
  const { changed, backup } = it.set();
  assertEquals(changed, true);
  assertEquals(await Deno.readTextFile(backup ?? ""), before);
  assertEquals(it.look().state, "current");
  const { statusLine } = JSON.parse(await it.text());
  const { stdout } = await new Deno.Command("sh", {
    args: ["-c", `printf %s ${statusLine.command}`],
  }).output();
  assertEquals(
    new TextDecoder().decode(stdout),
    `${it.machine.places.data}/bin/memory-statusline`,
  );
  assertEquals(it.set().changed, false);
  assertEquals(it.remove().length, 1);
  assertEquals(await it.text(), before);
  assertEquals(it.remove(), []);
});

Deno.test("a status line of the user's is never replaced or removed", async () => {
  for (
    const line of [
      '{"type": "command", "command": "~/bin/my-line memory-statusline"}',
      '{"type": "command", "command": "memory-statusline | tr a b; date"}',
      '{"type": "static"}',
    ]
  ) {
    const before = `{"statusLine": ${line}}`;
    await using it = await home(before);
    const { changed, notes, backup } = it.set();
    assertEquals([changed, backup], [false, null]);
    assertMatch(notes.join(), /has a status line, which stays: /);
    assertEquals(it.remove(), []);
    assertEquals(await it.text(), before);
    assertEquals(it.names(), ["settings.json"]);
  }
});

Deno.test("an older status line of ours is brought up to date, with what the user has added to it", async () => {
  await using it = await home(
    '{"statusLine": {"type": "command", "command": "/old/memory-hooks/bin/memory-statusline", "padding": 0}}',
  );
  assertEquals(it.look().state, "outdated");
  assertEquals(it.set().changed, true);
  assertEquals(it.look().state, "current");
  assertEquals(JSON.parse(await it.text()).statusLine.padding, 0);
});

Deno.test("a status line whose program is gone is broken", async () => {
  await using it = await home("{}");
  it.set();
  await Deno.remove(`${it.machine.places.data}/bin/memory-statusline`);
  assertEquals(it.look().state, "broken");
  assertThrows(() => it.set(), Failure, "install the hooks first");
});

Deno.test("settings that were made for the status line alone go with it", async () => {
  await using it = await home(null);
  it.set();
  assertEquals(it.names(), ["settings.json"]);
  it.remove(null);
  assertEquals(it.names(), []);
  // Where nobody knows whether they were there, an empty object does no harm.
  it.set();
  it.remove();
  assertEquals(JSON.parse(await it.text()), {});
});

Deno.test("settings that do not parse are left as they are", async () => {
  await using it = await home('{"a": 1,}');
  assertEquals(it.look().state, "unknown");
  assertThrows(() => it.set(), Failure, "nothing was changed");
  assertEquals(it.remove(), []);
  assertEquals(await it.text(), '{"a": 1,}');
});
