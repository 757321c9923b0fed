import type { Context } from "../frame/run.ts";
import { exists } from "../private_file.ts";

/**
 * What a session that ends came to, for the journal. Where no daemon listens, that is not known: a look for the socket is all that it
 * costs then.
 *
 * @param context SessionEnd's. Needs read and write permission on the socket's folder, and that for its address.
 * @returns A line for each part of the summary.
 */
export async function summaryAtEnd(
  { event, places }: Pick<Context, "event" | "places">,
): Promise<string[]> {
  if (event.sessionId === null || !exists(places.socket)) return [];
  const { askSummary } = await import("./ask_summary.ts");
  return await askSummary(event.sessionId, places);
}
