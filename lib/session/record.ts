import { withoutSecrets } from "../log.ts";
import { whileLedgerLocked } from "./locked_ledger.ts";
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
 * Records that a session began or goes on.
 *
 * @param state The state folder. Needs read and write permission on the folder `sessions` in it.
 * @param start What is known of the session.
 * @throws {RangeError} when the session id cannot be part of a path.
 */
export function recordStart(state: string, start: SessionStart): void {
  const { sessionId, at, cwd, transcript, pid, source } = start;
  const folder = cwd === null ? null : withoutSecrets(cwd);
  whileLedgerLocked(state, sessionId, "create", (locked) => {
    locked.append({
      kind: "start",
      at: at.toISOString(),
      cwd: folder,
      project: projectName(folder),
      transcript,
      pid,
      source,
    });
  });
}

/**
 * Records that a note was touched: one record for a `tool_use_id`, however often and from however many processes it is told.
 *
 * @param state The state folder. Needs read and write permission on the folder `sessions` in it.
 * @param touch What is known of the write.
 * @returns Whether it is new.
 * @throws {RangeError} when the session id cannot be part of a path.
 */
export function recordNote(state: string, touch: NoteTouch): boolean {
  const { sessionId, at, path, tool, id, agent } = touch;
  return whileLedgerLocked(state, sessionId, "create", (locked) => {
    const known = id !== null &&
      locked.ledger.records.some((it) => it.kind === "note" && it.id === id);
    if (known) return false;
    locked.append({
      kind: "note",
      at: at.toISOString(),
      path,
      tool,
      id,
      ...(agent === null || agent === undefined ? {} : { agent }),
    });
    return true;
  }) ?? false;
}
