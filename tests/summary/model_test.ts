import { assert, assertEquals, assertMatch } from "@std/assert";
import { assembleConfig } from "../../lib/config/assemble_config.ts";
import { readSession } from "../../lib/lifecycle/read_session.ts";
import type { SummaryView } from "../../lib/lifecycle/types.ts";
import { readModelMeter } from "../../lib/summary/model_meter.ts";
import { readProjectFile } from "../../lib/summary/project_file.ts";
import { Summaries } from "../../lib/summary/summaries.ts";
import { SUMMARY_UNITS } from "../../lib/summary/summarise.ts";
import { until } from "../_support/until.ts";
import { generated, type ModelServer, modelServer } from "./_model.ts";
import { answered, asked, type StoreBox, storeBox, wrote } from "./_store.ts";

interface Kept extends AsyncDisposable {
  readonly summaries: Summaries;
  readonly log: string[];
  /** How often the settings were looked at, as is done before each call. */
  looks(): number;
}

/** Summaries that a model writes 20 ms after a session went quiet. */
function withModel(
  box: StoreBox,
  url: string,
  settings: Record<string, unknown> = { "summary.model": "small-model" },
  times: { quietMs?: number; pauseMs?: number } = {},
): Kept {
  const log: string[] = [];
  const note = (message: string): void => void log.push(message);
  let looks = 0;
  const config = assembleConfig({ "model.url": url, ...settings }, "/home/u");
  const summaries = new Summaries({
    places: box.places,
    withStore: box.withStore,
    config() {
      looks++;
      return Promise.resolve(config);
    },
    log: { info: note, warn: note, error: note },
    waitMs: 5,
    quietMs: 20,
    ...times,
  });
  return {
    summaries,
    log,
    looks: () => looks,
    [Symbol.asyncDispose]: () => summaries.close(),
  };
}

function summaryOf(box: StoreBox, session = "s1"): SummaryView | null {
  return box.read((db) => readSession(db, session)?.summary ?? null);
}

function oneSession(box: StoreBox): void {
  box.store.append([
    asked("Make the basket faster"),
    wrote("/home/u/shop/src/basket.ts"),
    answered("I replaced the list by a map."),
  ]);
}

const SAID = JSON.stringify({
  request: "A faster basket",
  looked: ["- src/list.ts", "- `README.md`"],
  changed: "Rewrote src/basket.ts",
  decided: { why: "A map, since lists are slow" },
  open: "",
});

/** What a model comes to that says something. */
async function comesTo(
  box: StoreBox,
  answer: () => Response,
): Promise<{ summary: SummaryView | null; log: string[]; failures: number }> {
  await using server = modelServer(answer);
  await using kept = withModel(box, server.url);
  oneSession(box);
  kept.summaries.changed(box.changes());
  await until(
    "the call's count",
    () => box.read(readModelMeter).calls === 1,
  );
  return {
    summary: summaryOf(box),
    log: kept.log,
    failures: box.read(readModelMeter).failures,
  };
}

Deno.test("A session that went quiet is summed up by the model once", async () => {
  await using box = await storeBox();
  await using server = modelServer(() => generated(SAID));
  await using kept = withModel(box, server.url);
  oneSession(box);
  kept.summaries.changed(box.changes());
  await until("the model's", () => summaryOf(box)?.source === "small-model");
  const summary = summaryOf(box);
  assertEquals([
    summary?.request,
    summary?.looked,
    summary?.changed,
    summary?.decided,
    summary?.open,
  ], [
    "A faster basket",
    "src/list.ts\nREADME.md",
    "Rewrote src/basket.ts",
    "A map, since lists are slow",
    "",
  ]);
  const [one] = server.asked;
  const { prompt, ...body } = one?.body ?? {};
  assertEquals([one?.method, one?.path], ["POST", "/api/generate"]);
  assertEquals(body, {
    model: "small-model",
    stream: false,
    format: "json",
    options: { num_predict: 400, temperature: 0 },
  });
  assertMatch(String(prompt), /Make the basket faster/);
  assertMatch(String(prompt), /I replaced the list by a map\./);
  assert(String(prompt).length < 20_000);
  const { ms, ...meter } = box.read(readModelMeter);
  assertEquals(meter, { calls: 1, failures: 0, tokens: 150 });
  assert(ms >= 0);
  assertEquals(
    readProjectFile(box.places, "/home/u/shop/.git")?.last?.request,
    "A faster basket",
  );
  // Asked again, it stays as the model said it.
  assertEquals(
    kept.summaries.answer({ session: "s1", ended: true }),
    summary,
  );
});

Deno.test("Without a model in the settings nothing is ever called", async () => {
  await using box = await storeBox();
  await using server = modelServer(() => generated(SAID));
  {
    await using kept = withModel(box, server.url, {});
    oneSession(box);
    kept.summaries.start();
    kept.summaries.changed(box.changes());
    kept.summaries.answer({ session: "s1", ended: true });
    await until("the extract", () => summaryOf(box)?.source === "extract");
    await until("a look at the settings", () => kept.looks() > 0);
    assertEquals(kept.log, []);
  }
  assertEquals(server.asked, []);
  assertEquals(box.read(readModelMeter).calls, 0);
});

