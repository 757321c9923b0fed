import type { JSX } from "preact";
import { clock, dayAndClock } from "../state/times.ts";

/** A time, short, with the whole of it for whoever wants it. */
export function When(
  { at, whole = false }: { readonly at: number; readonly whole?: boolean },
): JSX.Element {
  return (
    <time dateTime={new Date(at).toISOString()} title={dayAndClock(at)}>
      {whole ? dayAndClock(at) : clock(at)}
    </time>
  );
}
