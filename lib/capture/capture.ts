import type { HookProcess } from "../frame/hook_process.ts";
import type { Input } from "../frame/read_stdin.ts";
import { join } from "../path.ts";
import { CAPTURED } from "../store/row.ts";
import type { Draft, Drafting, MakeDraft } from "./draft.ts";
import { handOver } from "./hand_over.ts";
import { ignoredFields } from "./ignored_fields.ts";
import { Payload } from "./payload.ts";
import { privateTurn } from "./private_turn.ts";
import { readSession, type SessionFields } from "./read_session.ts";
import { Redactor } from "./redactor.ts";
import { type Report, reportRun } from "./report.ts";
import { traceId } from "./trace.ts";
import { openWarnings, type Warnings } from "./warnings.ts";

/**
 * Captures one event: reads it, redacts it, hands it over to the daemon as a row. It writes nothing to stdout, and no text to anywhere
 * before it is redacted.
 *
 * @param process The hook's.
 * @param input What was read from stdin.
 * @param drafting What kind of event it is.
 * @returns The hook's answer: none.
 */
export async function capture(
  process: HookProcess,
  input: Input,
  drafting: Drafting,
): Promise<""> {
  await reportRun(process, await record(process, input, drafting));
  return "";
}

async function record(
  process: HookProcess,
  input: Input,
  drafting: Drafting,
): Promise<Report> {
  const { hook, places, log, env } = process;
  const warnings = openWarnings(process);
  let payload: Payload;
  let session: SessionFields;
  let make: MakeDraft;
  try {
    payload = new Payload(input.text);
    session = readSession(payload, hook);
    make = drafting(payload, session);
  } catch (error) {
    warnings.warn("invalid_payload", whyInvalid(error, input));
    return {
      outcome: "invalid_payload",
      eventName: null,
      sessionId: null,
      traceId: null,
      counts: new Map(),
    };
  }
  const { sessionId, eventName } = session;
  const ignored = ignoredFields(payload);
  if (ignored !== null) warnings.warn("ignored_fields", ignored);

  const config = await process.config();
  const redactor = new Redactor(
    { emailAllow: config.capture.emailAllow },
    env("MEMORY_HOOKS_FAIL_REDACTION") !== undefined,
  );
  const turn = privateTurn(join(places.capture, "private"), sessionId, log);
  const { counts } = redactor;
  let draft: Draft | null;
  let failed = false;
  try {
    draft = make(redactor, turn);
  } catch (error) {
    failed = true;
    draft = failure(error, warnings);
  }
  const report = { eventName, sessionId, counts };
  if (draft === null) return { ...report, outcome: "private", traceId: null };

  const trace = traceOf(process, sessionId);
  const at = process.now().getTime() * 1e6;
  const matches = failed ? {} : { redaction_match_count: redactor.matches };
  const outcome = await handOver(process, config, {
    kind: draft.kind,
    payload: {
      session_id: sessionId,
      ...draft.payload,
      trace_id: trace,
      captured_at_ns: at,
      ...matches,
    },
    id: draft.id ?? uniqueId(),
    at,
  }, warnings);
  return {
    ...report,
    outcome: failed ? "redaction_failed" : outcome,
    traceId: trace,
  };
}

function traceOf(
  { places, log, env, now }: HookProcess,
  sessionId: string,
): string {
  const { id, problem } = traceId({
    folder: join(places.capture, "traces"),
    sessionId,
    traceparent: env("TRACEPARENT"),
    now: now().getTime(),
  });
  if (problem !== null) log.error("Cannot keep the session's trace", problem);
  return id;
}

/** The row in place of one whose text could not be redacted: it has no text at all. */
function failure(error: unknown, warnings: Warnings): Draft {
  // Not even the message, which may quote the text.
  const name = error instanceof Error && /^\w{1,40}$/.test(error.name)
    ? error.name
    : "Error";
  warnings.warn("redaction_failed", `${name}; nothing of the event is kept`);
  return { kind: CAPTURED.redactionFailed, payload: { error: name } };
}

function whyInvalid(error: unknown, { text, end }: Input): string {
  // The message of a JSON error quotes the text; its length says enough.
  return error instanceof TypeError
    ? error.message
    : `it is not JSON: ${text.length} characters, stdin ${end}`;
}

/** 128 bits in hex. Nobody has to be kept from guessing them, and `crypto` costs a fresh process 0.3 ms (2.9.6, measured). */
function uniqueId(): string {
  let id = "";
  for (let part = 0; part < 4; part++) {
    id += Math.floor(Math.random() * 2 ** 32).toString(16).padStart(8, "0");
  }
  return id;
}
