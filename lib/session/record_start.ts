import { lockWithin } from "../journal/lock_within.ts";
import { withoutSecrets } from "../log.ts";
import { dirname } from "../path.ts";
import { ensurePrivateFolder, isMissing } from "../private_file.ts";
import { ledgerPath, type StartRecord } from "./ledger.ts";
import { markOpen } from "./open_sessions.ts";
import { projectName } from "./project_name.ts";

/** What a SessionStart says. */
export interface SessionStart {
  readonly sessionId: string;
  readonly at: Date;
  readonly cwd: string | null;
  /** The transcript's path. */
  readonly transcript: string | null;
  /** The Claude process, the hook's parent. */
  readonly pid: number | null;
  readonly source: string | null;
}

/** Milliseconds to wait for the ledger's lock. */
const LOCK_MS = 300;

/**
 * Records that a session began or goes on. The ledger is not read for that: a session start must not cost more the longer the session is.
 *
 * @param state The state folder. Needs read and write permission on the folder `sessions` in it.
 * @param start What is known of the session.
 * @throws {RangeError} when the session id cannot be part of a path.
 */
export function recordStart(state: string, start: SessionStart): void {
  const { sessionId, at, cwd, transcript, pid, source } = start;
  const folder = cwd === null ? null : withoutSecrets(cwd);
  const record: StartRecord = {
    kind: "start",
    at: at.toISOString(),
    cwd: folder,
    project: projectName(folder),
    transcript,
    pid,
    source,
  };
  using file = openLedger(ledgerPath(state, sessionId));
  // Whoever holds it for so long was stopped or hangs; appended whole, a line does no harm to another's.
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
