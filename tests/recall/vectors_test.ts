import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { assembleConfig } from "../../lib/config/assemble_config.ts";
import { storeEvent } from "../../lib/lifecycle/store_event.ts";
import { recall } from "../../lib/recall/recall.ts";
import { readEmbedMeter } from "../../lib/recall/vectors/embed_meter.ts";
import { Vectors } from "../../lib/recall/vectors/vectors.ts";
import { openStore, type Store } from "../../lib/store/open_store.ts";
import { placesIn } from "../_support/places_in.ts";
import { tempDir } from "../_support/temp.ts";
import { until } from "../_support/until.ts";
import { answers } from "../daemon/_daemon.ts";
import { type EmbeddingServer, embeddingServer } from "./_embedding_server.ts";
import { keepMemory, keepSessions } from "./_history.ts";
import { PROJECT } from "./_open.ts";
import { recallBox } from "./_recall_box.ts";

/** In other words than the session's. */
const PROMPT = "work orders vanish after the broker was bounced";

const SESSIONS = [{
  session: "s-0",
  project: PROJECT,
  prompts: ["mend it"],
  summary: {
    request: "Jobs are lost when the queue restarts.",
    decided: "Acknowledge later.",
  },
}, {
  session: "s-1",
  project: PROJECT,
  summary: { request: "The login page is slow.", decided: "Cache it." },
}];

interface Made extends AsyncDisposable {
  readonly store: Store;
  readonly warnings: string[];
  /** Makes the vectors of a model, as a daemon does. */
  vectors(model: string): Vectors & AsyncDisposable;
  count(model: string): number;
  told(vectors: Vectors): Promise<readonly string[]>;
}

