import { assert, assertEquals } from "@std/assert";
import { purge, type PurgeQuery } from "../../lib/lifecycle/purge.ts";
import { readSession } from "../../lib/lifecycle/read_session.ts";
import { readSessions } from "../../lib/lifecycle/read_sessions.ts";
import { readStatistics } from "../../lib/lifecycle/read_statistics.ts";
import { readTimeline } from "../../lib/lifecycle/read_timeline.ts";
import { storeSummary } from "../../lib/lifecycle/store_summary.ts";
import type { Change, PurgeCounts } from "../../lib/lifecycle/types.ts";
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

const WORD = "zebrafinch77";

/** Purges in steps of ten, and scrubs. */
function purged(
  lab: LifecycleLab,
  query: PurgeQuery,
): { counts: PurgeCounts; steps: number; changes: Change[] } {
  const counts = {
    sessions: 0,
    prompts: 0,
    observations: 0,
    summaries: 0,
    rows: 0,
  };
  const changes: Change[] = [];
  for (let steps = 1;; steps++) {
    const step = lab.change((db) =>
      purge(db, query, { now: new Date(BEGIN), limit: 10 })
    );
    changes.push(...step.changes);
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) {
      counts[name] += step.counts[name];
    }
    if (!step.isDone) continue;
    lab.scrub();
    return { counts, steps, changes };
  }
}

/** Three sessions, the first two of one project, each with 30 prompts and 60 uses of tools. */
function filled(lab: LifecycleLab): void {
  const other = { ...BESIDE, project: "/other", name: "other" };
  ["s1", "s2", "s3"].forEach((session, at) => {
    const beside = session === "s3" ? other : BESIDE;
    for (let number = 0; number < 30; number++) {
      const ms = (at * 100 + number) * 20_000;
      const text = `${WORD}${session} number ${number}`;
      lab.add(
        prompted(text, ms, session, beside),
        used(draft(`Read ${text}`), ms + 1, session, beside),
        used(
          draft(`Ran ${text}`, { files: [`/${WORD}${session}/${number}`] }),
          ms + 2,
          session,
          beside,
        ),
      );
    }
    lab.add(
      stopped(`${WORD}${session} is done`, (at * 100 + 30) * 20_000, session),
    );
  });
  lab.change((db) => {
    for (const id of [1, 2, 3]) {
      storeSummary(db, id, {
        request: `${WORD}s${id}`,
        looked: "",
        changed: "",
        decided: "",
        open: "",
        source: "extract",
      });
    }
  });
}

Deno.test("a session that is purged is gone, and no other", async () => {
  await using lab = await lifecycleLab();
  filled(lab);
  const { counts, steps, changes } = purged(lab, { session: "s2" });
  assertEquals(counts, {
    sessions: 1,
    prompts: 30,
    observations: 60,
    summaries: 1,
    rows: 91,
  });
  assert(steps > 5);
  assertEquals(changes.at(-1), {
    what: "deleted",
    kind: "session",
    address: "session:s2",
    session: "s2",
    project: BESIDE.project,
  });
  assertEquals(lab.grep(`${WORD}s2`), 0);
  assert(lab.grep(`${WORD}s1`) > 100);
  assertEquals(lab.read((db) => readSession(db, "s2")), null);
  assertEquals(
    lab.read((db) => matches(db, `${WORD}s2 OR ${WORD}s1`)).length,
    91,
  );
  const verdict = lab.verify();
  assertEquals([verdict.ok, verdict.purged], [true, 91]);
  assertEquals(purged(lab, { session: "s2" }).counts.rows, 0);
});

Deno.test("a project is purged with all of its sessions", async () => {
  await using lab = await lifecycleLab();
  filled(lab);
  const { counts } = purged(lab, { project: BESIDE.project });
  assertEquals([counts.sessions, counts.prompts, counts.rows], [2, 60, 182]);
  assertEquals(lab.grep(`${WORD}s1`) + lab.grep(`${WORD}s2`), 0);
  assert(lab.grep(`${WORD}s3`) > 100);
  assertEquals(
    lab.read((db) => readSessions(db, { limit: 9 })).map((it) => it.session),
    ["s3"],
  );
  assertEquals(lab.verify().ok, true);
});

Deno.test("all before a time is purged; of a session that goes on, its beginning", async () => {
  await using lab = await lifecycleLab();
  filled(lab);
  const before = BEGIN + 110 * 20_000;
  const { counts } = purged(lab, { before });
  assertEquals(counts, {
    sessions: 1,
    prompts: 40,
    observations: 80,
    summaries: 2,
    rows: 121,
  });
  assertEquals(lab.grep(`${WORD}s1`), 0);
  const story = lab.read((db) => readSession(db, "s2"));
  assertEquals(
    [
      story?.session.prompts,
      story?.session.observations,
      story?.prompts.length,
    ],
    [20, 40, 20],
  );
  // It may have told of what is gone.
  assertEquals(story?.summary, null);
  assertEquals(
    lab.read((db) =>
      readTimeline(db, { around: before, before: 10, after: 0, limit: 10 })
    ),
    [],
  );
  assertEquals(lab.verify().ok, true);
  // Numbers go on where they were.
  lab.add(prompted("more", 9_000_000, "s2"));
  assertEquals(
    lab.read((db) => readSession(db, "s2"))?.prompts.at(-1)?.number,
    31,
  );
});

Deno.test("a purge of nothing, or of what is not there, removes nothing", async () => {
  await using lab = await lifecycleLab();
  filled(lab);
  const all = lab.read(readStatistics);
  for (const query of [{}, { session: "s9" }, { project: "" }, { before: 0 }]) {
    const { counts, changes } = purged(lab, query);
    assertEquals([Object.values(counts), changes], [[0, 0, 0, 0, 0], []]);
  }
  assertEquals(lab.read(readStatistics).prompts, all.prompts);
  assertEquals(lab.verify().purged, undefined);
});

Deno.test("rows from before sessions were kept are purged by session and by time", async () => {
  await using lab = await lifecycleLab();
  filled(lab);
  lab.change((db) =>
    db.exec(
      "DELETE FROM prompts; DELETE FROM observations; DELETE FROM summaries; DELETE FROM sessions",
    )
  );
  assertEquals(purged(lab, { session: "s1" }).counts.rows, 91);
  assertEquals(purged(lab, { before: BEGIN + 100 * 20_000 }).counts.rows, 0);
  assertEquals(purged(lab, { before: BEGIN + 9e9 }).counts.rows, 182);
  assertEquals(lab.verify().ok, true);
});

Deno.test("a purge that was cut off goes on where it was", async () => {
  await using lab = await lifecycleLab();
  filled(lab);
  lab.change((db) =>
    purge(db, { session: "s1" }, { now: new Date(BEGIN), limit: 7 })
  );
  lab.reopen();
  purged(lab, { session: "s1" });
  assertEquals(lab.grep(`${WORD}s1`), 0);
  assertEquals(lab.verify().purged, 91);
});
