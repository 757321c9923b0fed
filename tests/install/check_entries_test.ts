import { assertEquals, assertStringIncludes } from "@std/assert";
import { checkEntries } from "../../lib/install/check_entries.ts";
import { ownEntries } from "../../lib/install/entry.ts";
import { desiredEntries } from "../../lib/install/register.ts";
import { machineAt } from "./_support.ts";

const BIN = "/h/.local/share/memory-hooks/bin";
const desired = desiredEntries(
  machineAt("/h"),
  "native",
  {
    "session-start": [],
    "post-tool-use": [],
    "session-end": [],
    rebuild: [],
  },
  ["vault"],
  "/h/.claude/settings.json",
);
const isOurs = ownEntries("/src", "/h");
const check = (text: string | null) =>
  checkEntries("/s.json", text, [{ entries: desired, isOurs }])
    .map(({ text }) => text);

/** Settings with all entries, changed by hand. */
function settings(
  change: (hooks: Record<string, unknown[]>) => void = () => {},
): string {
  const hooks: Record<string, unknown[]> = {};
  for (const { event, matcher, handler } of desired) {
    hooks[event] = [{
      ...matcher === null ? {} : { matcher },
      hooks: [handler],
    }];
  }
  change(hooks);
  return JSON.stringify({ hooks }, null, 1);
}

const command = (command: string, rest = {}) => ({
  hooks: [{ type: "command", command, args: [], ...rest }],
});

Deno.test("checkEntries() finds nothing where all entries are as they should be", () => {
  assertEquals(check(settings()), []);
  const all = settings((hooks) => {
    hooks["SessionStart"] = hooks["SessionStart"]?.map((group) => ({
      matcher: "*",
      ...group as object,
    })) ?? [];
    hooks["Notification"] = [command("/usr/bin/say")];
  });
  assertEquals(check(all), []);
});

const WRONG: [string, string | null, string][] = [
  ["no file", null, "/s.json is missing"],
  ["a blank file", " \n", "/s.json is empty"],
  ["a comment", "{ // x\n}", "Claude Code ignores all of /s.json"],
  ["a trailing comma", '{"a":1,\n}', "line 1, column 7: trailing comma"],
  [
    "a missing hook",
    settings((hooks) => delete hooks["SessionEnd"]),
    "/s.json: the hook for SessionEnd is missing",
  ],
  [
    "another path",
    settings((hooks) => {
      hooks["SessionEnd"] = [
        command("/old/memory-session-end", { timeout: 15 }),
      ];
    }),
    `the hook for SessionEnd has another path: /old/memory-session-end, not ${BIN}/memory-session-end`,
  ],
  [
    "no timeout",
    settings((hooks) => {
      hooks["SessionEnd"] = [command(`${BIN}/memory-session-end`)];
    }),
    "the entry for SessionEnd is one that an older version wrote",
  ],
  [
    "another matcher",
    settings((hooks) => {
      hooks["PostToolUse"] = hooks["PostToolUse"]?.map((group) => ({
        ...group as object,
        matcher: "Write",
      })) ?? [];
    }),
    "the entry for PostToolUse is one that an older version wrote",
  ],
  [
    "a second entry",
    settings((hooks) => {
      hooks["SessionEnd"]?.push(command("/old/memory-session-end"));
    }),
    "a second entry for SessionEnd",
  ],
  [
    "an entry for another event",
    settings((hooks) => {
      hooks["Notification"] = [command("/old/memory-session-end")];
    }),
    "an entry for Notification that an older version wrote",
  ],
  [
    "hooks that are turned off",
    settings().replace("{", '{"disableAllHooks": true,'),
    '"disableAllHooks" is true',
  ],
];

for (const [name, text, problem] of WRONG) {
  Deno.test(`checkEntries() reports ${name}`, () => {
    const problems = check(text);
    assertEquals(problems.length, 1, problems.join("\n"));
    assertStringIncludes(problems[0] ?? "", problem);
  });
}

Deno.test("checkEntries() names the line of a wrong entry", () => {
  const text = settings((hooks) => {
    hooks["SessionEnd"] = [command("/old/memory-session-end")];
  });
  const line = text.split("\n").findIndex((text) => text.includes("/old/"));
  // The entry starts on the line before its type.
  assertStringIncludes(check(text)[0] ?? "", `/s.json:${line - 1}: `);
});

Deno.test("checkEntries() reports entries where nothing is installed", () => {
  const problems = checkEntries("/s.json", settings(), [{
    entries: null,
    isOurs,
  }]);
  assertEquals(problems.length, desired.length);
  assertStringIncludes(
    problems[0]?.text ?? "",
    "nothing on this machine was installed for",
  );
});

Deno.test("checkEntries() tells what another installation mends", () => {
  const isMended = (text: string | null): boolean[] =>
    checkEntries("/s.json", text, [{ entries: desired, isOurs }])
      .map(({ again }) => again);
  assertEquals(isMended(null), [true]);
  assertEquals(isMended("{}"), desired.map(() => true));
  assertEquals(isMended('{"a":1,\n}'), [false]);
  assertEquals(
    isMended(settings().replace("{", '{"disableAllHooks": true,')),
    [false],
  );
});
