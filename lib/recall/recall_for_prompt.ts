import { isJustStarted } from "../daemon/just_started.ts";
import { startDaemon } from "../daemon/start_daemon.ts";
import { contextAnswer } from "../frame/context_answer.ts";
import type { Context } from "../frame/run.ts";
import { withoutHostText } from "../host/without_host_text.ts";
import { join } from "../path.ts";
import { exists } from "../private_file.ts";
import { withRules } from "../redact/with_rules.ts";
import { type Call, callDaemon } from "./_ask.ts";
import { isForModel } from "./_is_for_model.ts";
import { redactedPrompt } from "./_redacted_prompt.ts";
import { saysSomething } from "./_words.ts";
import { keepTurn, readTurns, type Turns } from "./turns.ts";
import type { RecallAnswer, RecallQuery } from "./recall.ts";

/**
 * Says what is known that bears on a prompt. Nothing is said of a prompt that is private, empty, a command, or no person's, nor to a
 * subagent.
 *
 * The daemon is asked; where it does not answer at once, the store is read here.
 *
 * @param context UserPromptSubmit's. Needs read and write permission on the state folder and the socket, read permission on store and
 * index, and `--allow-run` on the daemon.
 */
export async function recallForPrompt(context: Context): Promise<string> {
  const { event, fields, config, places } = context;
  const { maxChars, maxItems } = config.recall;
  if (event.agentId !== null || maxChars === 0 || maxItems === 0) return "";
  const sent = fields["prompt"];
  if (typeof sent !== "string") return "";
  const given = withoutHostText(sent);
  if (!isForModel(given)) return "";
  const call = callDaemon(places);
  const prompt = await promptOf(given, context);
  if (prompt === null) {
    call.end();
    return "";
  }
  const { sessionId } = event;
  const turns = sessionId === null ? null : turnsOf(context, sessionId);
  const query: RecallQuery = {
    prompt,
    session: sessionId ?? "",
    project: context.project().project,
    told: turns?.told ?? [],
    maxChars,
    maxItems,
  };
  const { text, items } = await answerTo(query, call, context);
  if (turns !== null && sessionId !== null) {
    try {
      keepTurn(places.turns, sessionId, turns, items);
    } catch (error) {
      context.log.error("Cannot keep what the session was told", error);
    }
  }
  return contextAnswer("UserPromptSubmit", text);
}

/** The prompt as it may leave this process; `null` where that cannot be made. */
async function promptOf(
  given: string,
  { config, log }: Context,
): Promise<string | null> {
  // What says nothing finds nothing, but for what is known of files that were read; there is nothing in it to be redacted then.
  if (!saysSomething(given)) return "";
  try {
    const { emailAllow } = config.capture;
    return await withRules(() => redactedPrompt(given, { emailAllow }));
  } catch (error) {
    // Not even the message, which may quote the text.
    const name = error instanceof Error ? error.name : "Error";
    log.error(`Cannot redact the prompt: ${name}; nothing is recalled`);
    return null;
  }
}

function turnsOf({ places, log }: Context, sessionId: string): Turns | null {
  try {
    return readTurns(places.turns, sessionId);
  } catch (error) {
    log.error("Cannot read what the session was told", error);
    return null;
  }
}

async function answerTo(
  query: RecallQuery,
  call: Call,
  context: Context,
): Promise<RecallAnswer> {
  const { places, log, env, now } = context;
  const asked = await call.ask(query);
  if (typeof asked === "object") return asked;
  const nothing: RecallAnswer = { text: "", items: [] };
  const isAnything = exists(join(places.store, "store.sqlite")) ||
    exists(join(places.data, "index"));
  if (!isAnything) return nothing;
  if (asked === "nobody" && !isJustStarted(places, now)) {
    startDaemon({ command: context.worker("memoryd"), places, env, log, now });
  }
  try {
    const { recallWithoutDaemon } = await import("./recall_without_daemon.ts");
    return recallWithoutDaemon(query, context);
  } catch (error) {
    log.error("Cannot recall anything", error);
    return nothing;
  }
}
