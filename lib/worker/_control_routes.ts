import { cleanId } from "../capture/clean_id.ts";
import { isAnything, isName } from "../capture/payload.ts";
import { readSession } from "../lifecycle/read_session.ts";
import type { Verdict } from "../store/verify_chain.ts";
import { verifyChainGently } from "../store/verify_chain_gently.ts";
import { join } from "../path.ts";
import { ask } from "./_ask.ts";
import { assertKnown, readFields } from "./_body.ts";
import { invalid, notFound, Problem } from "./_problem.ts";
import { knownProject } from "./_project.ts";
import { textOf } from "./_query.ts";
import { json } from "./_reply.ts";
import type { Call, Route } from "./_route.ts";

/** How a session is, what is to go for good, and what the chain is worth. */
export const CONTROL_ROUTES: readonly Route[] = [
  { method: "GET", path: "/api/sessions/status", answer: status },
  { method: "POST", path: "/api/sessions/complete", answer: complete },
  { method: "POST", path: "/api/purge", ms: 120_000, answer: purge },
  { method: "GET", path: "/api/chain", ms: 120_000, answer: chain },
];

/** `{session, pending, summary}`; pending: something happened that the summary does not tell of yet. */
function status({ query, tools }: Call): Response {
  const id = textOf(query, "session") ?? textOf(query, "contentSessionId");
  if (id === undefined) throw invalid("session is missing");
  const story = tools.store.read((db) => readSession(db, id));
  if (story === null) throw notFound("session");
  const { session, summary } = story;
  return json({
    session,
    pending: summary === null || summary.at < session.lastAt,
    summary,
  });
}

/** A session is over: it is summed up now. */
async function complete({ request, tools }: Call): Promise<Response> {
  const body = await readFields(request);
  const session = body.need(
    ["contentSessionId", "session_id", "sessionId"],
    cleanId,
  );
  assertKnown(body);
  if (tools.store.read((db) => readSession(db, session)) === null) {
    throw notFound("session");
  }
  await ask(tools.backend, "summary", { session, ended: true });
  return json({ status: "completed" });
}

/** Removes for good: one of `project`, `session` and `before` (milliseconds since the epoch, or a date), and only with `confirm`. */
async function purge({ request, tools }: Call): Promise<Response> {
  const body = await readFields(request);
  const project = body.may(["project"], isName);
  const session = body.may(["session"], isName);
  const before = body.may(["before"], isAnything);
  const confirm = body.may(["confirm"], isAnything);
  assertKnown(body);
  const given = [project, session, before].filter((it) => it !== null);
  if (given.length !== 1) {
    throw invalid("not one of project, session and before is given");
  }
  if (confirm !== true) throw invalid("confirm is not true");
  const counts = await ask(tools.backend, "purge", {
    ...(project === null ? {} : {
      project: tools.store.read((db) => knownProject(db, project)) ?? project,
    }),
    ...(session === null ? {} : { session }),
    ...(before === null ? {} : { before: timeOf(before) }),
  });
  return json(counts);
}

function timeOf(value: unknown): number {
  const ms = typeof value === "number" ? value : typeof value === "string" &&
      /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/.test(value)
    ? Date.parse(value)
    : NaN;
  if (!Number.isSafeInteger(ms) || ms < 0) {
    throw invalid("before is no time in milliseconds, and no date");
  }
  return ms;
}

/** A check that goes on, for whoever asks meanwhile. */
let checking: Promise<Verdict | null> | null = null;

/** `{ok, rows, reason?, …}`. Rows are stored meanwhile. */
async function chain({ tools }: Call): Promise<Response> {
  const { backend, signal } = tools;
  const { places } = backend;
  checking ??= verifyChainGently(
    places.store,
    join(places.capture, "chain-head.json"),
    signal,
  ).finally(() => checking = null);
  const verdict = await checking;
  if (verdict === null) throw new Problem(503, "busy", "memoryd ends");
  const reason = verdict.bad?.why ?? verdict.findings[0]?.why;
  return json({ ...verdict, ...(reason === undefined ? {} : { reason }) });
}
