import { type HostEvent, safeId } from "../event.ts";
import type { Environment } from "../place.ts";

/** The fields of an event as they came. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Makes a checked event out of what the host sent.
 *
 * @param text The text of stdin; a byte order mark at its start is passed over.
 * @param env Stands in for the session's id and folder where the text is empty (Claude Code 2.1.332, measured).
 * @param expected The event this hook is registered for, used where the host does not name one.
 * @param onUnusable Told the name of each field that is of another type than the host's, or is needed and not there.
 * @returns The event, or `null` for an empty text without a session in the environment.
 * @throws {SyntaxError} when the text is not JSON.
 * @throws {TypeError} when it is JSON, but no object.
 */
export function readEvent(
  text: string,
  env: Environment,
  expected: string | null,
  onUnusable: (field: string) => void = () => {},
): HostEvent | null {
  const fields = readFields(text, env, expected);
  return fields === null ? null : eventOf(fields, expected, onUnusable);
}

/**
 * The fields that the host sent.
 *
 * @param text The text of stdin.
 * @param env See `readEvent()`.
 * @param expected See `readEvent()`.
 * @returns The fields, or `null` for an empty text without a session in the environment.
 * @throws {SyntaxError} when the text is not JSON.
 * @throws {TypeError} when it is JSON, but no object.
 */
export function readFields(
  text: string,
  env: Environment,
  expected: string | null,
): Fields | null {
  const json = text.replace(/^\uFEFF/, "").trim();
  if (json === "") {
    const session = env("CLAUDE_CODE_SESSION_ID");
    if (!session) return null;
    return {
      session_id: session,
      cwd: env("CLAUDE_PROJECT_DIR"),
      hook_event_name: expected,
    };
  }
  const value: unknown = JSON.parse(json);
  if (!isObject(value)) {
    throw new TypeError("Cannot use the event: it is JSON, but no object");
  }
  return value;
}

/**
 * Checks the fields of an event.
 *
 * @param fields The fields.
 * @param expected See `readEvent()`.
 * @param onUnusable See `readEvent()`.
 */
export function eventOf(
  fields: Fields,
  expected: string | null,
  onUnusable: (field: string) => void,
): HostEvent {
  const text = (name: string): string | null => {
    const value = fields[name];
    return typeof value === "string" && value !== "" && !value.includes("\0")
      ? value
      : null;
  };
  const sessionId = sessionOf(fields);
  for (const field of unusable(fields, expected)) onUnusable(field);
  return {
    name: text("hook_event_name"),
    sessionId: safeId(sessionId) ? sessionId : null,
    cwd: text("cwd"),
    transcriptPath: text("transcript_path"),
    source: text("source"),
    reason: text("reason"),
    toolName: text("tool_name"),
    // `tool_args` is what the capture seed calls it; the host says `tool_input`.
    toolInput: isObject(fields.tool_input)
      ? fields.tool_input
      : isObject(fields.tool_args)
      ? fields.tool_args
      : {},
    toolResponse: fields.tool_response,
    toolUseId: safeId(fields.tool_use_id) ? fields.tool_use_id : null,
    agentId: safeId(fields.agent_id) ? fields.agent_id : null,
  };
}

const TEXTS = [
  "hook_event_name",
  "cwd",
  "transcript_path",
  "source",
  "reason",
  "tool_name",
];

const OBJECTS = ["tool_input", "tool_args"];

function unusable(
  fields: Fields,
  expected: string | null,
): string[] {
  const isThere = (name: string): boolean =>
    fields[name] !== undefined && fields[name] !== null;
  const found = [
    ...TEXTS.filter((name) =>
      isThere(name) && typeof fields[name] !== "string"
    ),
    ...OBJECTS.filter((name) => isThere(name) && !isObject(fields[name])),
  ];
  if (!safeId(sessionOf(fields))) found.unshift("session_id");
  if (isThere("tool_use_id") && !safeId(fields.tool_use_id)) {
    found.push("tool_use_id");
  }
  if (expected === "PostToolUse" && !isThere("tool_name")) {
    found.push("tool_name");
  }
  return found;
}

/** The session's id, in the other spelling where a host has that. */
function sessionOf(fields: Fields): unknown {
  return fields.session_id ?? fields.sessionId;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
