import { assert, assertEquals } from "@std/assert";
import { observationsOfFiles } from "../../lib/lifecycle/observations_of_files.ts";
import { readItem } from "../../lib/lifecycle/read_item.ts";
import { readProjects } from "../../lib/lifecycle/read_projects.ts";
import { readSession } from "../../lib/lifecycle/read_session.ts";
import { readSessions } from "../../lib/lifecycle/read_sessions.ts";
import { readStatistics } from "../../lib/lifecycle/read_statistics.ts";
import {
  readTimeline,
  type TimelineQuery,
} from "../../lib/lifecycle/read_timeline.ts";
import { storeSummary } from "../../lib/lifecycle/store_summary.ts";
import { openLifecycle } from "../../lib/store/open_lifecycle.ts";
import {
  BEGIN,
  BESIDE,
  draft,
  type LifecycleLab,
  lifecycleLab,
  prompted,
  stopped,
  used,
} from "./_lifecycle.ts";

const OTHER = { ...BESIDE, project: "/other", name: "other" };

/** Three sessions, each begun an hour after the one before, the second in another project; five prompts and ten uses of tools in each. */
async function filled(): Promise<LifecycleLab> {
  const lab = await lifecycleLab();
  ["s1", "s2", "s3"].forEach((session, at) => {
    const beside = session === "s2" ? OTHER : BESIDE;
    for (let number = 0; number < 5; number++) {
      const ms = at * 3_600_000 + number * 20_000;
      const files = [`/shop/${number}.ts`, `/shop/${session}.ts`];
      lab.add(
        prompted(`ask ${session} ${number}`, ms, session, beside),
        used(draft(`Read ${number}`, { files }), ms, session, beside),
        used(
          draft(`Ran ${number}`, { kind: "command", tool: "Bash" }),
          ms + 1,
          session,
          beside,
        ),
      );
    }
    lab.add(stopped("done", at * 3_600_000 + 100_000, session));
  });
  lab.change((db) =>
    storeSummary(db, 1, {
      request: "ask",
      looked: "",
      changed: "",
      decided: "",
      open: "",
      source: "extract",
    })
  );
  return lab;
}

Deno.test("sessions come the latest first, page by page, of all projects or of one", async () => {
  await using lab = await filled();
  const read = (options: Parameters<typeof readSessions>[1]) =>
    lab.read((db) => readSessions(db, options));
  const all = read({ limit: 10 });
  assertEquals(
    all.map((
      { session, request, hasSummary },
    ) => [session, request, hasSummary]),
    [
      ["s3", "ask s3 0", false],
      ["s2", "ask s2 0", false],
      ["s1", "ask s1 0", true],
    ],
  );
  const before = all[0]?.lastAt ?? 0;
  assertEquals(read({ limit: 1, before })[0]?.session, "s2");
  assertEquals(
    read({ limit: 10, project: BESIDE.project }).map((it) => it.session),
    ["s3", "s1"],
  );
  assertEquals(read({ limit: 10, project: "none" }), []);
});

Deno.test("a session is read by the host's id, and by its number", async () => {
  await using lab = await filled();
  const story = lab.read((db) => readSession(db, "s1"));
  assertEquals(lab.read((db) => readSession(db, 1)), story);
  assertEquals([
    story?.prompts.length,
    story?.observations.length,
    story?.summary?.request,
  ], [5, 10, "ask"]);
  assertEquals(lab.read((db) => readSession(db, "none")), null);
  assertEquals(lab.read((db) => readSession(db, 99)), null);
});

