import { appendRecord } from "./_append_record.ts";
import { isoTime } from "./iso_time.ts";
import type { NoteRecord } from "./ledger.ts";
import { whileLedgerLocked } from "./locked_ledger.ts";

/** What a PostToolUse says of a note. */
export interface NoteTouch {
  readonly sessionId: string;
  readonly at: Date;
  /** Relative to the vault, with `/` between folders. */
  readonly path: string;
  readonly tool: string | null;
  /** The host's `tool_use_id`. */
  readonly id: string | null;
  /** The subagent that wrote it. */
  readonly agent?: string | null;
}

/**
 * Records that a note was touched: one record for a `tool_use_id`, however often and from however many processes it is told. Where
 * the ledger's lock cannot be had in time it is recorded all the same, even if it may be known.
 *
 * @param state The state folder. Needs read and write permission on the folder `sessions` in it.
 * @param touch What is known of the write.
 * @returns Whether it is new.
 * @throws {RangeError} when the session id cannot be part of a path.
 */
export function recordNote(state: string, touch: NoteTouch): boolean {
  const { sessionId, at, path, tool, id, agent } = touch;
  const record: NoteRecord = {
    kind: "note",
    at: isoTime(at),
    path,
    tool,
    id,
    ...(agent === null || agent === undefined ? {} : { agent }),
  };
  try {
    return whileLedgerLocked(state, sessionId, "create", (locked) => {
      const known = id !== null &&
        locked.ledger.records.some((it) => it.kind === "note" && it.id === id);
      if (known) return false;
      locked.append(record);
      return true;
    }) ?? false;
  } catch (error) {
    if (!(error instanceof Deno.errors.TimedOut)) throw error;
    // A note that stands twice in the ledger stands once in the journal; one that does not is lost.
    appendRecord(state, sessionId, record);
    return true;
  }
}
