import { assertEquals } from "@std/assert";
import { blake3 } from "../../lib/hash/blake3.ts";
import { openLifecycle } from "../../lib/store/open_lifecycle.ts";
import { verifyChain } from "../../lib/store/verify_chain.ts";
import { encodeFrame } from "../../lib/daemon/frame.ts";
import { until } from "../_support/until.ts";
import {
  BASE_MS,
  daemonBox,
  keep,
  LONG_MS,
  send,
  stored,
  storedIds,
  toolRow,
  unspooled,
  untilStored,
  waiting,
  write,
} from "./_daemon.ts";

function ids(...numbers: number[]): string[] {
  return numbers.map((number) => toolRow(number).id);
}

Deno.test("a row that is kept and sent is stored once, and waits no longer", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  await send(daemon.places.socket, keep(daemon.spool, toolRow(1)));
  await untilStored(daemon.places, 1);
  await until(
    "an empty spool",
    () => Array.from(Deno.readDirSync(daemon.spool)).length === 0,
    LONG_MS,
  );
  assertEquals(storedIds(daemon.places), ids(1));
});

Deno.test("a row that only waits in the spool is found there, with no connection", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  keep(daemon.spool, toolRow(1));
  await untilStored(daemon.places, 1);
  assertEquals(storedIds(daemon.places), ids(1));
});

Deno.test("rows without a file are stored in the order in which their connections came", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  const { socket } = daemon.places;
  const first = unspooled(toolRow(1));
  using slow = await Deno.connect({ transport: "unix", path: socket });
  await write(slow, first.subarray(0, 20));
  // Its clock was set back, too.
  await send(socket, unspooled({ ...toolRow(2), at: 1 }));
  await write(slow, first.subarray(20));
  await untilStored(daemon.places, 2);
  assertEquals(storedIds(daemon.places), ids(1, 2));
});

Deno.test("a connection that stalls in the middle of a frame keeps no other waiting", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  const { socket } = daemon.places;
  using stalled = await Deno.connect({ transport: "unix", path: socket });
  await write(stalled, unspooled(toolRow(1)).subarray(0, 20));
  await send(socket, unspooled(toolRow(2)));
  await untilStored(daemon.places, 1);
  // It may go on all the same.
  await write(stalled, unspooled(toolRow(1)).subarray(20));
  await untilStored(daemon.places, 2);
  assertEquals(storedIds(daemon.places), ids(2, 1));
});

Deno.test("many frames come on one connection, one of them twice", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  const rows = [1, 2, 3, 2, 4].map((number) => toolRow(number));
  await send(daemon.places.socket, ...rows.map(unspooled));
  await untilStored(daemon.places, 4);
  assertEquals(storedIds(daemon.places), ids(1, 2, 3, 4));
});

Deno.test("rows that waited go first, in the order in which they were kept, though the clock was set back", async () => {
  await using daemon = await daemonBox();
  const now = Date.now() * 1000;
  for (const [index, number] of [3, 1, 2].entries()) {
    keep(daemon.spool, toolRow(number), now - index * 60_000_000);
  }
  await daemon.listening();
  await send(daemon.places.socket, keep(daemon.spool, toolRow(4), now - 1e9));
  await untilStored(daemon.places, 4);
  assertEquals(storedIds(daemon.places), ids(3, 1, 2, 4));
});

Deno.test("a row that was kept goes before one that was received after it", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  for (let number = 0; number < 40; number += 2) {
    keep(daemon.spool, toolRow(number));
    await send(daemon.places.socket, keep(daemon.spool, toolRow(number + 1)));
  }
  await untilStored(daemon.places, 40);
  assertEquals(
    storedIds(daemon.places),
    ids(...Array.from({ length: 40 }, (_, number) => number)),
  );
});

