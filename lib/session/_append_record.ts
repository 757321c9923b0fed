import { lockWithin } from "../journal/lock_within.ts";
import { dirname } from "../path.ts";
import { ensurePrivateFolder, isMissing } from "../private_file.ts";
import { ledgerPath, type LedgerRecord } from "./ledger.ts";
import { markOpen } from "./open_sessions.ts";

/** Milliseconds to wait for the ledger's lock. */
const LOCK_MS = 300;

/**
 * Appends a record to a session's ledger without reading it, also where its lock cannot be had: whoever holds it for so long was
 * stopped or hangs, and a line that is appended whole does no harm to another's.
 *
 * @param state The state folder. Needs read and write permission on the folder `sessions` in it.
 * @param sessionId The host's id.
 * @param record No end of a session.
 * @throws {RangeError} when the id cannot be part of a path.
 */
export function appendRecord(
  state: string,
  sessionId: string,
  record: LedgerRecord,
): void {
  using file = openLedger(ledgerPath(state, sessionId));
  lockWithin(file, LOCK_MS);
  // A line that a killed writer left half done is ended first. An empty line says nothing.
  const isNew = file.seekSync(0, Deno.SeekMode.End) === 0;
  // Marked before the ledger says so: a process killed in between leaves a mark too many, which costs nothing.
  markOpen(state, sessionId);
  const line = `${isNew ? "" : "\n"}${JSON.stringify(record)}\n`;
  file.writeSync(new TextEncoder().encode(line));
}

function openLedger(path: string): Deno.FsFile {
  // To be locked on Windows, a file has to be readable.
  const options = { read: true, append: true, create: true, mode: 0o600 };
  try {
    return Deno.openSync(path, options);
  } catch (error) {
    if (!isMissing(error)) throw error;
    ensurePrivateFolder(dirname(path));
    return Deno.openSync(path, options);
  }
}