async function made(server: EmbeddingServer): Promise<Made> {
  const home = await tempDir();
  const places = placesIn(home.path);
  keepSessions(places, SESSIONS);
  keepMemory(places, { content: "The label printer is deployed on Tuesdays." });
  const store = openStore({
    folder: places.store,
    headFile: `${places.capture}/chain-head.json`,
    now: () => new Date(),
    stored: (db, row, seq) => void storeEvent(db, row, seq),
  });
  const warnings: string[] = [];
  return {
    store,
    warnings,
    vectors(model) {
      const vectors = new Vectors({
        withStore: (action) => action(store),
        config: () =>
          Promise.resolve(
            assembleConfig({
              "recall.embed_model": model,
              "model.url": server.url,
            }, home.path),
          ),
        log: {
          info: () => {},
          warn: (message) => void warnings.push(message),
          error: () => {},
        },
        waitMs: 0,
        pauseMs: 20,
      });
      vectors.start();
      return Object.assign(vectors, {
        [Symbol.asyncDispose]: () => vectors.close(),
      });
    },
    count: (model) =>
      store.read((db) =>
        Number(
          db.prepare("SELECT count(*) AS n FROM vectors WHERE model = ?")
            .get(model)?.["n"],
        )
      ),
    async told(vectors) {
      const near = await vectors.nearest(PROMPT, PROJECT);
      return store.read((db) =>
        recall({ db, notes: null }, {
          prompt: PROMPT,
          session: "now",
          project: PROJECT,
          told: [],
          maxChars: 2000,
          maxItems: 5,
        }, near).items
      );
    },
    async [Symbol.asyncDispose]() {
      store[Symbol.dispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

Deno.test("with a model what is meant is found, without one what is said; one call makes many vectors", async () => {
  await using server = embeddingServer();
  await using it = await made(server);
  {
    await using none = it.vectors("");
    assertEquals(await it.told(none), []);
  }
  assertEquals(server.calls, []);
  await using vectors = it.vectors("minilm");
  await until("all vectors", () => it.count("minilm") === 3);
  await until("an answer", async () => (await it.told(vectors)).length > 0);
  assertEquals(await it.told(vectors), ["summary:1"]);
  assertEquals(server.calls[0]?.path, "/api/embed");
  assertEquals(server.calls[0]?.texts.length, 3);
  assertEquals(server.calls[0]?.model, "minilm");
  const meter = it.store.read(readEmbedMeter);
  assertEquals(meter.items, 3);
  assertEquals(meter.failures, 0);
});

Deno.test("what is not near to anything is told nothing", async () => {
  await using server = embeddingServer();
  await using it = await made(server);
  await using vectors = it.vectors("minilm");
  await until("all vectors", () => it.count("minilm") === 3);
  const near = await vectors.nearest("a haiku on leaves", PROJECT);
  assertEquals(near.filter(({ isClose }) => isClose), []);
  const elsewhere = await vectors.nearest(PROMPT, "/other");
  assert(elsewhere.every(({ item }) => item % 4 === 3), "another project's");
});

Deno.test("what was made stays: a daemon that starts anew goes on, and another model makes all anew", async () => {
  await using server = embeddingServer();
  await using it = await made(server);
  {
    await using _ = it.vectors("minilm");
    await until("all vectors", () => it.count("minilm") === 3);
  }
  const calls = server.calls.length;
  {
    await using again = it.vectors("minilm");
    await until("an answer", async () => (await it.told(again)).length > 0);
    assert(
      server.calls.slice(calls).every(({ texts }) => texts[0] === PROMPT),
      "something was made twice",
    );
  }
  await using other = it.vectors("nomic");
  await until("all vectors", () => it.count("nomic") === 3);
  assertEquals(it.count("minilm"), 0);
  await until("an answer", async () => (await it.told(other)).length > 0);
});

Deno.test("a server from before Ollama 0.3 is asked for one text after the other", async () => {
  await using server = embeddingServer();
  server.mode = "old";
  await using it = await made(server);
  await using vectors = it.vectors("minilm");
  await until("all vectors", () => it.count("minilm") === 3);
  await until("an answer", async () => (await it.told(vectors)).length > 0);
});

for (const mode of ["error", "nonsense"] as const) {
  Deno.test(`a model that answers ${mode} changes nothing, and is asked again later`, async () => {
    await using server = embeddingServer();
    server.mode = mode;
    await using it = await made(server);
    await using vectors = it.vectors("minilm");
    await until("a second try", () => server.calls.length >= 2);
    assertEquals(await it.told(vectors), []);
    assertEquals(it.count("minilm"), 0);
    assert(it.warnings.every((line) => line.startsWith("Cannot make vectors")));
    server.mode = "new";
    await until("all vectors", () => it.count("minilm") === 3);
    assert(it.store.read(readEmbedMeter).failures >= 1);
  });
}

Deno.test("a model that hangs costs a prompt its time and no more, and the end does not wait for it", async () => {
  await using server = embeddingServer();
  await using it = await made(server);
  await using vectors = it.vectors("minilm");
  await until("all vectors", () => it.count("minilm") === 3);
  await until("an answer", async () => (await it.told(vectors)).length > 0);
  server.mode = "hang";
  assertEquals(await it.told(vectors), []);
});

Deno.test("a memory that says something else gets another vector", async () => {
  await using server = embeddingServer();
  await using it = await made(server);
  await using vectors = it.vectors("minilm");
  await until("all vectors", () => it.count("minilm") === 3);
  const before = server.calls.length;
  const uid = it.store.read((db) =>
    String(db.prepare("SELECT uid FROM memories").get()?.["uid"])
  );
  vectors.changed([{
    what: "changed",
    kind: "memory",
    address: `memory:${uid}`,
    session: "",
    project: "",
  }]);
  await until("another call", () => server.calls.length > before);
  assertEquals(server.calls[before]?.texts.length, 1);
});

Deno.test("the daemon makes vectors by itself, and the hook is told what they find", async () => {
  await using server = embeddingServer();
  await using box = await recallBox({
    config: `recall:\n  embed_model: minilm\nmodel:\n  url: ${server.url}\n`,
  }, (project) => SESSIONS.map((it) => ({ ...it, project })));
  await box.daemon.listening();
  await until("a told prompt", async () => {
    const told = await box.told(PROMPT, { session_id: crypto.randomUUID() });
    if (told === "") return false;
    assertStringIncludes(told, "Jobs are lost when the queue restarts.");
    return true;
  });
  assert(await answers(box.places.socket));
});
