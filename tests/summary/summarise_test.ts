import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  isEmpty,
  summarise,
  SUMMARY_UNITS,
} from "../../lib/summary/summarise.ts";
import { type Seen, story } from "./_story.ts";

const ANSWER = `Done! The basket keeps its rows now.

## Summary

- Replaced the cache by a \`Map\`, because the list was searched for **every** row.
- Added [a test](https://example.org/t) for empty baskets.

| file | lines |
|------|-------|
| a.ts | 12    |

\`\`\`ts
const secretPlan = "instead of this";
\`\`\`

## Next steps

- [ ] Measure it with 10,000 rows.
- [x] Removed the old list.
- The price service still needs a timeout.

Shall I go on with the price service?
`;

function file(what: "read" | "write", path: string): Seen {
  return { what, title: `${what} ${path}`, files: [path] };
}

function command(
  title: string,
  outcome: "success" | "error" = "success",
  detail = "",
): Seen {
  const ending = outcome === "error" ? "Failed with exit 1" : "Ran";
  return { what: "command", title: `${ending}: ${title}`, outcome, detail };
}

Deno.test("A session of a few turns is told in five parts", () => {
  const summary = summarise(
    story({
      prompts: [
        "Make the basket faster.",
        "yes, please",
        "Also write a test for it.",
      ],
      observations: [
        file("read", "/home/u/shop/src/basket.ts"),
        file("read", "/home/u/shop/README.md"),
        file("read", "/etc/hosts"),
        { what: "search", title: 'Searched for "cache" in src: 3 files' },
        { what: "web", title: "Fetched https://example.org/maps" },
        file("write", "/home/u/shop/src/basket.ts"),
        command("git status"),
        command("cd /home/u/shop && deno test -A", "error", "1 failed"),
        command("deno test -A", "success", "12 passed | 0 failed (3s)"),
        command("deno lint", "error"),
        command("git commit -m 'Faster'"),
      ],
      answer: ANSWER,
    }),
  );
  assertEquals(summary, {
    request: "Make the basket faster.\nthen: Also write a test for it.",
    looked:
      'Read: README.md, /etc/hosts\nSearched: "cache" in src: 3 files\nPages: https://example.org/maps',
    changed:
      "Wrote: src/basket.ts\nRan: deno test -A (12 passed), deno lint (failed), git commit -m 'Faster' (done)",
    decided: [
      "The basket keeps its rows now.",
      "Replaced the cache by a Map, because the list was searched for every row.",
      "Added a test for empty baskets.",
      "Removed the old list.",
    ].join("\n"),
    open: [
      "The assistant asks: Shall I go on with the price service?",
      "Failed: deno lint",
      "Measure it with 10,000 rows.",
      "The price service still needs a timeout.",
    ].join("\n"),
    source: "extract",
  });
});

Deno.test("A session with one prompt and no answer says what is asked", () => {
  const summary = summarise(story({ prompts: ["What is a monad?"] }), []);
  assertEquals(summary, {
    request: "What is a monad?",
    looked: "",
    changed: "",
    decided: "",
    open: "Asked last, without an answer so far: What is a monad?",
    source: "extract",
  });
});

Deno.test("A session without tools tells what was answered", () => {
  const { decided, looked, changed, open } = summarise(story({
    prompts: ["Which database?"],
    answer: "SQLite, because there is one writer only. It needs no server.",
  }));
  assertEquals([looked, changed, open], ["", "", ""]);
  assertEquals(
    decided,
    "SQLite, because there is one writer only.\nIt needs no server.",
  );
});

Deno.test("Of a session of private turns there is nothing to tell", () => {
  assert(isEmpty(summarise(story())));
  assert(isEmpty(summarise(story(), [{ at: 1, text: "" }])));
});

Deno.test("What the host writes, and what only lets the work go on, is no request", () => {
  const { request } = summarise(story({
    prompts: [
      "/clear",
      "<task-notification>build is done</task-notification>",
      "[Request interrupted by user]",
      "Find the leak",
      "ok",
      "continue",
      "好的",
      "weiter, bitte",
      "Find the leak",
    ],
  }));
  assertEquals(request, "Find the leak");
});

