import { assertEquals, assertStringIncludes } from "@std/assert";
import type { HookState } from "../../lib/install/hook_states.ts";
import { findDrift, type Installation } from "../../lib/mcp/find_drift.ts";

function hook(state: HookState["state"], event = "Stop"): HookState {
  return {
    event,
    program: "memory-stop",
    state,
    command: state === "missing" ? null : "/old/bin/memory-stop",
  };
}

const RIGHT: Installation = {
  settings: "/home/u/.claude/settings.json",
  hooks: [hook("current"), hook("current", "SessionStart")],
  skills: [],
  agents: [],
  installer: "/opt/memory-hooks/install.ts",
};

Deno.test("an installation that is as it should be is passed over in silence", () => {
  assertEquals(findDrift(RIGHT), "");
});

Deno.test("a command that is not ours but exists is not stale", () => {
  assertEquals(
    findDrift({ ...RIGHT, hooks: [hook("elsewhere"), hook("current")] }),
    "",
  );
});

Deno.test("no hook at all is one line that offers the installation", () => {
  assertEquals(
    findDrift({ ...RIGHT, hooks: [hook("missing"), hook("missing")] }),
    "No hook of this memory is registered in /home/u/.claude/settings.json, so no session is briefed. Offer the user to install them: deno run -A /opt/memory-hooks/install.ts",
  );
});

Deno.test("missing, broken and outdated entries are named, with the command that mends them", () => {
  for (
    const [state, words] of [
      ["missing", "memory-stop on Stop is not registered"],
      [
        "broken",
        "memory-stop on Stop is registered as /old/bin/memory-stop, which is not on disk",
      ],
      [
        "outdated",
        "memory-stop on Stop has an entry that this version would write differently",
      ],
    ] as const
  ) {
    const text = findDrift({
      ...RIGHT,
      hooks: [hook(state), hook("current", "SessionStart")],
    });
    assertStringIncludes(text, words);
    assertStringIncludes(text, "deno run -A /opt/memory-hooks/install.ts");
    assertEquals(text.includes("SessionStart"), false);
  }
});

Deno.test("skills and agents out of date are named, each with its command", () => {
  const text = findDrift({
    ...RIGHT,
    skills: ["memory-use", "memory-curate"],
    agents: ["memory-warden.md"],
  });
  assertStringIncludes(text, "memory-use, memory-curate");
  assertStringIncludes(text, "/opt/memory-hooks/install.ts --skills");
  assertStringIncludes(text, "memory-warden.md");
  assertStringIncludes(text, "/opt/memory-hooks/install.ts --agents");
  assertEquals(text.includes("Hooks:"), false);
});

Deno.test("a command with spaces is quoted", () => {
  const text = findDrift({
    ...RIGHT,
    hooks: [hook("missing")],
    installer: "/home/ann's/my tools/install.ts",
  });
  assertStringIncludes(
    text,
    `deno run -A '/home/ann'\\''s/my tools/install.ts'`,
  );
});

Deno.test("settings that Claude Code ignores are told of", () => {
  assertStringIncludes(
    findDrift({ ...RIGHT, hooks: "line 3, column 1: no value" }),
    "ignores all of /home/u/.claude/settings.json, with every hook in it: line 3, column 1: no value",
  );
});
