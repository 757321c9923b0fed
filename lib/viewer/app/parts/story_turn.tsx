import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Turn } from "../state/turns_of.ts";
import { countOf } from "../state/amounts.ts";
import { CutText } from "./cut_text.tsx";
import { DeleteButton } from "./delete_button.tsx";
import { ItemRow } from "./item_row.tsx";
import { When } from "./when.tsx";

/** How many observations of a turn are shown at first. */
const FIRST = 12;

/** A prompt, and below it what was done for it. */
export function StoryTurn(
  { turn, target }: {
    readonly turn: Turn;
    /** The address of the item that somebody came for, `""` for none. */
    readonly target: string;
  },
): JSX.Element {
  const { prompt, number, observations } = turn;
  const [isWhole, setWhole] = useState(() =>
    observations.some(({ address }) => address === target)
  );
  const shown = isWhole ? observations : observations.slice(0, FIRST);
  const hidden = observations.length - shown.length;
  return (
    <li class="turn">
      {prompt === null
        ? number > 0 && <p class="quiet">{`Prompt ${number} was deleted.`}</p>
        : (
          <article class="asked" data-address={prompt.address}>
            <header class="row-head">
              <span class="strong">{`Prompt ${prompt.number}`}</span>
              <span class="quiet">
                <When at={prompt.at} />
              </span>
              <DeleteButton
                address={prompt.address}
                what={`prompt ${prompt.number}`}
              />
            </header>
            <CutText text={prompt.text} most={700} />
          </article>
        )}
      {shown.length > 0 && (
        <ol class="rows" aria-label="What was done">
          {shown.map((item) => (
            <ItemRow key={item.address} item={item} inSession />
          ))}
        </ol>
      )}
      {hidden > 0 && (
        <button
          type="button"
          class="button"
          onClick={() => setWhole(true)}
        >
          {`Show ${countOf(hidden, "more observation", "more observations")}`}
        </button>
      )}
    </li>
  );
}
