import type { JSX } from "preact";
import { amount } from "../state/amounts.ts";

/** A day, and how much of each kind it has. */
export interface DayBar {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** From the bottom of the bar upwards. */
  readonly values: readonly number[];
}

const SIZE = { width: 640, height: 150, left: 34, bottom: 22, top: 8 } as const;

/** Bars for days. The same is there as a table, for those who would rather read. */
export function DayChart(
  { title, days, series }: {
    readonly title: string;
    /** Latest last. */
    readonly days: readonly DayBar[];
    /** What the values are, and in which colours. */
    readonly series: readonly { readonly name: string; readonly of: string }[];
  },
): JSX.Element {
  const most = niceMost(Math.max(1, ...days.map(({ values }) => sum(values))));
  const { width, height, left, bottom, top } = SIZE;
  const room = height - bottom - top;
  const step = (width - left) / Math.max(1, days.length);
  const every = Math.ceil(days.length / 6);
  return (
    <figure class="chart">
      <figcaption>
        <h2>{title}</h2>
        {series.length > 1 && (
          <ul class="legend">
            {series.map(({ name, of }) => (
              <li key={name}>
                <i class={`dot of-${of}`} />
                {name}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line
              class="grid"
              x1={left}
              x2={width}
              y1={top + room * (1 - part)}
              y2={top + room * (1 - part)}
            />
            {(part !== 0.5 || most % 2 === 0) && (
              <text
                class="tick"
                x={left - 6}
                y={top + room * (1 - part) + 3.5}
                text-anchor="end"
              >
                {short(most * part)}
              </text>
            )}
          </g>
        ))}
        {days.map(({ day, values }, at) => (
          <g key={day}>
            <title>
              {`${day}: ${
                series.map(({ name }, of) =>
                  `${amount(values[of] ?? 0)} ${name.toLowerCase()}`
                ).join(", ")
              }`}
            </title>
            <rect
              class="hit-area"
              x={left + at * step}
              y={top}
              width={step}
              height={room}
            />
            {values.map((value, of) => {
              const below = sum(values.slice(0, of));
              return (
                <rect
                  key={of}
                  class={`bar of-${series[of]?.of ?? ""}`}
                  x={left + at * step + step * 0.14}
                  width={Math.min(step * 0.72, 28)}
                  y={top + room * (1 - (below + value) / most)}
                  height={Math.max(0, room * value / most)}
                  rx={1.5}
                />
              );
            })}
            {(days.length - 1 - at) % every === 0 && (
              <text
                class="tick"
                x={left + at * step + step / 2}
                y={height - 6}
                text-anchor={at === days.length - 1 ? "end" : "middle"}
              >
                {dayLabel(day)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <details class="as-table">
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {series.map(({ name }) => <th key={name} scope="col">{name}</th>)}
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().filter(({ values }) => sum(values) > 0)
              .map(({ day, values }) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  {values.map((value, of) => <td key={of}>{amount(value)}</td>)}
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The next number that a scale can end at: 1, 2, or 5 with zeros. */
function niceMost(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 5, 6, 8, 10].find((times) => times * unit >= value) ?? 10) *
    unit;
}

function short(value: number): string {
  return value >= 10_000 ? `${Math.round(value / 1000)}k` : amount(value);
}

function dayLabel(day: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  }).format(Date.parse(`${day}T00:00:00Z`));
}
