import { assert, assertEquals } from "@std/assert";
import { Changes } from "../../lib/daemon/changes.ts";
import { pruneStore } from "../../lib/daemon/pruner.ts";
import { Scrubber } from "../../lib/daemon/scrubber.ts";
import { readSession } from "../../lib/lifecycle/read_session.ts";
import { readStatistics } from "../../lib/lifecycle/read_statistics.ts";
import type { Change } from "../../lib/lifecycle/types.ts";
import { recordedLog } from "../_support/recorded_log.ts";
import {
  BEGIN,
  draft,
  type LifecycleLab,
  lifecycleLab,
  prompted,
  used,
} from "./_lifecycle.ts";

const DAY_MS = 86_400_000;

/** Forty days before the beginning, each with a session of 30 uses of tools. */
function filled(lab: LifecycleLab): void {
  for (let day = 40; day > 0; day--) {
    const ms = -day * DAY_MS;
    lab.add(
      prompted(`what of day ${day}`, ms, `s${day}`),
      ...Array.from({ length: 30 }, (_, at) =>
        used(
          draft(`Read ${day} ${at}`, {
            detail: `planted${day} ${"words ".repeat(50)}${at}`,
          }),
          ms + at,
          `s${day}`,
        )),
    );
  }
}

async function pruned(
  lab: LifecycleLab,
  retention: { days: number; maxBytes: number },
): Promise<{ rows: number; items: number; told: Change[] }> {
  const log = recordedLog();
  const changes = new Changes(log);
  const told: Change[] = [];
  changes.listen((some) => void told.push(...some));
  const withStore = <T>(action: (store: typeof lab.store) => T): T =>
    action(lab.store);
  const scrubber = new Scrubber({ withStore, log });
  const now = (): Date => new Date(BEGIN);
  const done = await pruneStore(
    { withStore, changes, scrubber, now },
    retention,
  );
  assert(await scrubber.scrub());
  await scrubber.close();
  assertEquals(log.lines, []);
  return { ...done, told };
}

Deno.test("what is over its time goes: rows, sessions, and every byte of them", async () => {
  await using lab = await lifecycleLab();
  filled(lab);
  const { rows, items, told } = await pruned(lab, { days: 10.5, maxBytes: 0 });
  assertEquals([rows, items], [30 * 31, 30 * 32]);
  assertEquals(told.filter(({ kind }) => kind === "session").length, 30);
  assertEquals(lab.read((db) => readSession(db, "s11")), null);
  assertEquals(
    lab.read((db) => readSession(db, "s10"))?.observations.length,
    30,
  );
  assertEquals(lab.grep("planted11 "), 0);
  assert(lab.grep("planted10 ") > 0);
  assertEquals(lab.verify().ok, true);
});

Deno.test("rows and sessions together fit the bound, and the oldest have gone", async () => {
  await using lab = await lifecycleLab();
  filled(lab);
  const before = lab.read(readStatistics);
  const { rows, items } = await pruned(lab, {
    days: 0,
    maxBytes: Math.floor(before.bytes / 2),
  });
  assert(rows > 100 && items > 100, `${rows} ${items}`);
  const after = lab.read(readStatistics);
  assert(after.bytes < before.bytes * 0.65, `${before.bytes} ${after.bytes}`);
  assert(after.observations > 300 && after.rows > 300, JSON.stringify(after));
  assertEquals(lab.read((db) => readSession(db, "s40")), null);
  assertEquals(
    lab.read((db) => readSession(db, "s1"))?.observations.length,
    30,
  );
  assertEquals(lab.verify().ok, true);
});

Deno.test("within the bounds nothing goes", async () => {
  await using lab = await lifecycleLab();
  filled(lab);
  for (
    const retention of [{ days: 0, maxBytes: 0 }, { days: 365, maxBytes: 1e9 }]
  ) {
    const { rows, items, told } = await pruned(lab, retention);
    assertEquals([rows, items, told], [0, 0, []]);
  }
});
