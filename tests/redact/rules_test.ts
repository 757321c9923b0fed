import { assert, assertEquals } from "@std/assert";
import { redact } from "../../lib/redact/redact.ts";
import type { Rule, Samples } from "../../lib/redact/rule.ts";
import { RULES } from "../../lib/redact/rules.ts";
import { TRIGGERS } from "../../lib/redact/triggers.ts";

const FOLDER = new URL("../../lib/redact/rules/", import.meta.url);

const samples = new Map<string, Samples>();
const exported = new Map<string, Rule>();

for (const { name } of Deno.readDirSync(FOLDER)) {
  if (name.startsWith("_")) continue;
  const file: Record<string, unknown> = await import(`${FOLDER.href}${name}`);
  for (const [key, value] of Object.entries(file)) {
    if (key.endsWith("Samples")) {
      samples.set(key.slice(0, -"Samples".length), value as Samples);
    } else {
      exported.set(key, value as Rule);
    }
  }
}

Deno.test("every file of the folder is in the table, and nothing else is", () => {
  assertEquals(
    [...exported.values()].map(({ name }) => name).sort(),
    RULES.map(({ name }) => name).sort(),
  );
});

Deno.test("every rule has texts that it must hit and texts that it must miss", () => {
  for (const [key, { name }] of exported) {
    assert((samples.get(key)?.hit.length ?? 0) > 0, `${name}: nothing to hit`);
    assert(
      (samples.get(key)?.miss.length ?? 0) > 0,
      `${name}: nothing to miss`,
    );
  }
});

Deno.test("names and triggers are what the engine takes them for", () => {
  assertEquals(new Set(RULES.map(({ name }) => name)).size, RULES.length);
  for (const { name, token } of RULES) {
    assert(/^[a-z_]+$/.test(name), name);
    assert(/^(?:Bearer |Basic )?<[A-Z_]+>$/.test(token), token);
  }
  for (const { rule, literals } of TRIGGERS) {
    assert(literals.length > 0, rule);
    for (const literal of literals) {
      assertEquals(literal, literal.toLowerCase(), rule);
    }
  }
  // In the same order; the rules for numbers have none.
  assertEquals(
    RULES.map(({ name }) => name),
    [
      ...TRIGGERS.map(({ rule }) => rule),
      "iban",
      "vn_cccd",
      "payment_card",
      "phone",
    ],
  );
});

for (const [key, rule] of exported) {
  Deno.test(`${rule.name} hits what it must`, () => {
    for (const [text, redacted] of samples.get(key)?.hit ?? []) {
      const { text: got, counts } = redact(text);
      assertEquals(got, redacted, text);
      assert((counts.get(rule.name) ?? 0) > 0, `${text}: ${[...counts]}`);
      assertEquals(redact(got).text, got, "once more");
    }
  });

  Deno.test(`${rule.name} misses what it must`, () => {
    for (const text of samples.get(key)?.miss ?? []) {
      const { counts } = redact(text);
      assertEquals([...counts], [], text);
    }
  });
}
