import { assertEquals, assertThrows } from "@std/assert";
import { readSession } from "../../lib/lifecycle/read_session.ts";
import type { SessionStory } from "../../lib/lifecycle/types.ts";
import {
  BEGIN,
  BESIDE,
  draft,
  type LifecycleLab,
  lifecycleLab,
  matches,
  prompted,
  stopped,
  used,
} from "./_lifecycle.ts";

function story(lab: LifecycleLab, session = "s1"): SessionStory {
  const found = lab.read((db) => readSession(db, session));
  if (found === null) throw new Error(`there is no session ${session}`);
  return found;
}

Deno.test("a session is told from its first prompt to its last answer", async () => {
  await using lab = await lifecycleLab();
  lab.add(
    prompted("Why is the cart empty?", 0),
    used(draft("Read src/cart.ts", { files: ["/home/u/shop/src/cart.ts"] }), 5),
    used(
      draft("Ran deno test", {
        kind: "command",
        tool: "Bash",
        outcome: "error",
        detail: "1 failed",
        agent: "agent-1",
      }),
      9,
    ),
    prompted("Mend it.", 20_000),
    used(
      draft("Edited src/cart.ts", {
        kind: "write",
        tool: "Edit",
        files: ["/home/u/shop/src/cart.ts"],
      }),
      20_100,
    ),
    stopped("The cart was emptied by the cache; it is not any more.", 30_000),
  );
  const { session, prompts, observations, summary } = story(lab);
  assertEquals(session, {
    id: 1,
    session: "s1",
    project: BESIDE.project,
    name: "shop",
    cwd: "/home/u/shop",
    host: "claude",
    beganAt: BEGIN,
    lastAt: BEGIN + 30_000,
    endedAt: BEGIN + 30_000,
    prompts: 2,
    observations: 3,
    redactions: 0,
    answer: "The cart was emptied by the cache; it is not any more.",
    request: "Why is the cart empty?",
    hasSummary: false,
  });
  assertEquals(summary, null);
  assertEquals(
    prompts.map(({ number, text, at, address }) => [number, text, at, address]),
    [
      [1, "Why is the cart empty?", BEGIN, "prompt:1"],
      [2, "Mend it.", BEGIN + 20_000, "prompt:2"],
    ],
  );
  assertEquals(
    observations.map((
      it,
    ) => [
      it.address,
      it.promptNumber,
      it.what,
      it.outcome,
      it.files.length,
      it.agent,
    ]),
    [
      ["observation:1", 1, "read", "success", 1, null],
      ["observation:2", 1, "command", "error", 0, "agent-1"],
      ["observation:3", 2, "write", "success", 1, null],
    ],
  );
});

Deno.test("each commit says what changed", async () => {
  await using lab = await lifecycleLab();
  const said = (): string[] =>
    lab.changes().map(({ what, address }) => `${what} ${address}`);
  lab.add(prompted("first"));
  assertEquals(said(), ["stored session:s1", "stored prompt:1"]);
  lab.add(used(draft("Read a")), used(draft("Read a")));
  assertEquals(said(), [
    "stored observation:1",
    "changed session:s1",
    "changed observation:1",
    "changed session:s1",
  ]);
  lab.add(stopped("done"));
  assertEquals(said(), ["changed session:s1"]);
});

Deno.test("a row that is given twice is stored once, and so is what is beside it", async () => {
  await using lab = await lifecycleLab();
  const row = used(draft("Read a"));
  const prompt = prompted("once");
  lab.add(prompt, row);
  lab.add(prompt, row, row);
  const { prompts, observations } = story(lab);
  assertEquals(prompts.length, 1);
  assertEquals(observations.map(({ times }) => times), [1]);
});

Deno.test("what a session has already seen counts once more; what differs in anything does not", async () => {
  await using lab = await lifecycleLab();
  const files = ["/a", "/a", "/b"];
  lab.add(
    used(draft("Read a", { files })),
    used(draft("Read a", { files })),
    used(draft("Read a", { files, detail: "other" })),
    used(draft("Read a", { files, outcome: "error" })),
    used(draft("Read a", { files }), 0, "s2"),
  );
  assertEquals(
    story(lab).observations.map(({ times, files }) => [times, files]),
    [[2, ["/a", "/b"]], [1, ["/a", "/b"]], [1, ["/a", "/b"]]],
  );
  assertEquals(story(lab).session.observations, 3);
  assertEquals(story(lab, "s2").observations[0]?.times, 1);
});

Deno.test("the same prompt within ten seconds is one prompt, and two rows", async () => {
  await using lab = await lifecycleLab();
  lab.add(
    prompted("again", 0),
    prompted("again", 9_000),
    prompted("again", 30_000),
    prompted("other", 30_001),
    prompted("again", 30_002),
    prompted("again", 31_000, "s2"),
  );
  assertEquals(story(lab).prompts.map(({ number, text }) => [number, text]), [
    [1, "again"],
    [2, "again"],
    [3, "other"],
    [4, "again"],
  ]);
  assertEquals(story(lab, "s2").prompts.length, 1);
  assertEquals(lab.verify().rows, 6);
});

