// How soon the viewer shows something, and finds something, with 100,000 observations in the store, in Debian's Chromium:
// `deno run -A bench/viewer.ts [ROUNDS [OBSERVATIONS]]`. Exit 1 when a bound is exceeded.
import { storeEvent } from "../lib/lifecycle/store_event.ts";
import type { Places } from "../lib/place.ts";
import { openStore } from "../lib/store/open_store.ts";
import { CAPTURED, type Row } from "../lib/store/row.ts";
import { until } from "../tests/_support/until.ts";
import { browserPage } from "../tests/viewer/_browser.ts";
import { workerBox } from "../tests/worker/_worker_box.ts";
import { printTable } from "./_measure.ts";

/** Milliseconds until the page shows something, and until a search is answered. */
const BOUNDS = { paint: 1000, search: 100 } as const;

/** A word that all have, a rare one, a beginning, words that are far apart, and what nothing has. */
const SEARCHES = ["belt", "widget 4711", "hal", "jams hall 17", "zeppelin"];

const PLACES = ["belt", "drum", "lever", "valve", "spring", "gear"];

/** Run in the page: how long the answer took to what has this in its address; `null` where it is not there yet. */
const ANSWERED = `(address) => performance.getEntriesByType("resource")
  .find((it) => it.name.includes(address) && it.responseEnd > 0)?.duration ?? null`;

/**
 * Measures the viewer.
 *
 * @param rounds How often the page is opened.
 * @param observations How many observations are in the store.
 * @returns Whether every figure is within its bound.
 */
export async function benchViewer(
  rounds: number,
  observations: number,
): Promise<boolean> {
  await using box = await workerBox({ notes: { "Hub.md": "# Hub\n" } });
  fill(box.daemon.places, observations);
  await box.serving();
  const paints: number[] = [];
  const lists: number[] = [];
  const searches: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await using opened = await browserPage();
    const { page } = opened;
    const start = performance.now();
    await page.goto(`http://127.0.0.1:${box.port()}/#token=${box.token()}`);
    await page.locator(".row").first().waitFor();
    lists.push(performance.now() - start);
    paints.push(
      await page.evaluate<number>(
        `performance.getEntriesByName("first-contentful-paint")[0].startTime`,
      ),
    );
    for (const words of SEARCHES) {
      await page.getByRole("searchbox").fill(words);
      await page.locator(".hit, .empty").first().waitFor();
      await until("the answer", async () => {
        const took = await page.evaluate<number | null>(
          `(${ANSWERED})(${
            JSON.stringify(`query=${words.replaceAll(" ", "+")}&`)
          })`,
        );
        if (took !== null) searches.push(took);
        return took !== null;
      });
    }
  }
  return printTable(
    `The viewer, ${observations} observations`,
    [
      ["first paint", paints, BOUNDS.paint],
      ["the timeline is there", lists, 2 * BOUNDS.paint],
      ["a search is answered", searches, BOUNDS.search],
    ].map(([what, times, bound]) => ({
      what: what as string,
      figure: "median in ms",
      value: medianOf(times as number[]),
      bound: bound as number,
    })),
  );
}

function medianOf(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1] ?? NaN;
}

function fill(places: Places, observations: number): void {
  using store = openStore({
    folder: places.store,
    headFile: `${places.capture}/chain-head.json`,
    now: () => new Date(),
    stored: (db, row, seq) => void storeEvent(db, row, seq),
  });
  const now = Date.now();
  let batch: Row[] = [];
  for (let n = 0; n < observations; n++) {
    const place = PLACES[n % PLACES.length];
    batch.push({
      id: `bench-${n}`,
      kind: CAPTURED.toolUse,
      at: (now - (observations - n) * 1000) * 1e6,
      payload: {
        session_id: `old-${Math.floor(n / 100)}`,
        tool_name: "Edit",
        tool_args_hash: "00".repeat(32),
        outcome: "success",
        redaction_match_count: 0,
      },
      beside: {
        project: `/home/u/p${n % 9}`,
        name: `p${n % 9}`,
        host: "claude",
        observation: {
          kind: "write",
          tool: "Edit",
          outcome: "success",
          title: `Edited src/press/widget_${n % 9973}.ts`,
          detail: `What widget ${
            n % 9973
          } does to the ${place} when it jams in hall ${
            n % 31
          }: it stops the belt, waits and tries again.`,
          files: [`/home/u/p${n % 9}/src/press/widget_${n % 9973}.ts`],
        },
      },
    });
    if (batch.length === 5000 || n === observations - 1) {
      store.append(batch);
      batch = [];
    }
  }
}

if (import.meta.main) {
  const [rounds = 5, observations = 100_000] = Deno.args.map(Number);
  Deno.exitCode = await benchViewer(rounds, observations) ? 0 : 1;
}
