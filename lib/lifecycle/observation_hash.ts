import { blake3 } from "../hash/blake3.ts";
import type { ObservationDraft } from "../store/row.ts";

/** What tells an observation from others of its session, 32 hex digits: who had it and when is no part of it. */
export function observationHash(draft: ObservationDraft): string {
  const { kind, tool, outcome, title, detail, files } = draft;
  return blake3(JSON.stringify([kind, tool, outcome, title, detail, files]))
    .slice(0, 32);
}
