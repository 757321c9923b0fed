/** The events of Claude Code that some hook of ours is registered for. */
export type EventName =
  | "SessionStart"
  | "UserPromptSubmit"
  | "PreToolUse"
  | "PostToolUse"
  | "PostToolUseFailure"
  | "PreCompact"
  | "Stop"
  | "SessionEnd";

/**
 * One event as the host sent it, with every field checked: what is missing or of another type is `null`, never an error.
 * Source of the fields: Claude Code 2.1.332, measured.
 */
export interface HostEvent {
  /** `hook_event_name`, `null` where the host did not say. */
  readonly name: string | null;
  /** `session_id`, only where it may become part of a path (see `safeId`). */
  readonly sessionId: string | null;
  /** The session's working folder, absolute. */
  readonly cwd: string | null;
  /** The transcript, absolute; the file need not exist (at startup it does not). */
  readonly transcriptPath: string | null;
  /** SessionStart: `startup`, `resume`, `clear`, `compact`, `fork`. */
  readonly source: string | null;
  /** SessionEnd: `clear`, `resume`, `logout`, `prompt_input_exit`, `other`. */
  readonly reason: string | null;
  /** Tool events: the tool. */
  readonly toolName: string | null;
  /** Tool events: what the tool was asked, an empty object where the host sent no object. */
  readonly toolInput: Readonly<Record<string, unknown>>;
  /** Tool events: what the tool answered, whatever its type. */
  readonly toolResponse: unknown;
  /** Tool events: the id of this one use, only where it is a safe id. */
  readonly toolUseId: string | null;
  /** The subagent in which it happened, `null` in the main conversation; the session is then the parent's. */
  readonly agentId: string | null;
}

const SAFE_ID = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Whether an id of the host may become part of a file's name. `.` and `..` match the pattern and name folders, so they are
 * refused as well.
 *
 * @param id What the host sent.
 */
export function safeId(id: unknown): id is string {
  return typeof id === "string" && SAFE_ID.test(id) && id !== "." &&
    id !== "..";
}