Deno.test("a prompt is kept up to 4,000 units and is well-formed; an empty one is none", async () => {
  await using lab = await lifecycleLab();
  lab.add(
    prompted(`${"x".repeat(3999)}😀 and more`),
    prompted("  \n ", 20_000),
    prompted("y".repeat(4000), 40_000),
    prompted("\ud800 and\0 NUL", 60_000),
  );
  const { prompts, session } = story(lab);
  assertEquals(prompts.map(({ text }) => text), [
    `${"x".repeat(3999)}…`,
    "y".repeat(4000),
    "\ufffd and NUL",
  ]);
  assertEquals(session.prompts, 3);
});

Deno.test("rows of older hooks make sessions by their folder; what comes later says more", async () => {
  await using lab = await lifecycleLab();
  const bare = { ...used(draft("x"), 0, "old") };
  delete (bare as { beside?: unknown }).beside;
  lab.add(bare);
  assertEquals(story(lab, "old").session.project, "");
  assertEquals(story(lab, "old").observations, []);
  lab.add(prompted("first", 0, "old", null));
  lab.add(used(draft("Read a"), 1, "old"));
  const { session } = story(lab, "old");
  assertEquals([session.project, session.name, session.cwd], [
    "/home/u/shop",
    "shop",
    "/home/u/shop",
  ]);
});

Deno.test("what a session is found by follows it to its project", async () => {
  await using lab = await lifecycleLab();
  const { payload: { cwd: _, ...payload }, ...row } = prompted(
    "needle",
    0,
    "s1",
    null,
  );
  lab.add({ ...row, payload });
  const scopes = (): unknown => lab.read((db) => matches(db, "needle").length);
  assertEquals(scopes(), 1);
  lab.add(prompted("later", 20_000));
  assertEquals(scopes(), 1);
  assertEquals(story(lab).session.project, BESIDE.project);
});

Deno.test("a session that goes on has not ended", async () => {
  await using lab = await lifecycleLab();
  lab.add(prompted("a"), stopped("b", 10));
  assertEquals(story(lab).session.endedAt, BEGIN + 10);
  lab.add(prompted("c", 20_000));
  assertEquals(story(lab).session.endedAt, null);
});

Deno.test("redactions are counted for the session, and for the day", async () => {
  await using lab = await lifecycleLab();
  const row = prompted("a [REDACTED]");
  lab.add(
    { ...row, payload: { ...row.payload, redaction_match_count: 3 } },
    { ...row, id: "z", payload: { ...row.payload, redaction_match_count: -1 } },
    {
      ...row,
      id: "y",
      payload: { ...row.payload, redaction_match_count: "x" },
    },
  );
  assertEquals(story(lab).session.redactions, 3);
  assertEquals(
    lab.read((db) =>
      db.prepare("SELECT sum(count) AS n FROM redactions").get()?.["n"]
    ),
    3,
  );
});

Deno.test("a row is not there without what is beside it", async () => {
  await using lab = await lifecycleLab();
  lab.add(prompted("a"));
  lab.change((db) =>
    db.exec(
      "CREATE TRIGGER t BEFORE INSERT ON observations BEGIN SELECT RAISE(ABORT, 'not now'); END",
    )
  );
  const rows = [prompted("b", 20_000), used(draft("c"))];
  assertThrows(() => lab.store.append(rows), Error, "not now");
  assertEquals(story(lab).prompts.length, 1);
  assertEquals(lab.verify().rows, 1);
  lab.change((db) => db.exec("DROP TRIGGER t"));
  lab.add(...rows);
  assertEquals(story(lab).prompts.length, 2);
  assertEquals(story(lab).observations.length, 1);
  assertEquals(lab.verify().rows, 3);
});

Deno.test("a disk that is full keeps out a row and what is beside it, and both go in later", async () => {
  await using lab = await lifecycleLab();
  lab.add(prompted("a"));
  const pages = lab.read((db) => db.prepare("PRAGMA page_count").get())
    ?.["page_count"];
  lab.read((db) => db.exec(`PRAGMA max_page_count = ${pages}`));
  const rows = Array.from(
    { length: 100 },
    (_, at) => used(draft(`Read ${at}`, { detail: "long ".repeat(300) + at })),
  );
  assertThrows(() => lab.store.append(rows), Error, "full");
  assertEquals([story(lab).observations.length, lab.verify().rows], [0, 1]);
  lab.reopen();
  lab.add(...rows);
  assertEquals([story(lab).observations.length, lab.verify().rows], [100, 101]);
});

Deno.test("a store that is removed while rows come begins anew, with what comes", async () => {
  await using lab = await lifecycleLab();
  lab.add(prompted("a"));
  await Deno.remove(lab.folder, { recursive: true });
  lab.add(prompted("b", 20_000), used(draft("Read b")));
  assertEquals(story(lab).prompts.map(({ text }) => text), ["b"]);
  assertEquals(story(lab).observations.length, 1);
});
