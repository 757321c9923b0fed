import type { DatabaseSync } from "node:sqlite";
import { GENESIS } from "./_chain.ts";
import { type Head, readHead, writeHeadWherePossible } from "./_head.ts";
import { parsePayload } from "./_payload.ts";
import type { Writer } from "./_writer.ts";
import { OWN } from "./row.ts";

/** How a store came to be opened. */
export interface Opening {
  /** Whether its table has just been made. */
  readonly isNew: boolean;
  /** Why the store before it was given up; `null` where none was. */
  readonly reason: string | null;
  /** That one's new name. */
  readonly movedTo: string | null;
}

/** What the store and its head do not agree on: a row about it, and the same in words. */
interface Finding {
  readonly kind: string;
  readonly payload: Record<string, unknown>;
  readonly words: string;
}

/**
 * Compares a store with the head that is kept apart, and leaves a row where they do not agree: after that the head says what the store
 * says, and without the row nobody could tell any more that something was lost.
 *
 * @returns The same in words, `null` where all is well.
 * @throws When the row cannot be written.
 */
export function reconcile(
  db: DatabaseSync,
  writer: Writer,
  headFile: string,
  opening: Opening,
  now: Date,
): string | null {
  // First, as another process may append: the store can only be ahead of it.
  const head = readHead(headFile);
  const { finding, last } = writer.transaction(() => {
    const finding = judge(db, writer.last(), head, opening);
    if (finding !== null) writer.addOwn(finding.kind, finding.payload, now);
    return { finding, last: writer.last() };
  });
  if (
    typeof head === "string" || head.seq !== last.seq || head.hash !== last.hash
  ) writeHeadWherePossible(headFile, last);
  return finding?.words ?? null;
}

function judge(
  db: DatabaseSync,
  last: Head,
  head: Head | "missing" | "unreadable",
  opening: Opening,
): Finding | null {
  const known = typeof head === "string" ? null : head;
  if (last.seq === 0 && opening.isNew) {
    const isFirst = opening.reason === null &&
      (head === "missing" || known?.seq === 0);
    const reason = opening.reason ?? "the store was missing";
    return isFirst ? null : {
      kind: OWN.replaced,
      words: `Began a new store: ${reason}; the old one is ${
        opening.movedTo ?? "gone"
      }`,
      payload: {
        moved_to: opening.movedTo,
        reason,
        previous_seq: known?.seq ?? null,
        previous_hash: known?.hash ?? null,
      },
    };
  }
  if (known !== null && known.seq > last.seq) {
    return {
      kind: OWN.truncated,
      words: `The store's end was cut off: rows ${
        last.seq + 1
      } to ${known.seq} are missing`,
      payload: {
        missing_from: last.seq + 1,
        missing_upto: known.seq,
        head_hash: known.hash,
      },
    };
  }
  const reason = typeof head === "string"
    ? last.seq === 0 && head === "missing" ? null : `the head was ${head}`
    : isOfChain(db, head)
    ? null
    : "the head was of another chain";
  return reason === null ? null : {
    kind: OWN.headLost,
    words: `Rows may have been cut off the store's end: ${reason}`,
    payload: {
      reason,
      head_seq: known?.seq ?? null,
      head_hash: known?.hash ?? null,
    },
  };
}

/** Whether a head names a row of the store, or one that was removed on purpose since. */
function isOfChain(db: DatabaseSync, head: Head): boolean {
  if (head.seq === 0) return head.hash === GENESIS;
  const row = db.prepare("SELECT hash FROM rows WHERE seq = ?").get(head.seq);
  if (row !== undefined) return row["hash"] === head.hash;
  const pruned = db.prepare(
    "SELECT payload FROM rows WHERE kind = ? ORDER BY seq DESC LIMIT 1",
  ).get(OWN.pruned);
  const { upto_seq } = parsePayload(pruned?.["payload"]);
  return head.seq <= Number(upto_seq);
}
