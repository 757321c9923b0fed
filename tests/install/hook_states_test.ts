import { assertEquals, assertThrows } from "@std/assert";
import { hookStates } from "../../lib/install/hook_states.ts";
import { desiredEntries, isOursIn } from "../../lib/install/register.ts";
import { planEdit } from "../../lib/install/settings/plan_edit.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { machineAt } from "./_support.ts";

/** The state of each event, with one entry of a complete registration changed. */
async function statesWith(
  form: "native" | "script",
  change: (text: string, bin: string, home: string) => string,
): Promise<Record<string, string>> {
  await using tmp = await tempDir(" ü");
  const machine = machineAt(tmp.path);
  const bin = `${machine.places.data}/bin`;
  const path = `${tmp.path}/.claude/settings.json`;
  const isOurs = isOursIn(machine, path, ["vault"]);
  const entries = desiredEntries(
    machine,
    form,
    {},
    ["vault"],
    "/h/.claude/settings.json",
  );
  await writeFiles(tmp.path, { "own/memory-stop": "" });
  const edit = planEdit(null, entries, isOurs);
  const text = edit.kind === "write" ? edit.text : "";
  return Object.fromEntries(
    hookStates(change(text, bin, tmp.path), entries, isOurs)
      .map(({ event, state }) => [event, state]),
  );
}

for (const form of ["native", "script"] as const) {
  Deno.test(`hookStates() tells how each ${form} hook is registered`, async () => {
    const stop = async (
      change: Parameters<typeof statesWith>[1],
    ): Promise<unknown> => {
      const { Stop, ...others } = await statesWith(form, change);
      assertEquals(Object.values(others), Array(6).fill("current"));
      return Stop;
    };
    const replaced = (
      text: string,
      change: (handler: Record<string, unknown>) => unknown,
    ): string => {
      const settings = JSON.parse(text);
      const [{ hooks }] = settings.hooks.Stop;
      hooks[0] = change(hooks[0]);
      return JSON.stringify(settings);
    };
    assertEquals(await stop((text) => text), "current");
    assertEquals(
      await stop((text) => replaced(text, (it) => ({ ...it, timeout: 5 }))),
      "outdated",
    );
    assertEquals(
      await stop((text) => {
        const settings = JSON.parse(text);
        settings.hooks.Stop[0].matcher = "Write";
        return JSON.stringify(settings);
      }),
      "outdated",
    );
    assertEquals(
      await stop((text, _, home) =>
        replaced(text, () => ({
          type: "command",
          command: `'${home}/own/memory-stop' --quiet-minutes 90`,
        }))
      ),
      "elsewhere",
    );
    assertEquals(
      await stop((text) =>
        replaced(text, () => ({
          type: "command",
          command: "/gone/memory-stop",
          args: [],
        }))
      ),
      "broken",
    );
    assertEquals(
      await stop((text) => {
        const settings = JSON.parse(text);
        settings.hooks.Stop = [{
          hooks: [{ type: "command", command: "memai-hook stop" }],
        }];
        return JSON.stringify(settings);
      }),
      "missing",
    );
  });
}

Deno.test("hookStates() finds nothing where there are no settings, and says why where they do not parse", () => {
  const machine = machineAt("/nowhere");
  const entries = desiredEntries(
    machine,
    "native",
    {},
    ["vault"],
    "/h/.claude/settings.json",
  );
  const isOurs = isOursIn(machine, "/nowhere/.claude/s.json", ["vault"]);
  assertEquals(
    new Set(hookStates(null, entries, isOurs).map(({ state }) => state)),
    new Set(["missing"]),
  );
  assertThrows(() => hookStates("{,}", entries, isOurs), SyntaxError);
});
