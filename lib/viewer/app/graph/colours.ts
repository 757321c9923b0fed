/// <reference lib="dom" />

/** The colours of the picture, as the style sheet has them for light and dark. */
export interface Colours {
  readonly text: string;
  readonly halo: string;
  readonly link: string;
  readonly strong: string;
  readonly groups: readonly string[];
}

/** How many colours groups of notes have; more groups share them. */
const GROUPS = 8;

/** Reads them. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  return {
    text: read("--text"),
    halo: read("--surface"),
    link: read("--graph-link"),
    strong: read("--accent"),
    groups: Array.from({ length: GROUPS }, (_, at) => read(`--group-${at}`)),
  };
}
