import type { JSX } from "preact";
import type { TimelineItem } from "../api/types.ts";
import { dayName } from "../state/times.ts";
import { ItemRow } from "./item_row.tsx";

/** What happened, day by day. */
export function Days(
  { items, fresh }: {
    readonly items: readonly TimelineItem[];
    /** The addresses of what has just come. */
    readonly fresh: ReadonlySet<string>;
  },
): JSX.Element {
  const now = Date.now();
  const days: { name: string; items: TimelineItem[] }[] = [];
  for (const item of items) {
    const name = dayName(item.at, now);
    if (days.at(-1)?.name !== name) days.push({ name, items: [] });
    days.at(-1)?.items.push(item);
  }
  return (
    <>
      {days.map((day) => (
        <section key={day.name} class="day">
          <h2 class="day-name">{day.name}</h2>
          <ol class="rows">
            {day.items.map((item) => (
              <ItemRow
                key={item.address}
                item={item}
                isNew={fresh.has(item.address)}
              />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}
