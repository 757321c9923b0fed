import { knownGlance } from "../brief/known_glance.ts";
import { attempt } from "../frame/attempt.ts";
import type { Context } from "../frame/run.ts";
import type { Glance } from "../memory/gist.ts";
import { serverMark } from "../memory/server_mark.ts";
import { join } from "../path.ts";
import { exists } from "../private_file.ts";
import { isoTime } from "../session/iso_time.ts";
import { readLedger } from "../session/ledger.ts";
import { installedAt, isLoaded, isOutdated, WARDEN } from "./agent_state.ts";
import {
  changeState,
  pruneStates,
  readState,
  type SessionState,
} from "./session_state.ts";
import { isWithin, stampAge } from "./stamp_age.ts";

/** What is asked for at the end of a turn. */
interface Ask {
  /** For the model. */
  readonly text: string;
  /** For the user. */
  readonly notice: string;
  /** What is written down before it is spoken. */
  readonly record: SessionState;
}

/** What an ask depends on. */
interface Turn {
  readonly context: Context;
  readonly sessionId: string;
  readonly memories: Glance;
  readonly state: SessionState;
  /** Minutes between two asks of either kind. */
  readonly quietMinutes: number;
  readonly wardenMinutes: number;
}

/**
 * Answers the end of a turn: asks for a checkpoint where nothing was written for a while, and for the warden where it is due. Every word
 * here makes the model go on (Claude Code 2.1.332, measured), so a session is spoken to once in the shorter of the two intervals at most,
 * and what is asked for is written down first. A session without a usable id is never spoken to, since nothing could be written down.
 *
 * @param context Stop's. Needs read permission on the store and the folder of agents, read and write on the state folder.
 * @returns The answer, `""` for none.
 */
export async function endTurn(context: Context): Promise<string> {
  const { event, fields, places, config, flags, log } = context;
  const { sessionId } = event;
  if (fields.stop_hook_active || sessionId === null) return "";
  const memories = await attempt(
    log,
    "read the memories",
    () => knownGlance(places, "", config.memory.domainCase),
    null,
  );
  if (memories === null) return "";
  const turn: Turn = {
    context,
    sessionId,
    memories,
    state: readState(places.state, sessionId),
    quietMinutes: flags.number("quiet-minutes", 0, 10_080) ??
      config.memory.quietMinutes,
    wardenMinutes: flags.number("warden-minutes", 0, 480) ??
      memories.wardenMinutes,
  };
  if (spokeLately(turn)) return "";
  const asks = [
    await attempt(log, "ask for a checkpoint", () => nudge(turn), null),
    await attempt(log, "ask for the warden", () => askForWarden(turn), null),
  ].filter((ask) => ask !== null);
  if (asks.length === 0) return "";
  const recorded = await attempt(log, "record what is asked for", () => {
    const changes = Object.assign({}, ...asks.map(({ record }) => record));
    changeState(places.state, sessionId, changes, turn.state);
    return true;
  }, false);
  await attempt(
    log,
    "remove old states of sessions",
    () => pruneStates(places.state, context.now()),
    undefined,
  );
  return recorded ? answer(asks) : "";
}

function spokeLately({ context, memories, state, ...minutes }: Turn): boolean {
  const shorter = memories.wardenEnabled
    ? Math.min(minutes.quietMinutes, minutes.wardenMinutes)
    : minutes.quietMinutes;
  return [state.asked_at, state.nudged_at].some((stamp) =>
    isWithin(stamp, shorter, context.now())
  );
}

function nudge({ context, memories, state, quietMinutes }: Turn): Ask | null {
  const now = context.now();
  // Capture makes a store, too: who has no server cannot write to it.
  if (memories.total === 0 && !exists(serverMark(context.places))) return null;
  if (
    isWithin(memories.lastWriteAt, quietMinutes, now) ||
    isWithin(state.nudged_at, quietMinutes, now)
  ) return null;
  const since = memories.total === 0
    ? "so far"
    : `in the last ${quietMinutes} minutes`;
  return {
    text:
      `Nothing has been written to the memory ${since}. If this session has found out something that should outlive it, write it down now with note(), anti_pattern() or checkpoint(); otherwise there is nothing to do.`,
    notice: "nothing recorded lately",
    record: { nudged_at: isoTime(now) },
  };
}

/** The class `Cc`, in whose own name a pattern costs a fresh process 0.25 ms more (2.9.6, measured). */
// deno-lint-ignore no-control-regex
const CONTROL = /[\0-\x1f\x7f-\x9f]/;

async function askForWarden(turn: Turn): Promise<Ask | null> {
  const { context, memories, state, wardenMinutes } = turn;
  const { event: { transcriptPath }, places, now } = context;
  const agents = join(places.claude, "agents");
  if (
    // In an empty store it would find nothing.
    memories.total === 0 || !memories.wardenEnabled ||
    isWithin(state.asked_at, wardenMinutes, now()) ||
    // Without a transcript it has nothing to read, and a name that breaks the line could say anything in this text's voice.
    transcriptPath === null || CONTROL.test(transcriptPath)
  ) return null;
  const installed = installedAt(agents);
  // The ledger of a long session is long: it is read where all else fits.
  if (installed === null || !isLoaded(installed, startOf(turn))) return null;
  if (await isOutdated(agents, join(places.data, "bin"))) return null;
  const lastAge = stampAge(state.asked_at, now());
  const since = lastAge === null
    ? "It has not run in this session yet: let it read the latest turns."
    : `Let it read the turns after ${
      isoTime(new Date(now().getTime() - lastAge))
    }.`;
  return {
    text:
      `The memory warden is due. Launch Agent(subagent_type='${WARDEN}') now, in the background, and carry on. Transcript: ${transcriptPath} ${since} Read each memory that it names before acting on it.`,
    notice: "the warden is due",
    record: { asked_at: isoTime(now()), transcript: transcriptPath },
  };
}

/** When the session's process began, in ms since the epoch, as far as it is on record. A compaction starts no process. */
function startOf({ context, sessionId }: Turn): number | null {
  const ledger = readLedger(context.places.state, sessionId);
  const start = ledger?.records.findLast((record) =>
    record.kind === "start" && record.source !== "compact"
  );
  return start === undefined ? null : Date.parse(start.at);
}

function answer(asks: readonly Ask[]): string {
  return `${
    JSON.stringify({
      hookSpecificOutput: {
        hookEventName: "Stop",
        additionalContext: asks.map(({ text }) => text).join("\n\n"),
      },
      systemMessage: `Memory: ${asks.map(({ notice }) => notice).join("; ")}.`,
    })
  }\n`;
}