Deno.test("What the host has ended need not go quiet first", async () => {
  await using box = await storeBox();
  await using server = modelServer(() => generated(SAID));
  await using kept = withModel(box, server.url, undefined, {
    quietMs: 3_600_000,
  });
  oneSession(box);
  kept.summaries.changed(box.changes());
  const extract = kept.summaries.answer({ session: "s1", ended: true });
  assertEquals(extract?.source, "extract");
  await until("the model's", () => summaryOf(box)?.source === "small-model");
});

Deno.test("A session is written again only after a pause", async () => {
  await using box = await storeBox();
  await using server = modelServer(() => generated(SAID));
  await using kept = withModel(box, server.url, undefined, {
    quietMs: 5,
    pauseMs: 3_600_000,
  });
  oneSession(box);
  kept.summaries.changed(box.changes());
  await until("the model's", () => summaryOf(box)?.source === "small-model");
  box.store.append([asked("And more")]);
  kept.summaries.changed(box.changes());
  await until("the extract", () => summaryOf(box)?.source === "extract");
  box.store.append([asked("Another one", { session: "s2" })]);
  kept.summaries.changed(box.changes());
  await until(
    "the other session's",
    () => summaryOf(box, "s2")?.source === "small-model",
  );
  assertEquals(summaryOf(box)?.source, "extract");
  assertEquals(server.asked.length, 2);
});

Deno.test("A model that babbles, or fails, leaves the extract", async () => {
  const answers: [string, () => Response][] = [
    ["babble", () => generated("Sure! Here is a nice summary of it all.")],
    ["no texts", () => generated('{"a": 1, "request": 5}')],
    ["nothing", () => generated('{"request": "", "decided": "None."}')],
    ["cut off", () => generated('{"request": "A faster bas')],
    ["no JSON at all", () => new Response("<html>")],
    ["another shape", () => Response.json(["x"])],
    ["an error", () => Response.json({ error: "no model" }, { status: 404 })],
    ["too much", () => new Response("x".repeat(400_000))],
    [
      "elsewhere",
      () => new Response(null, { status: 302, headers: { location: "/x" } }),
    ],
  ];
  for (const [what, answer] of answers) {
    await using box = await storeBox();
    const { summary, log, failures } = await comesTo(box, answer);
    assertEquals(
      [summary?.source, summary?.request, failures, log.length],
      ["extract", "Make the basket faster", 1, 1],
      what,
    );
  }
});

Deno.test("Words around the object do no harm", async () => {
  await using box = await storeBox();
  const { summary } = await comesTo(
    box,
    () => generated(`Here you are:\n\`\`\`json\n${SAID}\n\`\`\`\nDone!`),
  );
  assertEquals(
    [summary?.source, summary?.request],
    ["small-model", "A faster basket"],
  );
});

Deno.test("What a model says is redacted and bounded", async () => {
  await using box = await storeBox();
  const secret = `ghp_${"a1B2".repeat(9)}`;
  const { summary } = await comesTo(box, () =>
    generated(JSON.stringify({
      request: `Use ${secret} <private>not for you</private>`,
      looked: "word ".repeat(1000),
      changed: "word ".repeat(1000),
      decided: "word ".repeat(1000),
      open: "word ".repeat(1000),
    })));
  assertEquals(summary?.source, "small-model");
  const { request = "", looked = "", changed = "", decided = "", open = "" } =
    summary ?? {};
  const parts = [request, looked, changed, decided, open];
  assert(!parts.join().includes("a1B2"), request);
  assert(!parts.join().includes("not for you"), request);
  assertEquals(parts.filter((it) => it.length > SUMMARY_UNITS.part), []);
  assert(parts.join("").length <= SUMMARY_UNITS.whole);
});

Deno.test("A session that went on meanwhile keeps its extract", async () => {
  await using box = await storeBox();
  const called = Promise.withResolvers<void>();
  const wait = Promise.withResolvers<void>();
  await using server = modelServer(async () => {
    called.resolve();
    await wait.promise;
    return generated(SAID);
  });
  await using kept = withModel(box, server.url);
  oneSession(box);
  kept.summaries.changed(box.changes());
  await called.promise;
  box.store.append([asked("One more thing")]);
  wait.resolve();
  await until("the call's count", () => box.read(readModelMeter).calls === 1);
  assertEquals(summaryOf(box)?.source, "extract");
});

Deno.test("The end does not wait for a model that hangs", async () => {
  await using box = await storeBox();
  const called = Promise.withResolvers<void>();
  const wait = Promise.withResolvers<Response>();
  await using server: ModelServer = modelServer(() => {
    called.resolve();
    return wait.promise;
  });
  {
    await using kept = withModel(box, server.url);
    oneSession(box);
    kept.summaries.changed(box.changes());
    await called.promise;
  }
  assertEquals(summaryOf(box)?.source, "extract");
  wait.resolve(generated(SAID));
});

Deno.test("Where nobody listens the extract stays", async () => {
  await using box = await storeBox();
  const server = modelServer(() => generated(SAID));
  const { url } = server;
  await server[Symbol.asyncDispose]();
  await using kept = withModel(box, url);
  oneSession(box);
  kept.summaries.changed(box.changes());
  await until("a failure", () => box.read(readModelMeter).failures === 1);
  assertEquals(summaryOf(box)?.source, "extract");
});
