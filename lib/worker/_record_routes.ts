import { cleanId } from "../capture/clean_id.ts";
import { draftPrompt } from "../capture/draft_prompt.ts";
import { draftStop } from "../capture/draft_stop.ts";
import { draftTool } from "../capture/draft_tool.ts";
import {
  isAnything,
  isName,
  isText,
  type Payload,
} from "../capture/payload.ts";
import { isHostText } from "../host/is_host_text.ts";
import { assertKnown, readFields } from "./_body.ts";
import { placeOf, type SenderPlace } from "./_place_of.ts";
import { invalid } from "./_problem.ts";
import { Recorder } from "./_recorder.ts";
import { json } from "./_reply.ts";
import type { Call, Route } from "./_route.ts";
import { findObservation, findPrompt, hasRow, isTwice } from "./_recorded.ts";

/** What is told of sessions by whoever has no hooks of ours. It is redacted here, and stored as what the hooks send. */
export const RECORD_ROUTES: readonly Route[] = [
  { method: "POST", path: "/api/sessions/init", answer: init },
  { method: "POST", path: "/api/sessions/observations", answer: observe },
  { method: "POST", path: "/api/sessions/summarize", answer: summarize },
];

const HOST = /^[a-z][a-z0-9_-]{0,31}$/;

/** The session, and who tells of it. */
interface Sender {
  readonly session: string;
  readonly cwd: string;
  readonly project: string | null;
  readonly host: string;
}

/** A prompt begins a turn. */
async function init(call: Call): Promise<Response> {
  const body = await readFields(call.request);
  const sender = senderOf(body);
  const prompt = body.may(["prompt"], isText);
  assertKnown(body);
  const { recorder, place } = await begin(call, sender);
  const { store } = call.tools;
  const skipped = (reason: string): Response =>
    json({
      ...store.read((db) => findPrompt(db, sender.session)),
      skipped: true,
      reason,
    });
  if (place.isExcluded) return skipped("project_excluded");
  if (prompt === null || prompt.trim() === "") return skipped("empty");
  if (isHostText(prompt)) return skipped("internal_protocol");
  const row = await recorder.rowOf({
    ...sender,
    event: "UserPromptSubmit",
    fields: { prompt },
    drafting: draftPrompt,
  }, place);
  if (row === null) return skipped("private");
  const text = String(row.payload["prompt_redacted"]);
  const ms = row.at / 1e6;
  if (store.read((db) => isTwice(db, sender.session, text, ms))) {
    return skipped("duplicate");
  }
  await recorder.store(row);
  const found = store.read((db) => findPrompt(db, sender.session, row.id));
  return found.promptNumber > 0
    ? json({ ...found, skipped: false })
    : skipped("duplicate");
}

/** A tool was used. */
async function observe(call: Call): Promise<Response> {
  const body = await readFields(call.request);
  const sender = senderOf(body);
  const tool = body.need(["tool_name"], isName);
  const fields = {
    tool_name: tool,
    tool_input: body.may(["tool_input"], isAnything) ?? {},
    tool_response: body.may(["tool_response"], isAnything),
    tool_use_id: body.may(["tool_use_id"], cleanId),
    agent_id: body.may(["agentId", "agent_id"], cleanId),
  };
  assertKnown(body);
  const { recorder, place } = await begin(call, sender);
  const { store, backend } = call.tools;
  const skipped = (reason: string): Response =>
    json({ status: "skipped", reason });
  if (place.isExcluded) return skipped("project_excluded");
  const { skipTools } = (await backend.config()).capture;
  const isSkipped = skipTools.some((name) =>
    name.endsWith("*") ? tool.startsWith(name.slice(0, -1)) : name === tool
  );
  if (isSkipped) return skipped("tool_excluded");
  const row = await recorder.rowOf({
    ...sender,
    event: "PostToolUse",
    fields,
    drafting: draftTool,
  }, place);
  if (row === null) return skipped("private");
  if (store.read((db) => hasRow(db, row.id))) return skipped("duplicate");
  await recorder.store(row);
  const id = store.read((db) => findObservation(db, sender.session, row));
  return json({ status: "stored", ...(id === null ? {} : { id }) });
}

/** A turn has ended; the summary is made from all that is known, in the background. */
async function summarize(call: Call): Promise<Response> {
  const body = await readFields(call.request);
  const sender = senderOf(body);
  const message = body.may(["last_assistant_message"], isText);
  const agent = body.may(["agentId", "agent_id"], cleanId);
  assertKnown(body);
  const { recorder, place } = await begin(call, sender);
  if (place.isExcluded) {
    return json({ status: "skipped", reason: "project_excluded" });
  }
  if (agent !== null) {
    return json({ status: "skipped", reason: "subagent_context" });
  }
  const row = await recorder.rowOf({
    ...sender,
    event: "Stop",
    fields: { last_assistant_message: message ?? "" },
    drafting: draftStop,
  }, place);
  if (row === null) return json({ status: "skipped", reason: "private" });
  await recorder.store(row);
  return json({ status: "queued" });
}

function senderOf(body: Payload): Sender {
  const session = body.need(SESSION, cleanId);
  const host = body.may(["host", "platformSource"], isName) ?? "api";
  if (!HOST.test(host)) throw invalid("host does not fit");
  return {
    session,
    cwd: body.may(["cwd"], isPath) ?? "",
    project: body.may(["project"], isPath),
    host,
  };
}

/** Longer is no folder of anybody's, and no name. */
function isPath(value: unknown): value is string {
  return typeof value === "string" && value.length <= 4096;
}

/** The names by which a session may be given. */
const SESSION = ["contentSessionId", "session_id", "sessionId"] as const;

async function begin(
  { tools }: Call,
  sender: Sender,
): Promise<{ recorder: Recorder; place: SenderPlace }> {
  const { backend, store } = tools;
  const config = await backend.config();
  const place = await placeOf(sender, {
    places: backend.places,
    config,
    store,
  });
  return { recorder: new Recorder(tools, config), place };
}
