import type { JSX } from "preact";
import { useState } from "preact/hooks";

/** Lines that are shown of code, which has a line for each thing, and of what people wrote. */
const LINES = { code: 5, prose: 14 } as const;

/** UTF-16 units by which a text may be longer than what is shown before it is worth a button. */
const GRACE = 60;

/** A text as it is, of which a long one is cut until somebody wants more. */
export function CutText(
  { text, most = 280, isCode = false }: {
    readonly text: string;
    readonly most?: number;
    readonly isCode?: boolean;
  },
): JSX.Element | null {
  const [isOpen, setOpen] = useState(false);
  if (text.trim() === "") return null;
  const start = beginning(text, most, isCode ? LINES.code : LINES.prose);
  const isLong = start.length < text.length;
  return (
    <div class={isCode ? "text code" : "text"}>
      {isLong && !isOpen ? `${start}… ` : text}
      {isLong && (
        <button
          type="button"
          class="more"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "less" : "more"}
        </button>
      )}
    </div>
  );
}

/** The beginning of a text, to the end of a word; the text itself where hardly anything is left of it. */
function beginning(text: string, most: number, lines: number): string {
  const few = text.split("\n", lines + 1).slice(0, lines).join("\n");
  if (few.length <= most + GRACE) return few;
  const start = few.slice(0, most).trimEnd();
  const space = start.lastIndexOf(" ");
  return space > most / 2 ? start.slice(0, space) : start;
}
