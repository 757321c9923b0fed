import type { JSX } from "preact";
import type { SummaryView } from "../api/types.ts";
import { CutText } from "./cut_text.tsx";

/** The parts of a summary, and what they are called. */
const PARTS = [
  ["request", "Asked for"],
  ["looked", "Looked at"],
  ["changed", "Changed"],
  ["decided", "Decided"],
  ["open", "Open"],
] as const;

/** A summary's parts, as far as there are any. */
export function SummaryText(
  { summary }: { readonly summary: SummaryView },
): JSX.Element {
  return (
    <dl class="summary">
      {PARTS.filter(([part]) => summary[part].trim() !== "").map((
        [part, name],
      ) => (
        <div key={part}>
          <dt>{name}</dt>
          <dd>
            <CutText text={summary[part]} most={360} />
          </dd>
        </div>
      ))}
      {summary.source !== "extract" && (
        <div>
          <dt>Written by</dt>
          <dd>{summary.source}</dd>
        </div>
      )}
    </dl>
  );
}
