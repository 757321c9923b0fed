import type { JournalEntry } from "../journal/types.ts";
import type { LockedLedger } from "./locked_ledger.ts";

/** A journal entry in the spool. */
export interface SpooledEntry {
  readonly entry: JournalEntry;
  /** How many lines of the session's ledger it covers, `null` where the session has no id and so no ledger. */
  readonly upto: number | null;
}

/**
 * Whether a value from the spool is an entry in every field.
 *
 * @param value What was read.
 */
export function isSpooledEntry(value: unknown): value is SpooledEntry {
  const { entry, upto } = (value ?? {}) as Partial<SpooledEntry>;
  if (upto !== null && !Number.isSafeInteger(upto)) return false;
  const { at, project, path, sessionId, reason, killed, notes, summary, key } =
    (entry ?? {}) as Partial<JournalEntry>;
  return typeof at === "string" && !Number.isNaN(Date.parse(at)) &&
    typeof project === "string" &&
    (path === null || typeof path === "string") &&
    typeof sessionId === "string" && typeof reason === "string" &&
    typeof killed === "boolean" && isTexts(notes) &&
    (summary === undefined || isTexts(summary)) &&
    typeof key === "string" && /^[A-Za-z0-9]+$/.test(key);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

/**
 * Brings the end of a spooled entry to its ledger, where the process that spooled it was killed before it could.
 *
 * @param locked The session's ledger, whose lock is held.
 * @param spooled The entry.
 * @throws {Error} of the kind that the write failed with.
 */
export function bringEnd(locked: LockedLedger, spooled: SpooledEntry): void {
  const { entry: { at, reason }, upto } = spooled;
  if (upto !== null && locked.ledger.covered < upto) {
    locked.append({ kind: "end", at, reason, upto });
  }
}