Deno.test("the timeline is in order, around an item, and ends where it ends", async () => {
  await using lab = await filled();
  const read = (query: TimelineQuery): string[] =>
    lab.read((db) => readTimeline(db, query)).map(({ address }) => address);
  const all = read({ limit: 1000 });
  assertEquals(all.length, 46);
  const items = lab.read((db) => readTimeline(db, { limit: 1000 }));
  assertEquals(
    items.map(({ at }) => at),
    items.map(({ at }) => at).toSorted((a, b) => a - b),
  );
  assertEquals(read({ limit: 7 }), all.slice(-7));
  for (const around of [all[0], all[11], all[20], all[45]]) {
    if (around === undefined) throw new Error("none");
    const at = all.indexOf(around);
    assertEquals(
      read({ around, before: 4, after: 6, limit: 100 }),
      all.slice(Math.max(at - 4, 0), at + 6),
      around,
    );
    assertEquals(read({ around, before: 0, after: 1, limit: 9 }), [around]);
  }
  assertEquals(read({ around: "prompt:99", limit: 9 }), []);
  assertEquals(
    read({ around: BEGIN + 3_600_000, before: 0, after: 100, limit: 100 })[0],
    "prompt:6",
  );
  assertEquals(
    lab.read((db) =>
      readTimeline(db, { session: "s2", kinds: ["prompt"], limit: 9 })
    )
      .map((it) => it.kind === "prompt" ? it.number : 0),
    [1, 2, 3, 4, 5],
  );
  assertEquals(read({ project: "/other", limit: 100 }).length, 15);
});

Deno.test("an item is read whole by its address", async () => {
  await using lab = await filled();
  const read = (address: string) => lab.read((db) => readItem(db, address));
  const observation = read("observation:2");
  assertEquals(observation?.kind === "observation" && observation, {
    kind: "observation",
    id: 2,
    address: "observation:2",
    session: "s1",
    project: BESIDE.project,
    name: "shop",
    promptNumber: 1,
    at: BEGIN + 1,
    what: "command",
    tool: "Bash",
    outcome: "success",
    title: "Ran 0",
    detail: "",
    files: [],
    agent: null,
    useId: observation?.kind === "observation" ? observation.useId : null,
    times: 1,
  });
  const prompt = read("prompt:6");
  assertEquals(prompt?.kind === "prompt" && prompt.project, "/other");
  assertEquals(read("summary:1")?.kind, "summary");
  for (const address of ["prompt:0", "memory:0123456789abcdef", "x", ""]) {
    assertEquals(read(address), null);
  }
});

Deno.test("observations are found by their files", async () => {
  await using lab = await filled();
  const find = (paths: string[], project?: string) =>
    lab.read((db) =>
      observationsOfFiles(db, paths, {
        limit: 50,
        ...(project === undefined ? {} : { project }),
      })
    ).map(({ session, title }) => `${session} ${title}`);
  assertEquals(find(["/shop/3.ts"]), ["s3 Read 3", "s2 Read 3", "s1 Read 3"]);
  assertEquals(find(["/shop/3.ts"], "/other"), ["s2 Read 3"]);
  assertEquals(find(["/shop/1.ts", "/shop/s1.ts"]).length, 7);
  assertEquals(find([]), []);
  assertEquals(find(["/shop/9.ts", "3.ts"]), []);
});

Deno.test("projects and statistics count what there is", async () => {
  await using lab = await filled();
  assertEquals(lab.read(readProjects), [{
    project: BESIDE.project,
    name: "shop",
    sessions: 2,
    prompts: 10,
    observations: 20,
    lastAt: BEGIN + 7_300_000,
  }, {
    project: "/other",
    name: "other",
    sessions: 1,
    prompts: 5,
    observations: 10,
    lastAt: BEGIN + 3_700_000,
  }]);
  const { bytes, ...counts } = lab.read(readStatistics);
  assert(bytes > 50_000);
  assertEquals(counts, {
    sessions: 3,
    prompts: 15,
    observations: 30,
    summaries: 1,
    memories: 0,
    projects: 2,
    rows: 48,
    redactions: 0,
    days: [{
      day: "2026-11-30",
      sessions: 3,
      prompts: 15,
      observations: 30,
      redactions: 0,
    }],
    kinds: [{ kind: "command", count: 15 }, { kind: "read", count: 15 }],
  });
});

Deno.test("a store without any of it is read as empty; one from before has none", async () => {
  await using lab = await lifecycleLab();
  assertEquals(lab.read((db) => readSessions(db, { limit: 9 })), []);
  assertEquals(lab.read((db) => readTimeline(db, { limit: 9 })), []);
  assertEquals(lab.read(readProjects), []);
  assertEquals(lab.read(readStatistics).days, []);
  {
    using db = openLifecycle(lab.folder);
    assertEquals(db === null ? null : readSessions(db, { limit: 9 }), []);
  }
  assertEquals(openLifecycle(`${lab.path}/none`), null);
});
