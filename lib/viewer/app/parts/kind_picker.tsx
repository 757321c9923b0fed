/// <reference lib="dom" />
import type { JSX } from "preact";
import { replaceRoute } from "../state/route.ts";

const KINDS = [
  ["", "Everything"],
  ["prompt", "Prompts"],
  ["observation", "Observations"],
  ["summary", "Summaries"],
] as const;

/** Chooses the kind of items that a view shows. */
export function KindPicker(
  { chosen, hrefFor }: {
    /** The kind, `""` for all. */
    readonly chosen: string;
    /** The fragment of the view for a kind. */
    readonly hrefFor: (kind: string) => string;
  },
): JSX.Element {
  return (
    <label class="picker">
      <span>Show</span>
      <select
        value={chosen}
        onChange={(event) => replaceRoute(hrefFor(event.currentTarget.value))}
      >
        {KINDS.map(([kind, name]) => (
          <option key={kind} value={kind} selected={kind === chosen}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