Deno.test("the daemon fills in what a hook leaves out", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  const session_id = "33333333-3333-4333-8333-333333333333";
  const at = (BASE_MS - 5000) * 1e6;
  const prompt = {
    id: "a1",
    kind: "memory.claude_prompt",
    at,
    payload: { session_id, prompt_redacted: "abc" },
  };
  const { tool_args_hash: _, ...payload } = toolRow(2, session_id).payload;
  const tool = {
    ...toolRow(2, session_id),
    payload,
    beside: {
      project: "/shop",
      name: "shop",
      host: "claude",
      use: {
        input: { command: "make all", b: [{ d: null, c: "\u00e9" }] },
        seen: { answer: { stdout: "built" }, cwd: "/shop" },
      },
    },
  };
  const stop = {
    id: "a2",
    kind: "memory.claude_session_completed",
    at: at + 5e9,
    payload: { session_id, last_assistant_message_redacted: "" },
  };
  await send(
    daemon.places.socket,
    keep(daemon.spool, prompt),
    keep(daemon.spool, toolRow(1, session_id)),
    keep(daemon.spool, tool),
    keep(daemon.spool, stop),
  );
  await untilStored(daemon.places, 4);
  const [first, older, newer, last] = stored(daemon.places);
  // BLAKE3 of "abc": the official test vectors of other implementations agree on it.
  assertEquals(
    first?.payload["prompt_hash"],
    "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85",
  );
  assertEquals(older?.payload, toolRow(1, session_id).payload);
  assertEquals(newer?.payload, {
    ...payload,
    tool_args_hash: blake3(
      '{"b":[{"c":"\u00e9","d":null}],"command":"make all"}',
    ),
  });
  using db = openLifecycle(daemon.places.store);
  assertEquals(
    db?.prepare("SELECT title, detail FROM observations").all()
      .map((it) => [it["title"], it["detail"]]),
    [["Ran: make all", "built"]],
  );
  await until("the spool", () => waiting(daemon.spool).length === 0, LONG_MS);
  assertEquals(
    ["prompt_count", "tool_use_count", "duration_ms"].map((name) =>
      last?.payload[name]
    ),
    [1, 2, 5000],
  );
});

Deno.test("what the spool had no room for becomes one row that says so", async () => {
  await using daemon = await daemonBox();
  await Deno.mkdir(daemon.spool, { recursive: true });
  await Deno.writeTextFile(`${daemon.spool}/gap`, "ptt");
  await daemon.listening();
  await until(
    "the gap",
    () => stored(daemon.places).some(({ id }) => id.startsWith("gap:")),
    LONG_MS,
  );
  const [gap] = stored(daemon.places);
  assertEquals(gap?.kind, "memory.capture_gap");
  const { first_at: _, last_at, ...payload } = gap?.payload ?? {};
  assertEquals(typeof last_at, "number");
  assertEquals(payload, {
    lost: 3,
    kinds: { "memory.claude_prompt": 1, "memory.claude_tool_use": 2 },
    reason: "spool_full",
  });
});

Deno.test("a file in the spool that no hook wrote is set aside, and counted", async () => {
  await using daemon = await daemonBox();
  await Deno.mkdir(daemon.spool, { recursive: true });
  const name = "1700000000000000-1-a.row";
  await Deno.writeTextFile(`${daemon.spool}/${name}`, "top secret words");
  keep(daemon.spool, toolRow(1));
  await daemon.listening();
  await untilStored(daemon.places, 1);
  assertEquals(stored(daemon.places).map(({ id }) => id), [
    `gap:${name}`,
    toolRow(1).id,
  ]);
  await until(
    "an empty spool",
    () => waiting(daemon.spool).length === 0,
    LONG_MS,
  );
  assertEquals(
    await Deno.readTextFile(`${daemon.spool}/${name}.bad`),
    "top secret words",
  );
  const log = (await daemon.box.log()).join("\n");
  assertEquals(log.includes("secret"), false);
});

Deno.test("a frame cannot name a file outside the spool", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  const target = `${daemon.places.state}/1800000000000000-1-a.row`;
  await Deno.writeTextFile(target, "");
  for (const spooled of ["../../1800000000000000-1-a.row", target, 1, {}]) {
    await send(daemon.places.socket, encodeFrame({ ...toolRow(1), spooled }));
  }
  await send(daemon.places.socket, unspooled(toolRow(2)));
  await untilStored(daemon.places, 1);
  assertEquals(storedIds(daemon.places), ids(2));
  assertEquals(await Deno.readTextFile(target), "");
});

Deno.test("a hundred clients at once are all served, and the chain verifies", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  const numbers = Array.from({ length: 100 }, (_, number) => number);
  await Promise.all(numbers.map((number) =>
    send(
      daemon.places.socket,
      number % 2 === 0
        ? keep(daemon.spool, toolRow(number))
        : unspooled(toolRow(number)),
    )
  ));
  await untilStored(daemon.places, 100);
  assertEquals(new Set(storedIds(daemon.places)), new Set(ids(...numbers)));
  const { capture, store } = daemon.places;
  assertEquals(verifyChain(store, `${capture}/chain-head.json`).ok, true);
});
