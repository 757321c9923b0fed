import { withoutSecrets } from "../log.ts";
import { appendRecord } from "./_append_record.ts";
import type { StartRecord } from "./ledger.ts";
import { isoTime } from "./iso_time.ts";
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
    at: isoTime(at),
    cwd: folder,
    project: projectName(folder),
    transcript,
    pid,
    source,
  };
  appendRecord(state, sessionId, record);
}
