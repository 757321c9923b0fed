import { assert, assertEquals } from "@std/assert";
import { CAPTURE_GAP, CAPTURED, OWN } from "../../lib/store/row.ts";
import { localTime } from "../../lib/view/local_time.ts";
import { printRow } from "../../lib/view/print_row.ts";
import { SESSION, storedRow, TIME } from "./_rows.ts";

const PLAIN = { colour: false, columns: null };

/** What is behind time, kind and session. */
function said(
  kind: string,
  payload: Record<string, unknown>,
  columns: number | null = null,
): string {
  const line = printRow(storedRow(kind, payload), { ...PLAIN, columns });
  return line.slice(localTime(TIME).length + 2).replace(
    SESSION.slice(0, 8),
    "·",
  )
    .replace(/ +·(?: +|$)/, " · ").trimEnd();
}

const SAID: readonly (readonly [
  string,
  string,
  Record<string, unknown>,
  string,
])[] = [
  [
    "a prompt",
    CAPTURED.prompt,
    { prompt_redacted: "Fix it" },
    "prompt · Fix it",
  ],
  [
    "the first line of a prompt, and what was redacted",
    CAPTURED.prompt,
    { prompt_redacted: "\n\tUse\t<AWS_KEY>\r\nb\nc", redaction_match_count: 2 },
    "prompt · Use <AWS_KEY> … (2 more lines)  (2 redacted)",
  ],
  ["an empty prompt", CAPTURED.prompt, { prompt_redacted: "" }, "prompt ·"],
  [
    "a tool",
    CAPTURED.toolUse,
    { tool_name: "Edit", outcome: "success", duration_ms: 142 },
    "tool · Edit  success  142 ms",
  ],
  [
    "a tool that failed, in no known time",
    CAPTURED.toolUse,
    {
      tool_name: "Bash",
      outcome: "error",
      duration_ms: null,
      error_redacted: "exit 2\nand so on",
    },
    "tool · Bash  error  exit 2 … (1 more line)",
  ],
  [
    "the end of a turn",
    CAPTURED.sessionCompleted,
    {
      prompt_count: 1,
      tool_use_count: 12,
      duration_ms: 847_000,
      last_assistant_message_redacted: "Done.",
    },
    "stop · 1 prompt, 12 tools, 14 min 7 s: Done.",
  ],
  [
    "the end of a turn without an answer",
    CAPTURED.sessionCompleted,
    { prompt_count: 0, tool_use_count: 1, duration_ms: 11_100_000 },
    "stop · 0 prompts, 1 tool, 3 h 5 min",
  ],
  [
    "a redaction that failed",
    CAPTURED.redactionFailed,
    { error: "RangeError" },
    "failed · a text was not kept, since redaction failed: RangeError",
  ],
  [
    "a gap",
    CAPTURE_GAP,
    { lost: 12, reason: "spool_full" },
    "gap · 12 rows could not be kept: spool_full",
  ],
  [
    "a pruning",
    OWN.pruned,
    { rows: 1, upto_seq: 4711, reason: "age" },
    "pruned · 1 row up to 4711 went by age",
  ],
  [
    "a purge",
    OWN.purged,
    { rows: 6, seqs: "3-7,9", checks: "ab".repeat(48) },
    "purged · the content of 6 rows was purged: 3-7,9",
  ],
  [
    "a row that was purged",
    CAPTURED.prompt,
    { purged: true },
    "prompt · (purged)",
  ],
  [
    "a new store",
    OWN.replaced,
    { moved_to: null, reason: "it is no store" },
    "replaced · a new store began: it is no store; the old one is gone",
  ],
  ["a kind that is not known", "memory.else", { a: 1 }, 'else · {"a":1}'],
  [
    "a payload that is not as it should be",
    CAPTURED.prompt,
    { prompt_redacted: 7, redaction_match_count: "many" },
    "prompt · 7",
  ],
];

for (const [what, kind, payload, text] of SAID) {
  Deno.test(`printRow() says ${what}`, () => {
    assertEquals(said(kind, payload), text);
  });
}

Deno.test("printRow() begins with the local time", () => {
  const at = new Date(2026, 2, 4, 5, 6, 7).getTime();
  const line = printRow(
    { ...storedRow(CAPTURED.prompt, {}), at: at * 1e6 },
    PLAIN,
  );
  assertEquals(line.slice(0, 21), "2026-03-04 05:06:07  ");
});

Deno.test("printRow() cuts what does not fit, and not in a pair of surrogates", () => {
  const text = "😀".repeat(300);
  for (const columns of [40, 79, 80, 120]) {
    const line = printRow(
      storedRow(CAPTURED.prompt, {
        prompt_redacted: text,
        redaction_match_count: 3,
      }),
      { colour: false, columns },
    );
    assert(line.isWellFormed(), line);
    assert(line.includes("…  (3 redacted)"), line);
    assert(line.length <= Math.max(columns, 60), `${line.length}`);
  }
});

Deno.test("printRow() colours only where it is asked to, and obeys nothing in the row", () => {
  const evil = "\x1b]0;x\x07\x9b2J\u202e";
  const row = {
    ...storedRow(`memory.${evil}`, { [evil]: evil }),
    session: evil,
  };
  for (
    const one of [
      row,
      { ...row, kind: CAPTURED.prompt, payload: { prompt_redacted: evil } },
      {
        ...row,
        kind: CAPTURED.toolUse,
        payload: { tool_name: evil, outcome: evil, error_redacted: evil },
      },
      { ...row, kind: OWN.replaced, payload: { moved_to: evil, reason: evil } },
    ]
  ) {
    // deno-lint-ignore no-control-regex
    const unsafe = /[\x00-\x1f\x7f-\x9f\u202e]/;
    assert(!unsafe.test(printRow(one, PLAIN)));
    const coloured = printRow(one, { colour: true, columns: null });
    assert(coloured.includes("\x1b["));
    // deno-lint-ignore no-control-regex
    assert(!unsafe.test(coloured.replace(/\x1b\[(?:0|2|31|36)m/g, "")));
  }
});
