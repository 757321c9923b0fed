import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { RulesUnknown } from "../../lib/redact/known_rules.ts";
import { redactText } from "../../lib/redact/redact_text.ts";
import { withRules } from "../../lib/redact/with_rules.ts";

const KEY = "AKIA" + "IOSFODNN7EXAMPLE";

/** What nobody need load the rules for, though it has triggers. */
const HARMLESS = [
  "the task is as hard as it looks, key and author and token included",
  "see https://example.com/a?b=c, @scope/package and a @decorator",
  "2026-11-30T21:14:07.512Z took 1500ms",
];

// In this order: what is known once is known to the end of the process.
Deno.test("redactText() without rules keeps a text that can hold no secret, and nothing of one that may", () => {
  for (const text of HARMLESS) assertEquals(redactText(text).text, text);
  assertEquals(redactText("a <private>b</private> c").text, "a  c");
  for (
    const text of [
      KEY,
      "password=hunter2x",
      "mail bob@example.com",
      "postgres://app:hunter2x@db/app",
      "call 0906878091",
      "use hunter2x as the password",
    ]
  ) assertThrows(() => redactText(text), RulesUnknown, "", text);
});

Deno.test("withRules() does the work once more with the rules, and passes on what else goes wrong", async () => {
  await assertRejects(
    () =>
      withRules(() => {
        throw new RangeError("other");
      }),
    RangeError,
    "other",
  );
  let times = 0;
  const { text } = await withRules(() => {
    times++;
    return redactText(`key ${KEY}`);
  });
  assertEquals([text, times], ["key <AWS_KEY>", 2]);
  assertEquals(redactText(KEY).text, "<AWS_KEY>");
});
