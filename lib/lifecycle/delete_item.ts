import type { DatabaseSync } from "node:sqlite";
import { eraseMemory } from "../memory/erase_memory.ts";
import { prepared } from "../store/prepared.ts";
import { purgeRows } from "../store/purge_rows.ts";
import { CAPTURED } from "../store/row.ts";
import { parseAddress } from "./item.ts";
import { readItem } from "./read_item.ts";
import { remove, removeSummary } from "./_remove.ts";
import { noteStaleWords } from "./_stale_words.ts";
import type { Change, ObservationView, PromptView } from "./types.ts";

/** Milliseconds around a prompt in which the same text is the same prompt, sent twice. */
const TWICE_MS = 10_000;

/**
 * Removes an item for good: its text, what it is found by, the content of its rows in the chain, and its session's summary, which may
 * tell of it. Within a transaction of the caller's. The words of the index are gone once it was merged (`mergeIndex()`).
 *
 * @param db The store, open for writing.
 * @param address `prompt:<id>`, `observation:<id>`, `summary:<id>` or `memory:<uid>`.
 * @param now The time.
 * @returns What changed; `null` where there is no such item.
 * @throws {IndexBroken} when a full-text index is damaged.
 */
export function deleteItem(
  db: DatabaseSync,
  address: string,
  now: Date,
): Change | null {
  const found = readItem(db, address);
  if (found === null) return null;
  if (found.kind === "memory") {
    eraseMemory(db, found.uid);
    return {
      what: "deleted",
      kind: "memory",
      address,
      session: "",
      project: "",
    };
  }
  const item = parseAddress(address);
  if (item === null) return null;
  const { session, project } = found;
  if (found.kind !== "summary") {
    const id = Number(
      prepared(db, "SELECT id FROM sessions WHERE session = ?").get(session)
        ?.["id"],
    );
    const seqs = found.kind === "prompt"
      ? rowsOfPrompt(db, found)
      : rowsOfError(db, found);
    purgeRows(db, seqs, now);
    removeSummary(db, id);
  }
  remove(db, item);
  noteStaleWords(db);
  return { what: "deleted", kind: found.kind, address, session, project };
}

/** The rows that have a prompt's text: its own, and those of the same prompt that were no others. */
function rowsOfPrompt(db: DatabaseSync, prompt: PromptView): number[] {
  const at = BigInt(prompt.at) * 1_000_000n;
  const around = BigInt(TWICE_MS + 1) * 1_000_000n;
  return prepared(
    db,
    `WITH own AS (
       SELECT seq, CASE WHEN json_valid(payload) THEN payload ->> '$.prompt_hash' END AS hash FROM rows
       WHERE id = (SELECT row_id FROM prompts WHERE id = ?1)
     )
     SELECT seq FROM own UNION
     SELECT rows.seq FROM rows, own WHERE session = ?2 AND kind = '${CAPTURED.prompt}' AND at BETWEEN ?3 AND ?4
       AND json_valid(payload) AND payload ->> '$.prompt_hash' = own.hash`,
  ).all(prompt.id, prompt.session, at - around, at + around)
    .map(({ seq }) => Number(seq));
}

/** The rows that have an observation's text: what a tool said that failed, each time that it said so. */
function rowsOfError(
  db: DatabaseSync,
  { session, useId, at, outcome }: ObservationView,
): number[] {
  if (outcome !== "error") return [];
  const ms = BigInt(at) * 1_000_000n;
  return prepared(
    db,
    `WITH failed AS (
       SELECT seq, id, at, payload ->> '$.error_redacted' AS error FROM rows
       WHERE session = ?1 AND kind = '${CAPTURED.toolUse}' AND json_valid(payload) AND payload ->> '$.error_redacted' IS NOT NULL
     )
     SELECT seq FROM failed WHERE error IN (
       SELECT error FROM failed WHERE id = 'tool:' || ?1 || ':' || ?2 OR at BETWEEN ?3 - 1000000 AND ?3 + 1000000
     )`,
  ).all(session, useId ?? "", ms).map(({ seq }) => Number(seq));
}
