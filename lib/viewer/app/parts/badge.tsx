import type { JSX } from "preact";
import type { ObservationKind } from "../api/types.ts";

/** What the kinds of observations are called. */
export const KIND_NAMES: Readonly<Record<ObservationKind, string>> = {
  read: "Read",
  write: "Wrote",
  command: "Ran",
  search: "Searched",
  web: "Web",
  other: "Other",
};

/** Names what an item is, in its colour. */
export function Badge(
  { kind, children }: {
    readonly kind: string;
    readonly children: string | (string | number)[];
  },
): JSX.Element {
  return <span class={`badge of-${kind}`}>{children}</span>;
}
