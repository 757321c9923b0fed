import { assert, assertEquals } from "@std/assert";
import { redact } from "../../lib/redact/redact.ts";
import { TRIGGERS } from "../../lib/redact/triggers.ts";
import { triggersIn } from "../../lib/redact/triggers_in.ts";

const KEY = "AKIA" + "IOSFODNN7EXAMPLE";

function texts(value: unknown): string[] | undefined {
  return triggersIn(JSON.stringify(value))?.map(({ text }) => text);
}

Deno.test("No trigger has a character that JSON escapes", () => {
  const all = TRIGGERS.flatMap(({ literals }) => literals);
  assert(all.length > 100);
  assertEquals(all.filter((it) => JSON.stringify(it) !== `"${it}"`), []);
  // Nor one that is put between texts.
  assertEquals(all.filter((it) => /[#\n]/.test(it)), []);
});

Deno.test("triggersIn() finds what a string holds, in a key as well, whatever the case", () => {
  assertEquals(texts({ a: "nothing here" }), []);
  assert(texts({ a: [{ b: KEY.toLowerCase() }] })?.includes("akia"));
  assert(texts({ [KEY]: 1 })?.includes("akia"));
  assert(texts({ a: "that\u00a0is\u00a0it" })?.includes(" is "));
});

Deno.test("triggersIn() cannot tell where a string is written otherwise", () => {
  assertEquals(triggersIn('{"a":"\\u0041KIA"}'), undefined);
  assertEquals(triggersIn('{"a":"https:\\/\\/a"}'), undefined);
});

Deno.test("triggersIn() cannot tell where something may be taken out of the middle", () => {
  for (
    const cut of [
      "<private>x</Private>",
      "<system-reminder>x</system-reminder>",
      "<persisted-output>x</persisted-output>",
      "<claude-mem-context>x</claude-mem-context>",
    ]
  ) assertEquals(texts({ a: `AK${cut}IA` }), undefined, cut);
});

Deno.test("A text is redacted alike, with the triggers that it can hold and with all", () => {
  for (
    const text of [
      `key ${KEY} and mail bob@example.com`,
      "postgres://app:hunter2x@db.example.com/app",
      "call +84906878091, card 4111 1111 1111 1111",
      "nothing",
    ]
  ) {
    const triggers = triggersIn(JSON.stringify({ text }));
    assertEquals(redact(text, { triggers }), redact(text, {}));
  }
});

Deno.test("A letter whose lower case is longer hides nothing in what else is said", () => {
  const prompt = "ПАРОЛЬ: hunter2x, CONTRASEÑA: hunter3x";
  const triggers = triggersIn(JSON.stringify({ cwd: "/home/\u0130", prompt }));
  assertEquals(
    redact(prompt, { triggers }).text,
    "ПАРОЛЬ: <SECRET>, CONTRASEÑA: <SECRET>",
  );
  assertEquals(
    redact(`\u0130 ${prompt}`).text,
    `\u0130 ПАРОЛЬ: <SECRET>, CONTRASEÑA: <SECRET>`,
  );
});

Deno.test("A date with a time hides no number behind it", () => {
  const { text, counts } = redact(
    "2026-11-30T21:14:07 4111 1111 1111 1111, 2026-11-30 21:14:07 +84906878091, 12026-11-30",
  );
  assertEquals(
    text,
    "2026-11-30T21:14:07 <CARD>, 2026-11-30 21:14:07 <PHONE>, 12026-11-30",
  );
  assertEquals([...counts.values()], [1, 1]);
  for (
    const [number, token] of [
      ["4111111111111111", "<CARD>"],
      ["4111 1111 1111 1111", "<CARD>"],
      ["079123456789", "<VN_CCCD>"],
      ["0912345678 called", "<PHONE> called"],
    ]
  ) {
    const time = "2024-01-02 10:20:";
    assertEquals(redact(time + number).text, time + token);
  }
});
