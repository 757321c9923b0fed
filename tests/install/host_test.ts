import { assert, assertEquals, assertThrows } from "@std/assert";
import { dirname } from "@std/path";
import { HOSTS } from "../../lib/host/translate.ts";
import { Failure } from "../../lib/install/failure.ts";
import { GROUPS, hooksOf } from "../../lib/install/groups.ts";
import {
  HOST_FILES,
  hostOf,
  type OtherHost,
} from "../../lib/install/host_files.ts";
import { isRegistered } from "../../lib/install/registered.ts";
import {
  desiredEntries,
  register,
  rememberSettings,
  settingsPath,
} from "../../lib/install/register.ts";
import { unregister } from "../../lib/install/unregister.ts";
import { tempDir } from "../_support/temp.ts";
import { machineAt, readTree } from "./_support.ts";

const NAMES = Object.keys(HOST_FILES) as OtherHost[];

/** A file as a user of the host has it: with hooks of somebody else's, in a layout of the user's own. */
const FOREIGN: Readonly<Record<OtherHost, string>> = {
  cursor: `{
    "version": 1,
    "hooks": {
        "sessionStart": [ { "command": "node ~/x.js" } ],
        "stop": []
    }
}
`,
  copilot:
    '{"version":1,"hooks":{"sessionStart":[{"type":"command","bash":"echo hi","timeoutSec":3}]},"other":{"a":[1]}}',
  gemini: `{
\t"theme": "Dracula",
\t"hooks": {
\t\t"BeforeAgent": [{ "matcher": "*", "hooks": [{ "type": "command", "command": "x", "name": "mine", "timeout": 5000 }] }]
\t}
}`,
  codex:
    '{ "hooks": { "SessionStart": [ { "hooks": [ { "type": "command", "command": "python3 a.py" } ] } ] } }\r\n',
};

for (const host of NAMES) {
  Deno.test(`${host}: what is registered goes again, and a foreign file is given back as it was`, async () => {
    await using tmp = await tempDir(" ü");
    const machine = machineAt(tmp.path);
    const path = settingsPath(machine, null, null, host);
    assertEquals(hostOf(machine, path), host);
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeTextFile(path, FOREIGN[host]);
    const before = await readTree(tmp.path);

    const entries = desiredEntries(machine, "native", {}, GROUPS, path);
    const known = rememberSettings(machine, path, undefined, GROUPS);
    const { changed, backup } = register(machine, path, entries, GROUPS);
    assert(changed);
    assert(backup !== null);
    // Twice is once.
    assertEquals(register(machine, path, entries, GROUPS), {
      path,
      changed: false,
      backup: null,
    });
    for (const group of GROUPS) assert(isRegistered(machine, path, group));
    const text = await Deno.readTextFile(path);
    const file = JSON.parse(text);
    assertEquals(text.split(`--host ${host}`).length - 1, entries.length);
    for (const { event, handler, shape } of entries) {
      const there: unknown[] = file.hooks[event];
      const handlers = shape === "flat"
        ? there
        : there.flatMap((group) => (group as { hooks: unknown[] }).hooks);
      assert(
        handlers.some((it) => JSON.stringify(it) === JSON.stringify(handler)),
        event,
      );
    }
    unregister(
      machine,
      path,
      { ...known, backups: [backup] },
      GROUPS,
    );
    assertEquals(await readTree(tmp.path), before);
  });

  Deno.test(`${host}: a file that was not there is gone afterwards`, async () => {
    await using tmp = await tempDir();
    const machine = machineAt(tmp.path);
    const path = settingsPath(machine, null, null, host);
    const entries = desiredEntries(machine, "script", {}, GROUPS, path);
    const known = rememberSettings(machine, path, undefined, GROUPS);
    register(machine, path, entries, GROUPS);
    const file = JSON.parse(await Deno.readTextFile(path));
    assertEquals(
      file.version,
      HOST_FILES[host].shape === "flat" ? 1 : undefined,
    );
    unregister(machine, path, known, GROUPS);
    assertThrows(() => Deno.statSync(path), Deno.errors.NotFound);
  });

  Deno.test(`${host}: only capture goes where only capture is to go`, async () => {
    await using tmp = await tempDir();
    const machine = machineAt(tmp.path);
    const path = settingsPath(machine, null, null, host);
    const entries = desiredEntries(machine, "script", {}, GROUPS, path);
    register(machine, path, entries, GROUPS);
    unregister(machine, path, undefined, ["capture"]);
    assert(!isRegistered(machine, path, "capture"));
    assert(isRegistered(machine, path, "vault"));
  });

  Deno.test(`${host}: a file that is no JSON is left alone, with a reason`, async () => {
    await using tmp = await tempDir();
    const machine = machineAt(tmp.path);
    const path = settingsPath(machine, null, null, host);
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeTextFile(path, '{"hooks": {} // mine\n}');
    const entries = desiredEntries(machine, "script", {}, GROUPS, path);
    const error = assertThrows(
      () => register(machine, path, entries, GROUPS),
      Failure,
    );
    assert(error.message.includes("nothing was changed"), error.message);
    assert(!error.message.includes("Claude Code"), error.message);
    assertEquals(await Deno.readTextFile(path), '{"hooks": {} // mine\n}');
  });

  Deno.test(`${host}: every event that is registered is one that is understood, and means one of the hook's`, () => {
    for (const hook of hooksOf(GROUPS)) {
      for (const [event] of HOST_FILES[host].events[hook.name] ?? []) {
        const meaning = HOSTS[host].events[event];
        assert(meaning !== undefined, event);
        assert(hook.events.includes(meaning), `${hook.name}: ${event}`);
      }
    }
  });
}

Deno.test("timeouts are in the host's own unit", () => {
  const machine = machineAt("/h");
  const timeout = (host: OtherHost): unknown[] => {
    const path = settingsPath(machine, null, null, host);
    const entry = desiredEntries(machine, "native", {}, ["vault"], path)[0];
    const { timeout, timeoutSec } = entry?.handler ?? {};
    return [timeout, timeoutSec];
  };
  assertEquals(timeout("gemini"), [15_000, undefined]);
  assertEquals(timeout("codex"), [15, undefined]);
  assertEquals(timeout("copilot"), [undefined, 15]);
  assertEquals(timeout("cursor"), [undefined, undefined]);
});

Deno.test("Claude Code's settings are nobody else's, wherever they are", () => {
  const machine = machineAt("/h");
  for (
    const path of [
      "/h/.claude/settings.json",
      "/p/.claude/settings.local.json",
      "/p/hooks.json",
    ]
  ) assertEquals(hostOf(machine, path), null);
  assertEquals(hostOf(machine, "/p/.cursor/hooks.json"), "cursor");
});
