import type { Event, Sandbox } from "../_support/sandbox.ts";
import type { ProgramOptions } from "../_support/program.ts";
import { briefOf, section } from "./_answer.ts";
import { logOf } from "./_state.ts";

/** What the log says where a session start had no time to read all that there is to read. */
const HAD_NO_TIME =
  / The vault is too large to be read within a session start| rebuild \(the index is old\)/;

/** Starts after which none ever has the time. */
const MOST_STARTS = 100;

/**
 * Starts sessions until one had the time to read all that there is to read, and gives its brief. A start reads for 200 ms only, says
 * so where that was not enough, and leaves the rest to the worker: on a slow machine the first brief may know a part. Otherwise the
 * first start is the last, so that this asks for no more than one.
 *
 * @param box Where the session starts.
 * @param event The first start's; further starts are those of a session `again`, so that its ledger tells of one start.
 * @param options How they are started.
 * @param needed A section that the brief must have, for places in which no log can be written.
 * @throws {Error} when no start has the time.
 */
export async function wholeBrief(
  box: Sandbox,
  event: Event = { source: "startup" },
  options: Partial<ProgramOptions> = {},
  needed?: string,
): Promise<string> {
  for (let starts = 0; starts < MOST_STARTS; starts++) {
    const before = (await logOf(box)).length;
    const sent = starts === 0 || typeof event !== "object" ||
        event instanceof Uint8Array
      ? event
      : { ...event, "session_id": "again" };
    const brief = briefOf(await box.run("session-start", sent, options));
    const said = (await logOf(box)).slice(before);
    const isWhole = !said.some((line) => HAD_NO_TIME.test(line)) &&
      (needed === undefined || section(brief, needed) !== null);
    if (isWhole) return brief;
    await box.settled();
  }
  throw new Error("Cannot get a whole brief: no session start had the time");
}
