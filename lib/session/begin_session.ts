import { attempt } from "../frame/attempt.ts";
import type { Context } from "../frame/run.ts";
import { deliverSpooled } from "./deliver_spooled.ts";
import { journalTheDead } from "./journal_the_dead.ts";
import { recordStart } from "./record.ts";

/** Milliseconds that a session start leaves for its brief. */
const BRIEF_MS = 2000;

/**
 * Begins the session's ledger, and makes good what earlier sessions left: entries that could not be delivered, and sessions that
 * were killed before they could be journaled.
 *
 * @param context SessionStart's. Needs read and write permission on the state folder and the vault, `--allow-run` on ps.
 */
export async function beginSession(context: Context): Promise<void> {
  const { event, places, config, log, env } = context;
  const deadline = (): boolean => context.left() < BRIEF_MS;
  await attempt(log, "begin the session's ledger", () => {
    if (event.sessionId === null) return;
    recordStart(places.state, {
      sessionId: event.sessionId,
      at: context.now(),
      cwd: event.cwd ?? env("CLAUDE_PROJECT_DIR") ?? null,
      transcript: event.transcriptPath,
      pid: claudeProcess(env("CLAUDE_PID")),
      source: event.source,
    });
  }, undefined);
  const delivery = { places, config, log, deadline };
  await attempt(log, "deliver what is spooled", () => {
    deliverSpooled(delivery);
  }, undefined);
  await attempt(log, "journal killed sessions", async () => {
    await journalTheDead({
      ...delivery,
      now: context.now(),
      ownId: event.sessionId,
    });
  }, undefined);
}

/** The Claude process: it says so itself since 2.1.x, and is the parent of a hook in exec form (2.1.332, measured). */
function claudeProcess(variable: string | undefined): number {
  const pid = Number(variable);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : Deno.ppid;
}
