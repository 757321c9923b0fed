import type { Context } from "../frame/run.ts";
import { recall, type RecallAnswer, type RecallQuery } from "./recall.ts";
import { OpenSources } from "./open_sources.ts";

/**
 * Says what bears on a prompt, in a process of its own: where the daemon does not answer.
 *
 * @param query What is asked.
 * @param context The hook's. Needs read permission on the store and the index.
 * @throws {StoreBusy} when another process has the store for itself.
 * @throws {Error} when it is broken.
 */
export function recallWithoutDaemon(
  query: RecallQuery,
  { places, config, log }: Pick<Context, "places" | "config" | "log">,
): RecallAnswer {
  const sources = new OpenSources(places, log);
  try {
    return recall(sources.now(config.vault.path), query);
  } finally {
    sources.close();
  }
}
