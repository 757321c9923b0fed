import { assert, assertEquals } from "@std/assert";
import { assertKept } from "../capture/_answer.ts";
import { memoryBox, seed } from "../memory_hooks/_memory_box.ts";
import { HOOKS } from "../../lib/registry.ts";
import { recallBox, RELATED } from "../recall/_recall_box.ts";
import { happenings } from "./_events.ts";

/** What Claude Code reads of an answer, and what is in `hookSpecificOutput` (2.1.332, measured); other hosts read `additionalContext`. */
const MEMBERS = new Set([
  "hookSpecificOutput",
  "systemMessage",
  "additionalContext",
  "decision",
  "reason",
]);
const SPECIFIC = new Set(["hookEventName", "additionalContext"]);

Deno.test("O1, O2: each event is answered by one JSON object or by no bytes, and by nothing that the host does not know", async () => {
  await using home = await recallBox({
    notes: { "a.md": "---\ntags: convention\n---\n" },
  });
  const { box } = home;
  await home.daemon.listening();
  let spoken = 0;
  const events = [
    ...happenings(box),
    ["user-prompt-submit", { prompt: RELATED, session_id: "related" }] as const,
  ];
  for (const [hook, event] of events) {
    const result = await box.run(hook, event);
    if (hook.startsWith("capture-")) {
      assertKept(result);
      continue;
    }
    const { code, stdout, stderr } = result;
    assertEquals([code, stderr], [0, ""], hook);
    // Plain text is what PreCompact is answered by.
    if (stdout === "" || hook === "pre-compact") continue;
    spoken++;
    assertEquals(stdout.trimEnd().split("\n").length, 1, hook);
    const answer = JSON.parse(stdout);
    for (const name of Object.keys(answer)) assert(MEMBERS.has(name), name);
    const { hookSpecificOutput } = answer;
    if (hookSpecificOutput === undefined) continue;
    for (const name of Object.keys(hookSpecificOutput)) {
      assert(SPECIFIC.has(name), name);
    }
    assert(
      HOOKS[hook].events.includes(hookSpecificOutput.hookEventName),
      hook,
    );
  }
  assert(spoken >= 2, `${spoken} hooks said something`);
  await box.settled();
});

Deno.test("O3: an event that a hook is not for, or that nobody knows, is passed over", async () => {
  await using home = await recallBox();
  const { box } = home;
  for (const [hook, event] of happenings(box)) {
    for (const name of ["SomethingNew", "Notification"]) {
      const { code, stdout } = await box.run(hook, {
        ...event,
        hook_event_name: name,
      });
      assertEquals([code, stdout], [0, ""], `${hook} ${name}`);
    }
  }
});

Deno.test("O4: a session start that cannot be read is answered by no bytes", async () => {
  await using home = await recallBox({ notes: { "a.md": "a" } });
  for (const text of ["", "{", "[]", '{"hook_event_name":7}']) {
    const { code, stderr, stdout } = await home.box.run("session-start", text);
    assertEquals([code, stderr], [0, ""]);
    if (text !== '{"hook_event_name":7}') assertEquals(stdout, "");
  }
  await home.box.settled();
});

Deno.test("O5: 200 memories and a vault of 200 conventions are told in less than 10,000 characters", async () => {
  const notes: Record<string, string> = {};
  for (let number = 0; number < 200; number++) {
    notes[`convention-${number}.md`] = `---\ntags: convention\nsummary: ${
      `Name ${number} well. `.repeat(9)
    }\n---\n`;
  }
  await using box = await memoryBox({ notes });
  box.write(
    ...seed(),
    ...Array.from({ length: 200 }, (_, number) => ({
      method: "anti_pattern",
      params: {
        pattern: `Temptation ${number} ${"😀 long words ".repeat(20)}`,
        why_wrong: "It fails",
        instead: "Something else",
        domain: "acme/x100",
      },
    })),
  );
  const { stdout } = await box.run("session-start", { source: "startup" });
  const { length } = JSON.parse(stdout).additionalContext as string;
  assert(length > 1000 && length <= 10_000, String(length));
  await box.settled();
});
