import { assert, assertEquals, assertRejects } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import deno from "../../deno.json" with { type: "json" };
import { DaemonError } from "../../lib/daemon/ask_daemon.ts";
import { encodeFrame } from "../../lib/daemon/frame.ts";
import { readSnapshot } from "../../lib/memory/snapshot.ts";
import { readRegularFile } from "../../lib/private_file.ts";
import { verifyChain } from "../../lib/store/verify_chain.ts";
import { until } from "../_support/until.ts";
import {
  daemonBox,
  toolRow,
  unspooled,
  untilStored,
  write,
} from "../daemon/_daemon.ts";
import { spoil } from "./_memory.ts";
import { answersOn, ask, codeOf, snapshotOf, texts } from "./_ask.ts";

Deno.test("a request starts the daemon, is answered, and changes what the hooks are told", async () => {
  await using box = await daemonBox();
  const { places } = box;
  const { pid, version } = await ask(box, "ping");
  assert(Number(pid) > 1);
  assertEquals(version, deno.version);
  const { uid } = await ask(box, "note", { content: "hello", domain: "a/b" });
  const snapshot = await snapshotOf(places, 1);
  assertEquals(snapshot.notes.items[0]?.uid, uid);
  assertEquals(snapshot.busiest, "a/b");
  const { mode } = await Deno.stat(places.snapshot);
  if (Deno.build.os !== "windows") assertEquals((mode ?? 0) & 0o777, 0o600);
});

Deno.test("the daemon says what is wrong with a request", async () => {
  await using box = await daemonBox();
  await box.listening();
  assertEquals(await codeOf(ask(box, "nonsense")), "invalid");
  assertEquals(await codeOf(ask(box, "note", {})), "invalid");
  assertEquals(await codeOf(ask(box, "note", { content: 5 })), "invalid");
  assertEquals(
    await codeOf(ask(box, "forget", { uid: "0".repeat(16), reason: "r" })),
    "not_found",
  );
  assertEquals(
    await codeOf(ask(box, "note", { content: "x".repeat(2 ** 20 + 1) })),
    "invalid",
  );
  assertEquals(
    await codeOf(ask(box, "note", { content: "x".repeat(9 * 2 ** 20) })),
    "invalid",
  );
  await ask(box, "note", { content: '"'.repeat(2 ** 20) });
  assertEquals(texts(box.places).length, 1);
});

Deno.test("rows and requests share a connection, and answers come in order", async () => {
  await using box = await daemonBox();
  await box.listening();
  using connection = await Deno.connect({
    transport: "unix",
    path: box.places.socket,
  });
  const request = (id: unknown, method: string, params: unknown): Uint8Array =>
    encodeFrame({ request: method, id, params });
  await write(connection, unspooled(toolRow(1)));
  for (let n = 0; n < 40; n++) {
    await write(connection, request(`n${n}`, "note", { content: `n${n}` }));
  }
  await write(connection, request("p", "ping", {}));
  await write(connection, unspooled(toolRow(2)));
  await write(connection, request("bad", "note", []));
  await write(connection, request(7, "note", {}));
  await write(connection, request("n0", "note", { content: "again" }));
  const answers = await answersOn(connection, 44);
  assertEquals(answers.map(({ id }) => id), [
    ...Array.from({ length: 40 }, (_, n) => `n${n}`),
    "p",
    "bad",
    null,
    "n0",
  ]);
  assertEquals(answers[43], answers[0]);
  assertEquals(texts(box.places).length, 40);
  await untilStored(box.places, 2);
});

Deno.test("many who write at once are all heard", async () => {
  await using box = await daemonBox();
  const { places } = box;
  const names = Array.from({ length: 60 }, (_, n) => `text ${n}`);
  await box.listening();
  const answers = await Promise.all(
    names.map((content) => ask(box, "note", { content })),
  );
  assertEquals(new Set(answers.map(({ uid }) => uid)).size, 60);
  assertEquals(texts(places), names.sort());
  assertEquals((await snapshotOf(places, 60)).notes.total, 60);
});

Deno.test("of writers whose daemon is killed again and again, each memory that was answered is there, and none twice", async () => {
  await using box = await daemonBox();
  const { places } = box;
  const answered: string[] = [];
  for (let round = 0; round < 6; round++) {
    const { pid } = await ask(box, "ping");
    const writes = Array.from({ length: 8 }, async (_, n) => {
      const content = `round ${round} number ${n}`;
      // A connection that breaks twice is said to have failed; it may be there all the same.
      const code = await codeOf(ask(box, "note", { content }));
      if (code === "none") answered.push(content);
    });
    await new Promise((resolve) => setTimeout(resolve, 4 * round));
    Deno.kill(Number(pid), "SIGKILL");
    await Promise.all(writes);
  }
  const stored = texts(places);
  assertEquals(new Set(stored).size, stored.length);
  assertEquals(answered.filter((text) => !stored.includes(text)), []);
  assert(answered.length >= 24, `${answered.length} were answered`);
  // The last daemon may have been killed before it could tell the hooks; the next one does.
  await ask(box, "ping");
  assertEquals((await snapshotOf(places, stored.length)).version, 1);
});

