import { assert, assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { readSession } from "../../lib/lifecycle/read_session.ts";
import type { SessionStory } from "../../lib/lifecycle/types.ts";
import { openLifecycle } from "../../lib/store/open_lifecycle.ts";
import { verifyChain } from "../../lib/store/verify_chain.ts";
import { isAlive } from "../_support/is_alive.ts";
import { until } from "../_support/until.ts";
import {
  type DaemonBox,
  daemonBox,
  keep,
  LONG_MS,
  send,
  SESSION,
  toolRow,
  unspooled,
  untilLogged,
  untilStored,
  waiting,
} from "../daemon/_daemon.ts";
import { ask, codeOf, snapshotOf } from "../memory/_ask.ts";
import { spoil } from "../memory/_memory.ts";
import { occurrences } from "./_lifecycle.ts";

const BESIDE = { project: "/p/.git", name: "p", host: "claude" };

/** A use of a tool with what it taught. */
function used(number: number, text = `Read file ${number}`) {
  return {
    ...toolRow(number),
    beside: {
      ...BESIDE,
      observation: {
        kind: "read",
        tool: "Read",
        outcome: "success",
        title: text,
        detail: "",
        files: [`/p/${number}.ts`],
        useId: `use-${number}`,
      },
    },
  };
}

function prompted(number: number, text: string) {
  const { kind: _, payload, ...row } = toolRow(number);
  return {
    ...row,
    id: `prompt-${number}`,
    kind: "memory.claude_prompt",
    payload: {
      session_id: payload["session_id"],
      prompt_redacted: text,
      cwd: "/p",
      redaction_match_count: 0,
    },
    beside: BESIDE,
  };
}

function stopped(number: number, text: string) {
  const row = prompted(number, "");
  return {
    ...row,
    id: `stop-${number}`,
    kind: "memory.claude_session_completed",
    payload: {
      session_id: row.payload.session_id,
      last_assistant_message_redacted: text,
      redaction_match_count: 0,
    },
  };
}

function story({ places }: DaemonBox): SessionStory | null {
  using db = openLifecycle(places.store);
  return db === null ? null : readSession(db, SESSION);
}

function verify({ places }: DaemonBox): ReturnType<typeof verifyChain> {
  return verifyChain(places.store, `${places.capture}/chain-head.json`);
}

/** Waits until nothing of a text is in any file of the daemon's or the hooks'. */
async function untilGone(
  { places }: DaemonBox,
  text: string,
): Promise<void> {
  await until(
    `no ${text} in any file`,
    () =>
      occurrences(places.store, text) + occurrences(places.state, text) === 0,
    LONG_MS,
  );
}

Deno.test("rows bring what they tell of, through the spool and without it", async () => {
  await using box = await daemonBox();
  keep(box.spool, prompted(1, "What is in the files?"));
  keep(box.spool, used(2));
  await box.listening();
  await send(box.places.socket, unspooled(used(3)));
  await untilStored(box.places, 3);
  const { session, prompts, observations } = story(box) ?? {};
  assertEquals(session?.project, "/p/.git");
  assertEquals(prompts?.map(({ text }) => text), ["What is in the files?"]);
  assertEquals(observations?.map((it) => [it.title, it.promptNumber]), [
    ["Read file 2", 1],
    ["Read file 3", 1],
  ]);
});

Deno.test("what cannot be beside a row is dropped and told of, and the row is stored", async () => {
  await using box = await daemonBox();
  const fine = used(0).beside;
  const { observation } = fine;
  const unfit: unknown[] = [
    "text",
    [],
    { ...fine, project: "x".repeat(5000) },
    { ...fine, project: 7 },
    { ...fine, name: "a\0b" },
    { ...fine, host: "../claude" },
    { ...fine, observation: [] },
    ...[
      { kind: "guess" },
      { tool: "" },
      { outcome: "maybe" },
      { title: "" },
      { title: "x".repeat(300) },
      { detail: "x".repeat(3000) },
      { detail: null },
      { files: ["relative"] },
      { files: Array(21).fill("/a") },
      { files: [7] },
      { files: "none" },
      { agent: "../x" },
      { useId: "a b" },
    ].map((more) => ({ ...fine, observation: { ...observation, ...more } })),
  ];
  unfit.forEach((beside, number) =>
    keep(box.spool, { ...toolRow(number), beside } as never)
  );
  await box.listening();
  await untilStored(box.places, unfit.length);
  assertEquals(story(box)?.observations, []);
  const lines = await box.box.log();
  assert(lines.some((it) => /WARN .*Dropped what came beside a row/.test(it)));
  keep(box.spool, used(99));
  await untilStored(box.places, unfit.length + 1);
  assertEquals(story(box)?.observations.length, 1);
});

Deno.test("100 uses of tools, and a daemon that is killed: 100 rows and 100 observations are there", async () => {
  await using box = await daemonBox();
  const first = await box.listening();
  for (let number = 0; number < 100; number++) {
    const frame = keep(box.spool, used(number));
    if (number === 50) first.kill("SIGKILL");
    try {
      await send(box.places.socket, frame);
    } catch {
      // Nobody listens any more: it waits.
    }
  }
  await first.result;
  await box.listening();
  await untilStored(box.places, 100);
  const { session, observations } = story(box) ?? {};
  assertEquals(observations?.length, 100);
  assertEquals(session?.observations, 100);
  assert(observations?.every(({ times }) => times === 1));
  assertEquals(verify(box).ok, true);
});

Deno.test("a daemon that is killed at any moment leaves no row without what is beside it", async () => {
  await using box = await daemonBox();
  let sent = 0;
  for (let round = 0; round < 5; round++) {
    const daemon = await box.listening();
    for (let one = 0; one < 60; one++) keep(box.spool, used(sent++));
    await until("some rows", () => {
      using db = openLifecycle(box.places.store);
      return Number(
        db?.prepare("SELECT count(*) AS n FROM rows").get()?.["n"] ?? 0,
      ) > round * 60;
    }, LONG_MS);
    daemon.kill("SIGKILL");
    await daemon.result;
    using db = new DatabaseSync(`${box.places.store}/store.sqlite`);
    const { rows, observations } = db.prepare(
      `SELECT (SELECT count(*) FROM rows WHERE kind = 'memory.claude_tool_use') AS rows,
        (SELECT count(*) FROM observations) AS observations`,
    ).get() as { rows: number; observations: number };
    assertEquals(rows, observations);
    db.exec(
      "INSERT INTO lifecycle_fts(lifecycle_fts) VALUES ('integrity-check')",
    );
  }
  await box.listening();
  await untilStored(box.places, sent);
  assertEquals(story(box)?.observations.length, sent);
});

Deno.test("an item that is deleted is soon nowhere: not in the store, its log, the spool, nor what the hooks are told", async () => {
  await using box = await daemonBox();
  await box.listening();
  for (let number = 0; number < 150; number++) {
    keep(box.spool, used(number, `Read other ${number}`));
  }
  keep(box.spool, prompted(200, "where does the zebrafinch77 nest"));
  keep(box.spool, used(201, "Read zebrafinch77.ts"));
  await untilStored(box.places, 152);
  const { prompts = [], observations = [] } = story(box) ?? {};
  await ask(box, "delete_item", { address: prompts[0]?.address });
  await ask(box, "delete_item", { address: observations.at(-1)?.address });
  await untilGone(box, "zebrafinch77");
  assertEquals(story(box)?.observations.length, 150);
  assertEquals(verify(box).purged, 1);
  assertEquals(
    await codeOf(ask(box, "delete_item", { address: prompts[0]?.address })),
    "not_found",
  );
  assertEquals(await codeOf(ask(box, "delete_item", {})), "invalid");
});

Deno.test("a memory that is deleted is soon nowhere, and the hooks are told so", async () => {
  await using box = await daemonBox();
  await box.listening();
  const { uid } = await ask(box, "note", { content: "the zebrafinch77 sings" });
  await ask(box, "note", { content: "another" });
  await snapshotOf(box.places, 2);
  await ask(box, "delete_item", { address: `memory:${uid}` });
  await snapshotOf(box.places, 1);
  await untilGone(box, "zebrafinch77");
});

Deno.test("a purge takes what waits along, and is done when it is answered", async () => {
  await using box = await daemonBox();
  await box.listening();
  for (let number = 0; number < 300; number++) {
    keep(box.spool, used(number, `Read zebrafinch77 ${number}`));
  }
  keep(box.spool, prompted(400, "of the zebrafinch77"));
  keep(box.spool, stopped(401, "the zebrafinch77 it was"));
  keep(box.spool, { ...used(402), ...toolRow(402, "other-session") });
  await untilStored(box.places, 1);
  const counts = await ask(box, "purge", { session: SESSION });
  assertEquals([counts["sessions"], counts["observations"], counts["rows"]], [
    1,
    300,
    302,
  ]);
  assertEquals(occurrences(box.places.store, "zebrafinch77"), 0);
  await untilGone(box, "zebrafinch77");
  assertEquals(story(box), null);
  const verdict = verify(box);
  assertEquals([verdict.ok, verdict.purged], [true, 302]);
  for (const params of [{}, { before: "x" }, { before: -1 }, { project: 7 }]) {
    assertEquals(await codeOf(ask(box, "purge", params)), "invalid");
  }
  assertEquals(
    await codeOf(ask(box, "purge", { project: "a", session: "b" })),
    "invalid",
  );
});

Deno.test("a daemon that is killed between a deletion and its scrubbing has the next one do it", async () => {
  await using box = await daemonBox();
  const daemon = await box.listening();
  for (let number = 0; number < 150; number++) keep(box.spool, used(number));
  keep(box.spool, used(200, "Read zebrafinch77.ts"));
  await untilStored(box.places, 151);
  const { observations = [] } = story(box) ?? {};
  await ask(box, "delete_item", { address: observations.at(-1)?.address });
  daemon.kill("SIGKILL");
  await daemon.result;
  await box.listening();
  await untilGone(box, "zebrafinch77");
});

Deno.test("what one daemon exports another one imports, part by part", async () => {
  await using box = await daemonBox();
  await using other = await daemonBox();
  await box.listening();
  for (let number = 0; number < 900; number++) {
    const row = used(number);
    const observation = { ...row.beside.observation, detail: "x".repeat(900) };
    keep(box.spool, {
      ...row,
      beside: { ...row.beside, observation },
    } as never);
  }
  await ask(box, "note", { content: "remember" });
  const parts: unknown[][] = [];
  for (let from: unknown = ""; from !== null;) {
    const part = await ask(box, "export", { from });
    parts.push(part["records"] as unknown[]);
    from = part["next"];
  }
  assert(parts.length > 2, `${parts.length}`);
  let taken = 0;
  for (const records of parts) {
    const counts = await ask(other, "import", { records });
    taken += Number(counts["observations"]) + Number(counts["memories"]);
    assertEquals(counts["unfit"], 0);
  }
  assertEquals(taken, 901);
  const status = await ask(other, "status");
  assertEquals(
    [status["observations"], status["memories"], status["schema"]],
    [900, 1, 3],
  );
  assert(Number(status["memory_bytes"]) > 1e6);
  assertEquals(await codeOf(ask(other, "import", { records: 7 })), "invalid");
});

Deno.test("a damaged index of sessions is made anew, and no row is lost for it", async () => {
  await using box = await daemonBox();
  const daemon = await box.listening();
  for (let number = 0; number < 50; number++) keep(box.spool, used(number));
  await untilStored(box.places, 50);
  daemon.kill("SIGTERM");
  await daemon.result;
  spoil(`${box.places.store}/store.sqlite`, "lifecycle_fts_data");
  for (let number = 50; number < 60; number++) keep(box.spool, used(number));
  await box.listening();
  await untilStored(box.places, 60);
  await untilLogged(box, /Made the index of sessions anew/);
  using db = openLifecycle(box.places.store);
  assertEquals(
    db?.prepare(
      "SELECT count(*) AS n FROM lifecycle_fts WHERE lifecycle_fts MATCH 'title : file'",
    )
      .get()?.["n"],
    60,
  );
  assertEquals(verify(box).ok, true);
});

Deno.test("a daemon that has more memory than it may ends, and the next one goes on", async () => {
  await using box = await daemonBox({
    config: "worker:\n  max_memory_mb: 64\n",
  });
  const daemon = await box.listening();
  let sent = 0;
  let code: number | null = null;
  const ended = daemon.result.then((result) => code = result.code);
  await until("the daemon's end", () => {
    for (let more = 0; more < 100 && waiting(box.spool).length < 2000; more++) {
      keep(box.spool, used(sent, `Read ${"word".repeat(20)} ${sent++}`));
    }
    return code !== null;
  }, LONG_MS);
  await ended;
  assertEquals(code, 0);
  assertEquals(await isAlive(daemon.pid), false);
  assert(
    (await box.box.log()).some((it) =>
      /INFO .*Ended \(it has \d+ MB of memory, and worker.max_memory_mb is 64 MB\)/
        .test(it)
    ),
  );
  await box.listening();
  await untilStored(box.places, sent);
  assertEquals(story(box)?.session.observations, sent);
});