Deno.test("A session of commands of the host's is told by the first of them", () => {
  assertEquals(
    summarise(story({ prompts: ["/review the branch", "/clear"] })).request,
    "/review the branch",
  );
});

Deno.test("Of many changes of direction the latest are told, and how many there were", () => {
  const prompts = Array.from({ length: 8 }, (_, n) => `Do thing number ${n}`);
  assertEquals(
    summarise(story({ prompts })).request,
    [
      "Do thing number 0",
      "then 4 more prompts",
      "then: Do thing number 5",
      "then: Do thing number 6",
      "then: Do thing number 7",
    ].join("\n"),
  );
});

Deno.test("Pasted code is no part of the request", () => {
  const { request } = summarise(story({
    prompts: ["Why does this fail?\n```\nthrow new Error('x')\n```\nHelp."],
  }));
  assertEquals(request, "Why does this fail? Help.");
});

Deno.test("Many files of a folder stand together", () => {
  const observations = Array.from(
    { length: 20 },
    (_, n) => file("read", `/home/u/shop/src/part${n}.ts`),
  );
  const { looked } = summarise(story({
    observations: [...observations, file("read", "/home/u/shop/a/b.ts")],
  }));
  assertEquals(looked, "Read: src/ (20 files), a/b.ts");
});

Deno.test("Paths in a worktree and in a folder without git are told from there", () => {
  const worktree = story({
    project: "/home/u/shop/.git",
    cwd: "/home/u/shop-fix",
    observations: [file("write", "/home/u/shop-fix/src/a.ts")],
  });
  assertEquals(summarise(worktree).changed, "Wrote: src/a.ts");
  const folder = story({
    project: "/home/u/notes",
    cwd: "/home/u/notes/in",
    observations: [
      file("write", "/home/u/notes/in/a.md"),
      file("write", "/home/u/notes-2/b.md"),
    ],
  });
  assertEquals(
    summarise(folder).changed,
    "Wrote: in/a.md, /home/u/notes-2/b.md",
  );
});

Deno.test("A failed write wrote nothing, and a failed look is nothing open", () => {
  const { changed, open } = summarise(story({
    observations: [
      { ...file("write", "/home/u/shop/a.ts"), outcome: "error" },
      command("grep -r needle .", "error"),
      command("cargo build", "error"),
      command("cargo build"),
    ],
  }));
  assertEquals(changed, "Ran: cargo build (done)");
  assertEquals(open, "");
});

Deno.test("A command counts by how it ended the last time", () => {
  const { changed, open } = summarise(story({
    observations: [
      command("npm test"),
      command("npm test", "error", "2 failed, 10 passed"),
      { what: "command", title: "Started: npm run build" },
      { what: "command", title: "Failed with exit 2: make all" },
      { what: "command", title: "Interrupted: sleep 100" },
    ],
  }));
  assertEquals(
    changed,
    "Ran: npm test (10 passed, 2 failed), npm run build (started), make all (failed)",
  );
  assertEquals(
    open,
    "Failed: npm test (10 passed, 2 failed)\nFailed: make all\nFailed: sleep 100",
  );
});

Deno.test("What was decided in earlier turns is told before what came last", () => {
  const { decided } = summarise(story({ prompts: ["a", "b"] }), [
    {
      at: 70_000,
      text:
        "I looked at both. I decided to use a queue instead of a lock. The weather is fine.",
    },
    { at: 130_000, text: "I added the queue." },
  ]);
  assertEquals(
    decided,
    "I decided to use a queue instead of a lock.\nI added the queue.",
  );
});

