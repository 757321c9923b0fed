import { assert, assertEquals, assertMatch } from "@std/assert";
import { LONG_TEXT_BYTES } from "../../lib/capture/cut_text.ts";
import { Redactor } from "../../lib/capture/redactor.ts";
import { knowRules } from "../../lib/redact/known_rules.ts";
import { RULES } from "../../lib/redact/rules.ts";

knowRules(RULES);

const KEY = "AKIA" + "1234567890PLANTD";

Deno.test("Redactor.text() looks at no more of a very long text than has room, and tells what is missing", () => {
  const redactor = new Redactor({}, false);
  const text = redactor.text(
    `${KEY} ` + "word ".repeat(4_000_000),
    LONG_TEXT_BYTES,
  );
  assert(text.startsWith("<AWS_KEY> word word"));
  assert(
    new TextEncoder().encode(JSON.stringify(text)).length <= LONG_TEXT_BYTES,
  );
  assertMatch(
    text,
    / … \[cut: 1[89]\d{6} characters\]$|… \[cut: 1[89]\d{6} characters\]$/,
  );
  assertEquals(redactor.matches, 1);
});

Deno.test("Redactor.text() leaves no half of a secret where a text is cut, however short it becomes", () => {
  // All secrets: what is left of 1,500,000 units has room as a whole.
  for (const shift of [0, 1, 7, 13]) {
    const redactor = new Redactor({}, false);
    const text = redactor.text(
      "x".repeat(shift) + ` ${KEY}`.repeat(200_000),
      LONG_TEXT_BYTES,
    );
    assert(!text.includes("AKIA"), `${shift}`);
    assertMatch(text, /… \[cut: \d+ characters\]$/);
  }
});

Deno.test("Redactor.text() knows a private block of a very long text by its end, and without one", () => {
  const redactor = new Redactor({}, false);
  const long = "secret ".repeat(400_000);
  assertEquals(
    redactor.text(`a <private>${long}</private> b`, LONG_TEXT_BYTES),
    "a  b",
  );
  assertEquals(redactor.text(`a <private>${long}`, LONG_TEXT_BYTES), "a ");
  assertEquals(redactor.privateBlocks, 2);
});
