import { assert, assertEquals } from "@std/assert";
import { isHostText } from "../../lib/host/is_host_text.ts";
import { withoutHostText } from "../../lib/host/without_host_text.ts";
import { withoutPrivate } from "../../lib/redact/private_blocks.ts";
import { assertLinear } from "../_support/linear.ts";

const CASES: readonly (readonly [text: string, rest: string])[] = [
  ["", ""],
  ["a < b", "a < b"],
  ["a<system-reminder>x</system-reminder>b", "ab"],
  ["a<system_instruction>x</system_instruction>b", "ab"],
  ["a<system-instruction>x</system-instruction>b", "ab"],
  ["a<persisted-output>x\ny</persisted-output>b", "ab"],
  ["a<claude-mem-context>x</claude-mem-context>b", "ab"],
  ['a<system-reminder id="1">x</system-reminder>b', "ab"],
  ["a<system-reminder></system-reminder>b", "ab"],
  // One in another, crossed, and several of them.
  [
    "a<system-reminder>x<claude-mem-context>y</claude-mem-context>z</system-reminder>b",
    "ab",
  ],
  [
    "a<system-reminder>x<system-reminder>y</system-reminder>z</system-reminder>b",
    "ab",
  ],
  [
    "a<system-reminder>x<persisted-output>y</system-reminder>z</persisted-output>b",
    "ab",
  ],
  [
    "a<system-reminder>x</system-reminder>b<persisted-output>y</persisted-output>c",
    "abc",
  ],
  // A tag alone is somebody's text.
  ["what is <system-reminder> for?", "what is <system-reminder> for?"],
  ["a</system-reminder>b", "a</system-reminder>b"],
  [
    "a<system-reminder>b<system-reminder>x</system-reminder>c",
    "a<system-reminder>bc",
  ],
  [
    "a<system-reminder>x</persisted-output>b",
    "a<system-reminder>x</persisted-output>b",
  ],
  // Other names.
  [
    "<system-reminders>x</system-reminders>",
    "<system-reminders>x</system-reminders>",
  ],
  ["<system-x>x</system-x>", "<system-x>x</system-x>"],
];

Deno.test("withoutHostText() takes out whole blocks of the host's, and no tag alone", () => {
  for (const [text, rest] of CASES) {
    assertEquals(withoutHostText(text), rest, text);
  }
});

Deno.test("withoutHostText() makes nothing public that is private", () => {
  const pieces = [
    "<private>",
    "</private>",
    "<system-reminder>",
    "</system-reminder>",
    " ",
  ];
  const visit = (text: string, depth: number): void => {
    if (depth === 0) {
      const before = withoutPrivate(`${text}SECRET</private>b`).text;
      const after = withoutPrivate(
        withoutHostText(`${text}SECRET</private>b`),
      ).text;
      if (!before.includes("SECRET")) {
        assert(!after.includes("SECRET"), `${text}: ${after}`);
      }
      return;
    }
    for (const piece of pieces) visit(text + piece, depth - 1);
  };
  for (let depth = 1; depth <= 5; depth++) visit("", depth);
});

Deno.test("withoutHostText() reads a text once, however many blocks are open", async () => {
  for (
    const piece of [
      "<system-reminder>",
      "<system-reminder ",
      "</system-reminder>",
      "<system-reminder>x</system-reminder>",
      "<system-reminder><persisted-output></system-reminder></persisted-output>",
    ]
  ) {
    await assertLinear(10_000, (count) => {
      const text = `</system-reminder>${piece.repeat(count)}`;
      return () => withoutHostText(text);
    });
  }
});

Deno.test("isHostText() is about prompts that nobody wrote", () => {
  for (
    const text of [
      "<task-notification>x</task-notification>",
      ' \n<task-notification id="1">\nx\n</task-notification>\n',
      "<task-notification></task-notification>",
      "<system-reminder>x</system-reminder>",
      "<system-reminder>x</system-reminder>\n<system-reminder>y</system-reminder>",
    ]
  ) assert(isHostText(text), text);
  for (
    const text of [
      "",
      " ",
      "hello",
      "<b>",
      "<task-notification>x</task-notification> y",
      "x <task-notification>y</task-notification>",
      "<task-notification>x",
      "<task-notification>x</task-notification><task-notification>y</task-notification>",
      "<task-notifications>x</task-notifications>",
      `<task-notification>${"x".repeat(256 * 1024)}</task-notification>`,
      "<system-reminder>x</system-reminder> y",
      "<private>x</private>",
    ]
  ) assert(!isHostText(text), text.slice(0, 80));
});
