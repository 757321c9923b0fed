/// <reference lib="dom" />
import type { JSX, TargetedKeyboardEvent } from "preact";
import { useState } from "preact/hooks";
import type { VaultGraph } from "../api/types.ts";
import { countOf } from "../state/amounts.ts";

/** How many notes the list shows; what is typed narrows it. */
const SHOWN = 150;

/** The notes as a list: what the picture shows, for those who read or use keys. */
export function NoteList(
  { graph, chosen, onOpen }: {
    readonly graph: VaultGraph;
    readonly chosen: number | null;
    readonly onOpen: (at: number) => void;
  },
): JSX.Element {
  const [wanted, setWanted] = useState("");
  const words = wanted.toLowerCase().split(/\s+/).filter((it) => it !== "");
  const found = [...graph.nodes.entries()].filter(([, { title, path }]) => {
    const text = `${title} ${path}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <section class="note-list" aria-label="Notes">
      <label class="field">
        <span>Notes</span>
        <input
          type="search"
          placeholder="Narrow the list"
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      </label>
      <ul onKeyDown={moveFocus}>
        {found.slice(0, SHOWN).map((
          [at, { title, degree, community, path }],
        ) => (
          <li key={path}>
            <button
              type="button"
              aria-current={at === chosen ? "true" : undefined}
              title={path}
              onClick={() => onOpen(at)}
            >
              <i class={`dot group-${community % 8}`} />
              <span class="note-name">{title}</span>
              <span class="quiet" aria-label={countOf(degree, "neighbour")}>
                {degree}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p class="quiet" role="status">
        {found.length > SHOWN
          ? `The best linked ${SHOWN} of ${countOf(found.length, "note")}`
          : countOf(found.length, "note")}
      </p>
    </section>
  );
}

/** Up and down go from note to note. */
function moveFocus(event: TargetedKeyboardEvent<HTMLUListElement>): void {
  const steps = { ArrowDown: 1, ArrowUp: -1 } as Record<string, number>;
  const step = steps[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
  event.preventDefault();
}
