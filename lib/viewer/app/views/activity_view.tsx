/// <reference lib="dom" />
import type { JSX } from "preact";
import { callJson } from "../api/call.ts";
import type { Statistics } from "../api/types.ts";
import { DayChart } from "../charts/day_chart.tsx";
import { everyDay } from "../charts/every_day.ts";
import { KindBars } from "../charts/kind_bars.tsx";
import { KIND_NAMES } from "../parts/badge.tsx";
import { ChainCard } from "../parts/chain_card.tsx";
import { NoCapture } from "../parts/no_capture.tsx";
import { Failed, Loading } from "../parts/states.tsx";
import { amount, bytes } from "../state/amounts.ts";
import { useLive } from "../state/live.ts";
import { useLoaded } from "../state/use_loaded.ts";

/** How many days are drawn. */
const DAYS = 30;

/** How much there is, and when it came. */
export function ActivityView(): JSX.Element {
  const loaded = useLoaded<Statistics>(
    (signal) => callJson("/api/statistics", { signal }),
    [],
  );
  useLive(({ name }) => {
    if (name === "purged" || name === "deleted") loaded.again();
  });
  const statistics = loaded.value;
  if (statistics === null) {
    return loaded.problem === null
      ? <Loading />
      : <Failed problem={loaded.problem} again={loaded.again} />;
  }
  const days = everyDay(statistics.days, Date.now(), DAYS, (day) => ({
    day,
    sessions: 0,
    prompts: 0,
    observations: 0,
    redactions: 0,
  }));
  return (
    <>
      <div class="view-head">
        <h1>Activity</h1>
      </div>
      <dl class="tiles">
        {TILES.map(([name, read]) => (
          <div key={name} class="tile">
            <dt>{name}</dt>
            <dd>{read(statistics)}</dd>
          </div>
        ))}
      </dl>
      <ChainCard rows={statistics.rows} />
      {statistics.sessions === 0 ? <NoCapture /> : (
        <div class="charts">
          <DayChart
            title={`Last ${DAYS} days`}
            series={[
              { name: "Observations", of: "observation" },
              { name: "Prompts", of: "prompt" },
            ]}
            days={days.map(({ day, prompts, observations }) => ({
              day,
              values: [observations, prompts],
            }))}
          />
          <DayChart
            title="Secrets taken out"
            series={[{ name: "Redactions", of: "redaction" }]}
            days={days.map(({ day, redactions }) => ({
              day,
              values: [redactions],
            }))}
          />
          <KindBars
            title="Observations by kind"
            kinds={statistics.kinds.map(({ kind, count }) => ({
              name: KIND_NAMES[kind] ?? kind,
              of: kind,
              count,
            }))}
          />
        </div>
      )}
    </>
  );
}

const TILES: readonly (readonly [string, (of: Statistics) => string])[] = [
  ["Sessions", (of) => amount(of.sessions)],
  ["Prompts", (of) => amount(of.prompts)],
  ["Observations", (of) => amount(of.observations)],
  ["Memories", (of) => amount(of.memories)],
  ["Redactions", (of) => amount(of.redactions)],
  ["Store", (of) => bytes(of.bytes)],
];
