import type { Site } from "../frame/find_site.ts";
import type { HookProcess } from "../frame/hook_process.ts";
import type { Input } from "../frame/read_stdin.ts";
import { join } from "../path.ts";
import { type Beside, CAPTURED, MAX_USE } from "../store/row.ts";
import type { Draft, Drafting, MakeDraft, Observing } from "./draft.ts";
import { expectedTriggers } from "./expected_triggers.ts";
import { handOver } from "./hand_over.ts";
import { ignoredFields } from "./ignored_fields.ts";
import { Payload } from "./payload.ts";
import { privateTurn } from "./private_turn.ts";
import { readSession, type SessionFields } from "./read_session.ts";
import { Redactor } from "./redactor.ts";
import { withRules } from "../redact/with_rules.ts";
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
  const report = await record(process, input, drafting);
  if (report !== null) await reportRun(process, report);
  return "";
}

async function record(
  process: HookProcess,
  input: Input,
  drafting: Drafting,
): Promise<Report | null> {
  const { hook, places, log, env } = process;
  const warnings = openWarnings(process);
  let read: { payload: Payload; session: SessionFields; make: MakeDraft };
  try {
    // An id is looked at for secrets, too.
    read = await withRules(() => {
      const payload = new Payload(input.text);
      const session = readSession(payload, hook);
      return { payload, session, make: drafting(payload, session) };
    });
  } catch (error) {
    if ((await process.site(null)).off) return null;
    warnings.warn("invalid_payload", whyInvalid(error, input));
    return {
      outcome: "invalid_payload",
      eventName: null,
      sessionId: null,
      traceId: null,
      counts: new Map(),
    };
  }
  const { payload, make } = read;
  const { sessionId, eventName, cwd } = read.session;
  const site = await process.site(cwd);
  if (site.off) return null;
  const ignored = await withRules(() => ignoredFields(payload))
    .catch(() => "went on without fields whose names cannot be redacted");
  if (ignored !== null) warnings.warn("ignored_fields", ignored);

  const config = await process.config();
  const newRedactor = (): Redactor =>
    new Redactor(
      { emailAllow: config.capture.emailAllow },
      env("MEMORY_HOOKS_FAIL_REDACTION") !== undefined,
    );
  let redactor = newRedactor();
  const turn = privateTurn(join(places.capture, "private"), sessionId, log);
  let draft: Draft | null;
  let context: Beside | undefined;
  let failed = false;
  try {
    const triggers = expectedTriggers(payload, site.project().project);
    const beside = newRedactor();
    beside.expect(triggers);
    const observing: Observing = {
      redactor: beside,
      skipTools: [...config.capture.skipTools, ...site.settings.skipTools],
      own: [places.state, places.data],
      failed: (error) => log.error("Cannot observe a use of a tool", error),
    };
    draft = await withRules(() => {
      redactor = newRedactor();
      redactor.expect(triggers);
      return make(redactor, turn, observing);
    });
    if (draft !== null && isLong(draft)) {
      const { completeDraft } = await import("./complete_draft.ts");
      const long = draft;
      // It puts texts together, and makes one line of several.
      beside.expect(undefined);
      draft = await withRules(() => completeDraft(long, observing));
    }
    if (draft !== null) {
      const kept = draft;
      context = await withRules(() => besideOf(kept, site, process, beside));
    }
  } catch (error) {
    failed = true;
    draft = failure(error, warnings);
  }
  const { counts } = redactor;
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
    ...(context && { beside: context }),
  }, warnings);
  return {
    ...report,
    outcome: failed ? "redaction_failed" : outcome,
    traceId: trace,
  };
}

/** Bytes of a path and of a name as JSON: longer than what a system has. */
const PATH_BYTES = 4096;
const NAME_BYTES = 512;

/** UTF-16 units that have room in as many bytes, whatever they are. */
const SHORT_NAME = 80;

/** What goes with the row, redacted as well. */
function besideOf(
  { observation, use }: Draft,
  site: Site,
  { flags }: HookProcess,
  redactor: Redactor,
): Beside {
  const { project, name } = site.project();
  const path = redactor.text(project.toWellFormed(), PATH_BYTES);
  const host = flags.text("host") ?? "";
  return {
    project: path,
    // What the path says openly is no secret in the name, but for numbers, which are none in a path. To look at a text costs 0.15 ms, be it ever so short (2.9.6, measured).
    name: name.length <= SHORT_NAME && path.includes(name) && !/\d/.test(name)
      ? name
      : redactor.text(name.toWellFormed(), NAME_BYTES),
    host: /^[a-z]{1,20}$/.test(host) ? host : "claude",
    ...(observation ? { observation } : {}),
    ...(use && { use }),
  };
}

/** Whether a frame may have no room for the use of a tool: an error is in the row, and may be long as well. */
function isLong({ use, payload }: Draft): boolean {
  return use !== undefined &&
    JSON.stringify([use, payload["error_redacted"]]).length > MAX_USE;
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
  if (error instanceof TypeError) return error.message;
  // The message of a JSON error quotes the text; its length says enough.
  return error instanceof SyntaxError
    ? `it is not JSON: ${text.length} characters, stdin ${end}`
    : "nobody can tell whether its ids hold a secret";
}

/** 128 bits in hex. Nobody has to be kept from guessing them, and `crypto` costs a fresh process 0.3 ms (2.9.6, measured). */
function uniqueId(): string {
  let id = "";
  for (let part = 0; part < 4; part++) {
    id += Math.floor(Math.random() * 2 ** 32).toString(16).padStart(8, "0");
  }
  return id;
}