Deno.test("a store that another process holds for long is busy, and does afterwards", async () => {
  await using box = await daemonBox();
  await ask(box, "note", { content: "before" });
  {
    using other = new DatabaseSync(`${box.places.store}/store.sqlite`, {
      timeout: 10_000,
    });
    other.exec("BEGIN IMMEDIATE");
    assertEquals(await codeOf(ask(box, "note", { content: "no" })), "busy");
    const waits = ask(box, "note", { content: "waits" });
    await new Promise((resolve) => setTimeout(resolve, 600));
    other.exec("ROLLBACK");
    await waits;
  }
  assertEquals(texts(box.places), ["before", "waits"]);
});

Deno.test("nothing is written to a store of a later version", async () => {
  await using box = await daemonBox();
  const file = `${box.places.store}/store.sqlite`;
  const daemon = await box.listening();
  await ask(box, "note", { content: "before" });
  daemon.kill("SIGTERM");
  await daemon.result;
  {
    using db = new DatabaseSync(file);
    db.exec("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)");
  }
  const before = Deno.readFileSync(file);
  assertEquals(
    await codeOf(ask(box, "note", { content: "no" })),
    "newer_schema",
  );
  assertEquals(Deno.readFileSync(file), before);
  assertEquals(texts(box.places), ["before"]);
  assertEquals(readSnapshot(box.places)?.total, 1);
});

Deno.test("a corrupt store makes room, and the hooks are told of the new one", async () => {
  await using box = await daemonBox();
  const { places } = box;
  const daemon = await box.listening();
  await ask(box, "note", { content: "before" });
  daemon.kill("SIGTERM");
  await daemon.result;
  Deno.writeTextFileSync(`${places.store}/store.sqlite`, "x".repeat(9000));
  await ask(box, "ping");
  await snapshotOf(places, 0);
  await ask(box, "note", { content: "after" });
  assertEquals(texts(places), ["after"]);
  assertEquals((await snapshotOf(places, 1)).notes.items[0]?.text, "after");
});

Deno.test("a store that is replaced while the daemon runs is what the hooks are told of", async () => {
  await using box = await daemonBox();
  const { places } = box;
  await ask(box, "note", { content: "before" });
  await snapshotOf(places, 1);
  await Deno.remove(places.store, { recursive: true });
  await ask(box, "handoff", { content: "after" });
  const snapshot = await snapshotOf(places, 1);
  assertEquals(snapshot.handoffs.items[0]?.text, "after");
});

Deno.test("a snapshot that is missing, spoiled or stale is made when the daemon starts", async () => {
  await using box = await daemonBox();
  const { places } = box;
  const daemon = await box.listening();
  await ask(box, "note", { content: "one" });
  daemon.kill("SIGTERM");
  await daemon.result;
  const good = Deno.readTextFileSync(places.snapshot);
  const [gist = "", whole = ""] = good.split("\n");
  const stale = JSON.stringify({ ...JSON.parse(whole), revision: 0, total: 0 });
  const other = gist.replace(/"units":\d+/, '"units":1');
  for (
    const text of [
      null,
      "{",
      stale,
      whole,
      `${gist}\n${stale}\n`,
      `${other}\n${whole}\n`,
    ]
  ) {
    if (text === null) Deno.removeSync(places.snapshot);
    else Deno.writeTextFileSync(places.snapshot, text);
    const again = await box.listening();
    await until(
      "the snapshot",
      () => readRegularFile(places.snapshot) === good,
    );
    again.kill("SIGTERM");
    await again.result;
  }
});

Deno.test("after a burst of writes the snapshot is whole when the daemon ends", async () => {
  await using box = await daemonBox();
  const daemon = await box.listening();
  for (let n = 0; n < 30; n++) await ask(box, "note", { content: `n${n}` });
  daemon.kill("SIGTERM");
  await daemon.result;
  assertEquals(readSnapshot(box.places)?.total, 30);
  assertEquals(
    Array.from(Deno.readDirSync(box.places.store), ({ name }) => name)
      .filter((name) => name.includes("snapshot")),
    ["snapshot.json"],
  );
});

