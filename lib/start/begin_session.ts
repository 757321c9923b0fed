import { attempt } from "../frame/attempt.ts";
import type { Context } from "../frame/run.ts";
import { openSessions } from "../session/open_sessions.ts";
import { recordStart } from "../session/record_start.ts";
import { sweepIsDue } from "../session/sweep_is_due.ts";
import { openSpool } from "../spool.ts";
import type { Names } from "./state_names.ts";

/** Milliseconds that a session start leaves for its brief. */
const BRIEF_MS = 2000;

/**
 * Begins the session's ledger, and makes good what earlier sessions left: entries that could not be delivered, and sessions that
 * were killed before they could be journaled.
 *
 * @param context SessionStart's. Needs read and write permission on the state folder and the journal, `--allow-run` on ps.
 * @param names What was in the state folder when the hook began.
 */
export async function beginSession(
  context: Context,
  names: Names,
): Promise<void> {
  const { event, places, config, log, env } = context;
  const { sessionId } = event;
  const now = context.now();
  await attempt(log, "begin the session's ledger", () => {
    if (sessionId === null) return;
    recordStart(places.state, {
      sessionId,
      at: now,
      cwd: event.cwd ?? env("CLAUDE_PROJECT_DIR") ?? null,
      transcript: event.transcriptPath,
      pid: claudeProcess(env("CLAUDE_PID")),
      source: event.source,
    });
  }, undefined);

  const deadline = (): boolean => context.left() < BRIEF_MS;
  const delivery = { places, config, log, deadline };
  await attempt(log, "deliver what is spooled", async () => {
    if (!names.has("spool")) return;
    if (openSpool(places.state).list("journal").length === 0) return;
    const { deliverSpooled } = await import("./rare.ts");
    deliverSpooled(delivery);
  }, undefined);
  await attempt(log, "journal killed sessions", async () => {
    const others = openSessions(places.state).some((id) => id !== sessionId);
    if (!others && !sweepIsDue(places.state, now)) return;
    const { journalTheDead, summaryOfSession } = await import("./rare.ts");
    const summaryOf = (id: string): string[] => summaryOfSession(places, id);
    await journalTheDead({ ...delivery, now, ownId: sessionId, summaryOf });
  }, undefined);
}

/** The Claude process: it says so itself, and is the parent of a hook in exec form (2.1.332, measured). */
function claudeProcess(variable: string | undefined): number {
  const pid = Number(variable);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : Deno.ppid;
}
