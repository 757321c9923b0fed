// Fills a store with memories through the writers, in a process of its own; says how long it takes (ms) with all of them in it to write
// one more, durable and with the hooks' snapshot, to search and to recall, and how long an opening takes. Arguments: how many, and a folder.
import { answerRequest } from "../lib/memory/answer_request.ts";
import { makeSnapshot } from "../lib/memory/make_snapshot.ts";
import { MemoryReader } from "../lib/memory/memory_reader.ts";
import { writePrivateFile } from "../lib/private_file.ts";
import { openStore } from "../lib/store/open_store.ts";
import { write } from "./_measure.ts";

const [given = "100000", home = Deno.makeTempDirSync({ prefix: "mh-" })] =
  Deno.args;
const COUNT = Number(given);
const BATCH = 5000;
const WORDS = 20_000;
const ROUNDS = 200;

let state = 12345;

/** The same numbers each time, from 0 to 1. */
function random(): number {
  state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff;
  return state / 0x8000_0000;
}

const SYLLABLES = "ka to mi re su lan der ing pro con ver ti qu ex al or".split(
  " ",
);

/** Words by how common they are; as in speech, the second is half as common as the first. */
const vocabulary = Array.from({ length: WORDS }, (_, rank) => {
  let word = "";
  for (let rest = rank + 7; rest > 0; rest >>= 4) {
    word += SYLLABLES[rest & 15];
  }
  return word;
});

function text(words: number): string {
  return Array.from(
    { length: words },
    () => vocabulary[Math.floor(Math.exp(random() * Math.log(WORDS))) - 1],
  ).join(" ");
}

/** A request as the MCP server sends it, after how often each type is written. */
function request(): { method: string; params: Record<string, unknown> } {
  const team = Math.floor(random() * 12);
  const common = {
    title: text(5),
    domain: `team${team}/x${Math.floor(random() * 9)}/p${
      Math.floor(random() * 4)
    }`,
    tags: [text(1), text(1)],
    session: "20261130T2000-1a2b",
  };
  const kind = random();
  if (kind < 0.7) {
    return { method: "note", params: { ...common, content: text(50) } };
  }
  if (kind < 0.8) {
    return { method: "handoff", params: { ...common, content: text(60) } };
  }
  if (kind < 0.9) {
    const params = { pattern: text(15), why_wrong: text(15), instead: text(9) };
    return { method: "anti_pattern", params: { ...common, ...params } };
  }
  const params = {
    intent: text(12),
    established: text(30),
    pursuing: text(12),
    open_questions: text(12),
  };
  return { method: "checkpoint", params: { ...common, ...params } };
}

const options = {
  folder: `${home}/store`,
  headFile: `${home}/chain-head.json`,
  now: () => new Date(),
};
let number = 0;
const context = { now: new Date(), domainCase: "preserve" as const };

const figures: Record<string, number | string> = {};
{
  const began = performance.now();
  using store = openStore(options);
  for (let done = 0; done < COUNT; done += BATCH) {
    store.change((db) => {
      for (let at = 0; at < Math.min(BATCH, COUNT - done); at++) {
        answerRequest(db, { id: `b${number++}`, ...request() }, {
          ...context,
          isBulk: true,
        });
      }
    });
  }
  figures["fillSeconds"] = Math.round((performance.now() - began) / 1000);
}
const opening = performance.now();
using store = openStore(options);
figures["openMs"] = Math.round(performance.now() - opening);
figures["megabytes"] = Math.round(
  Deno.statSync(`${options.folder}/store.sqlite`).size / 1e6,
);

/** Median and 95th percentile of how long something takes. */
function timed(name: string, action: () => unknown): void {
  const times = Array.from({ length: ROUNDS }, () => {
    const began = performance.now();
    action();
    return performance.now() - began;
  }).sort((a, b) => a - b);
  const at = (share: number): string =>
    (times[Math.floor(times.length * share)] ?? NaN).toFixed(1);
  figures[name] = `p50 ${at(0.5)} p95 ${at(0.95)} max ${at(0.999)}`;
}

timed("write", () => {
  const snapshot = store.change((db) => {
    answerRequest(db, { id: `b${number++}`, ...request() }, context);
    return makeSnapshot(db, "preserve");
  });
  writePrivateFile(`${home}/snapshot.json`, JSON.stringify(snapshot));
});
using reader = new MemoryReader({
  folder: options.folder,
  domainCase: () => "preserve",
  now: options.now,
});
const common = (): string => vocabulary[Math.floor(random() * 20)] ?? "";
const rare = (): string => vocabulary[Math.floor(random() * WORDS)] ?? "";
for (
  const [name, query] of [
    ["one word of all", () => text(1)],
    ["three words of all", () => text(3)],
    ["eight words of all", () => text(8)],
    ["common words only", () => `${common()} ${common()} ${common()}`],
    ["rare words", () => `${rare()} ${rare()}`],
    ["a part of a word", () => rare().slice(1)],
    ["no word at all", () => `${rare()}zx ${rare()}`],
    ["10,000 characters", () => text(1500)],
  ] as const
) {
  timed(`search, ${name}`, () => reader.read("search", { query: query() }));
  timed(
    `recall in a domain, ${name}`,
    () => reader.read("recall", { query: query(), domain: "team3/x4" }),
  );
}
timed("pulse of a domain", () => reader.read("pulse", { domain: "team3/x4" }));
timed("pulse of all", () => reader.read("pulse", {}));
timed("list_domains", () => reader.read("list_domains", {}));
timed("list_recent", () => reader.read("list_recent", { domain: "x4" }));
if (Deno.args[1] === undefined) Deno.removeSync(home, { recursive: true });
write(`${JSON.stringify(figures, null, 2)}\n`);