Deno.test("In other languages what stands first, and lists, are told", () => {
  const answers = [
    "Der Fehler lag am Zeitlimit. Es steht jetzt auf 30 Sekunden. Das Wetter ist schön.\n\n- Die Tests laufen durch\n\nSoll ich weitermachen?",
    "原因は設定ファイルでした。修正しました。テストは成功しています。",
  ];
  const [german = "", japanese = ""] = answers.map((answer) =>
    summarise(story({ prompts: ["x"], answer })).decided
  );
  assertEquals(
    german,
    "Der Fehler lag am Zeitlimit.\nEs steht jetzt auf 30 Sekunden.\nDie Tests laufen durch",
  );
  assertEquals(japanese, "原因は設定ファイルでした。\n修正しました。");
});

Deno.test("What has to be done by the person is open, and a decision below it is not", () => {
  const { decided, open } = summarise(story({
    prompts: ["Speed the parser up"],
    answer: `All 214 tests pass.

## Not done
- Windows line endings still fail

I ended up without the library because its licence does not fit.

You'll want to update the address before deploying. I'd recommend option A since it is smaller.`,
  }));
  assertEquals(
    decided,
    "All 214 tests pass.\nI ended up without the library because its licence does not fit.\nI'd recommend option A since it is smaller.",
  );
  assertEquals(
    open,
    "Windows line endings still fail\nYou'll want to update the address before deploying.",
  );
});

Deno.test("What the host says at the end of a turn is no answer", () => {
  for (const text of ["API Error: 529 Overloaded", "No response requested."]) {
    const { decided, open } = summarise(
      story({ prompts: ["Start it"], answer: text }),
    );
    assertEquals(decided, "");
    assertEquals(open, "Asked last, without an answer so far: Start it");
  }
});

Deno.test("A question is open only until it is answered", () => {
  const answers = [{ at: 70_000, text: "Which port do you want?" }];
  assertStringIncludes(
    summarise(story({ prompts: ["Start it"] }), answers).open,
    "Which port do you want?",
  );
  const answered = summarise(story({ prompts: ["Start it", "80"] }), answers);
  assertEquals(
    answered.open,
    "Asked last, without an answer so far: 80",
  );
});

Deno.test("No part, and not the whole, is longer than it may be", () => {
  const long = "Because of something rather important I decided it. ".repeat(9);
  const prompts = Array.from(
    { length: 30 },
    (_, n) => `${n} ${"words and more words ".repeat(400)}`,
  );
  const observations = Array.from({ length: 600 }, (_, n): Seen[] => [
    file("read", `/home/u/shop/${"deep/".repeat(30)}${n}/${n}.ts`),
    file("write", `/home/u/shop/${"far/".repeat(30)}${n}/${n}.ts`),
    { what: "search", title: `${n} ${"pattern ".repeat(20)}` },
    command(`make target-${n} ${"flag ".repeat(30)}`, "error"),
  ]).flat();
  const items = Array.from(
    { length: 3000 },
    (_, n) => `- ${n} ${long}\n- [ ] TODO ${n} ${long}`,
  );
  const began = performance.now();
  const summary = summarise(story({
    prompts,
    observations,
    answer: items.join("\n"),
  }));
  assert(performance.now() - began < 2000);
  const { source: _, ...parts } = summary;
  const lengths = Object.values(parts).map((text) => text.length);
  assertEquals(lengths.filter((length) => length === 0), []);
  assertEquals(lengths.filter((it) => it > SUMMARY_UNITS.part), []);
  assert(lengths.reduce((a, b) => a + b) <= SUMMARY_UNITS.whole);
});

Deno.test("Hostile Markdown takes no longer than other text", () => {
  for (
    const text of [
      "*".repeat(200_000),
      "[".repeat(200_000),
      "`".repeat(200_000),
      "- ".repeat(100_000),
      "a ".repeat(100_000),
      `${"(*a".repeat(60_000)}`,
      "\u{1F600}".repeat(50_000),
    ]
  ) {
    const began = performance.now();
    summarise(story({ prompts: [text], answer: text }));
    assert(performance.now() - began < 1500, text.slice(0, 10));
  }
});