Deno.test("settings of the warden reach the hooks", async () => {
  await using box = await daemonBox();
  await ask(box, "set_warden", { enabled: false, minutes: 90 });
  await until(
    "the switch",
    () => readSnapshot(box.places)?.wardenEnabled === false,
  );
  assertEquals(readSnapshot(box.places)?.wardenMinutes, 90);
});

Deno.test("the settings' casing counts for what is written", async () => {
  await using box = await daemonBox({
    config: "memory:\n  domain_case: lower\n",
  });
  const answer = await ask(box, "note", { content: "x", domain: "Acme" });
  assertEquals(answer["domain_adjusted"], "acme");
  assertEquals((await snapshotOf(box.places, 1)).domainCase, "lower");
});

Deno.test("who does not read answers, or goes, keeps nobody waiting", async () => {
  await using box = await daemonBox();
  const { places } = box;
  await box.listening();
  const path = places.socket;
  using deaf = await Deno.connect({ transport: "unix", path });
  const flood = (async () => {
    for (let n = 0; n < 3000; n++) {
      const id = `d${n}`;
      await write(deaf, encodeFrame({ request: "ping", id, params: {} }));
    }
  })().catch(() => {});
  {
    using gone = await Deno.connect({ transport: "unix", path });
    const params = { content: "gone" };
    await write(gone, encodeFrame({ request: "note", id: "g", params }));
  }
  await ask(box, "note", { content: "heard" });
  await until("both", () => texts(places).join() === "gone,heard");
  deaf.close = ((close) => () => {
    try {
      close();
    } catch {
      // Closed by the daemon's end.
    }
  })(deaf.close.bind(deaf));
  deaf.close();
  await flood;
});

Deno.test("a damaged full-text index is made anew, and no memory is lost", async () => {
  await using box = await daemonBox();
  const { places } = box;
  const daemon = await box.listening();
  await ask(box, "note", { content: "first needle" });
  daemon.kill("SIGTERM");
  await daemon.result;
  spoil(`${places.store}/store.sqlite`, "memories_fts_data");
  await ask(box, "note", { content: "second needle" });
  assertEquals(texts(places), ["first needle", "second needle"]);
  const head = `${places.capture}/chain-head.json`;
  assertEquals(verifyChain(places.store, head).ok, true);
});

Deno.test("another program on the socket is told from the daemon", async () => {
  await using box = await daemonBox();
  const { places } = box;
  const daemon = await box.listening();
  daemon.kill("SIGTERM");
  await daemon.result;
  const answerWith = async (
    answer: (connection: Deno.Conn) => Promise<void>,
    timeoutMs: number,
  ): Promise<DaemonError> => {
    const open: Deno.Conn[] = [];
    using listener = Deno.listen({ transport: "unix", path: places.socket });
    const serving = (async () => {
      for await (const connection of listener) {
        open.push(connection);
        await answer(connection).catch(() => {});
      }
    })();
    const error = await assertRejects(
      () => ask(box, "note", { content: "x" }, timeoutMs),
      DaemonError,
    );
    listener.close();
    await serving;
    for (const connection of open) {
      try {
        connection.close();
      } catch {
        // It closed it itself.
      }
    }
    return error;
  };
  const says = (bytes: Uint8Array) => async (it: Deno.Conn): Promise<void> => {
    await it.read(new Uint8Array(1000));
    await write(it, bytes);
  };
  const text = new TextEncoder().encode("HTTP/1.1 400 Bad Request\r\n\r\n");
  const foreign = /another program than memoryd listens on/;
  for (
    const [answer, message, timeoutMs] of [
      [says(text), foreign, 60_000],
      [says(encodeFrame({ id: "other", result: 1 })), foreign, 60_000],
      [says(encodeFrame(["x"])), foreign, 60_000],
      [(it: Deno.Conn) => Promise.resolve(it.close()), /broke twice/, 60_000],
      [() => Promise.resolve(), /no answer from memoryd within 200 ms/, 200],
    ] as const
  ) {
    const { code, message: said } = await answerWith(answer, timeoutMs);
    assertEquals([code, message.test(said)], ["failed", true], said);
  }
});

Deno.test("a daemon that cannot be started is said to be missing", async () => {
  await using box = await daemonBox();
  const { places } = box;
  let starts = 0;
  const { askDaemon } = await import("../../lib/daemon/ask_daemon.ts");
  await Deno.mkdir(places.state, { recursive: true, mode: 0o700 });
  const error = await assertRejects(
    () =>
      askDaemon(
        { socket: places.socket, places, start: () => void starts++ },
        "ping",
        {},
      ),
    DaemonError,
  );
  assertEquals(error.code, "failed");
  assert(starts > 1);
});
