import { assert, assertEquals } from "@std/assert";
import { exportRecords } from "../../lib/lifecycle/export_lifecycle.ts";
import { importRecords } from "../../lib/lifecycle/import_lifecycle.ts";
import { readSession } from "../../lib/lifecycle/read_session.ts";
import { readStatistics } from "../../lib/lifecycle/read_statistics.ts";
import { storeSummary } from "../../lib/lifecycle/store_summary.ts";
import type { ImportCounts } from "../../lib/lifecycle/types.ts";
import { answerRequest } from "../../lib/memory/answer_request.ts";
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

function filled(lab: LifecycleLab): void {
  lab.add(
    ...Array.from({ length: 450 }, (_, number) => [
      prompted(`question ${number} 日本語`, number * 20_000),
      used(
        draft(`Read file${number}`, {
          files: [`/f/${number}`],
          agent: "a1",
          detail: "x".repeat(number * 2),
        }),
        number * 20_000 + 1,
      ),
    ]).flat(),
  );
  lab.add(used(draft("Read file7", { files: ["/f/7"], agent: "a2" }), 9e6));
  lab.add(stopped("all done", 9_100_000));
  lab.add(
    prompted("elsewhere", 0, "s2", { ...BESIDE, project: "/other" }),
  );
  lab.change((db) => {
    storeSummary(db, 1, {
      request: "questions",
      looked: "files",
      changed: "",
      decided: "nothing",
      open: "all",
      source: "extract",
    });
    for (const status of ["kept", "gone"]) {
      const { uid } = answerRequest(db, {
        id: status,
        method: "checkpoint",
        params: {
          intent: `to be ${status}`,
          established: "a",
          pursuing: "b",
          open_questions: "c",
          domain: "acme/x",
          also: ["beta"],
          tags: ["t"],
        },
      }, { now: new Date(BEGIN), domainCase: "preserve" }) as { uid: string };
      if (status === "kept") continue;
      answerRequest(db, {
        id: "f",
        method: "forget",
        params: { uid, reason: "r" },
      }, { now: new Date(BEGIN + 5000), domainCase: "preserve" });
    }
  });
}

function lines(lab: LifecycleLab, query = {}): string[] {
  return lab.read((db) =>
    [...exportRecords(db, query)].map((record) => JSON.stringify(record))
  );
}

function taken(lab: LifecycleLab, records: readonly string[]): ImportCounts {
  return lab.change((db) =>
    importRecords(db, records.map((line) => JSON.parse(line)))
  ).counts;
}

Deno.test("what was exported is imported into an empty store, and exported from there again the same", async () => {
  await using lab = await lifecycleLab();
  await using other = await lifecycleLab();
  filled(lab);
  const all = lines(lab);
  assertEquals(taken(other, all), {
    sessions: 2,
    prompts: 451,
    observations: 451,
    summaries: 1,
    memories: 2,
    known: 0,
    unfit: 0,
  });
  assertEquals(lines(other), all);
  const { rows, bytes: _, redactions: __, ...counts } = other.read(
    readStatistics,
  );
  const { rows: ___, bytes: ____, redactions: _____, ...before } = lab.read(
    readStatistics,
  );
  assertEquals([rows, counts], [0, before]);
  assertEquals(
    other.read((db) => readSession(db, "s1")),
    lab.read((db) => readSession(db, "s1")),
  );
  assertEquals(other.read((db) => matches(db, "elsewhere OR file7").length), 3);
  assertEquals(other.read((db) => matches(db, 'cjk : "日本"').length), 450);
});

Deno.test("what is imported twice is there once", async () => {
  await using lab = await lifecycleLab();
  filled(lab);
  const all = lines(lab);
  const counts = taken(lab, all);
  assertEquals([counts.known, counts.prompts, counts.memories], [
    all.length,
    0,
    0,
  ]);
  assertEquals(lines(lab), all);
  assertEquals(lab.verify().ok, true);
});

Deno.test("a project or a session is exported alone, without memories", async () => {
  await using lab = await lifecycleLab();
  filled(lab);
  const of = (query: Record<string, string>): string[] =>
    lines(lab, query).map((line) => JSON.parse(line).kind);
  assertEquals(of({ project: "/other" }), ["session", "prompt"]);
  assertEquals(of({ session: "s2" }), ["session", "prompt"]);
  assertEquals(of({ session: "none" }), []);
  assertEquals(of({ project: BESIDE.project }).length, 903);
});

Deno.test("records that cannot be are left out, and keep no others out", async () => {
  await using lab = await lifecycleLab();
  filled(lab);
  await using other = await lifecycleLab();
  const records = lines(lab).map((line) => JSON.parse(line));
  const of = (kind: string) => records.find((it) => it.kind === kind);
  const session = of("session");
  const unfit: unknown[] = [
    null,
    7,
    [],
    {},
    { kind: "other" },
    { kind: "toString" },
    { ...session, session: "../x" },
    { ...session, began_at: -1 },
    { ...session, answer: "x".repeat(9000) },
    { ...session, name: "a\0b" },
    { ...session, cwd: 7 },
    // Of a session that is not there.
    of("prompt"),
    of("summary"),
    { ...of("memory"), uid: "x" },
    { ...of("memory"), type: "opinion" },
    { ...of("memory"), content: " " },
    { ...of("memory"), created_at: "yesterday" },
    { ...of("memory"), domain: "a/../b" },
  ];
  const { counts } = other.change((db) =>
    importRecords(db, [...unfit, session])
  );
  assertEquals([counts.unfit, counts.sessions], [unfit.length, 1]);
  const more = [
    { ...of("prompt"), text: "x".repeat(4002) },
    { ...of("prompt"), text: "" },
    { ...of("prompt"), number: 1.5 },
    { ...of("observation"), files: ["relative"] },
    { ...of("observation"), files: Array(21).fill("/a") },
    { ...of("observation"), what: "guess" },
    { ...of("observation"), title: "\ud800" },
    { ...of("summary"), request: 1 },
  ];
  const then =
    other.change((db) =>
      importRecords(db, [...more, { ...of("prompt"), more: "fields" }])
    ).counts;
  assertEquals([then.unfit, then.prompts], [more.length, 1]);
  assertEquals(other.read(readStatistics).memories, 0);
});

Deno.test("a summary that is imported counts where it is the later one", async () => {
  await using lab = await lifecycleLab();
  filled(lab);
  const summary = lines(lab).map((line) => JSON.parse(line))
    .find(({ kind }) => kind === "summary");
  const take = (at: number, request: string): ImportCounts =>
    lab.change((db) => importRecords(db, [{ ...summary, at, request }])).counts;
  assertEquals(take(summary.at - 1, "older").known, 1);
  assertEquals(take(summary.at + 1, "newer").summaries, 1);
  assertEquals(
    lab.read((db) => readSession(db, "s1"))?.summary?.request,
    "newer",
  );
  assert(lab.read((db) => matches(db, "older")).length === 0);
});
