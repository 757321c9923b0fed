import type { PurgeCounts } from "../lifecycle/types.ts";
import { askInstalled } from "./ask_installed.ts";
import type { Form } from "./entry.ts";
import type { Machine } from "./machine.ts";
import type { Progress } from "./progress.ts";
import type { Selection } from "./recorded.ts";

/** Later than any time that a row can have: 2200-01-01. */
const FOR_ALL = Date.UTC(2200, 0);

/** Milliseconds that a purge may take. */
const PURGE_MS = 600_000;

/**
 * Deletes what was recorded of sessions, through the daemon: prompts, observations, summaries, and the content of their rows.
 *
 * @param machine The machine. Needs all permissions.
 * @param form How the programs are installed, `null` where they are not.
 * @param selection Which part.
 * @param progress Is told what takes long.
 * @throws {Failure} when there is no daemon to be had, or it does not do it.
 */
export async function purgeRecorded(
  machine: Machine,
  form: Form | null,
  { query }: Selection,
  progress: Progress,
): Promise<PurgeCounts> {
  const params = Object.keys(query).length === 0 ? { before: FOR_ALL } : query;
  return await progress.step(
    "Deleting",
    async () =>
      await askInstalled(
        machine,
        form,
        "delete what was recorded",
        "purge",
        params,
        PURGE_MS,
      ) as PurgeCounts,
  );
}

/**
 * What a purge came to, in words.
 *
 * @param counts What was deleted.
 */
export function purgeText(counts: PurgeCounts): string {
  const parts = [
    [counts.sessions, "session", "sessions"],
    [counts.prompts, "prompt", "prompts"],
    [counts.observations, "observation", "observations"],
    [counts.summaries, "summary", "summaries"],
    [counts.rows, "row emptied", "rows emptied"],
  ] as const;
  const said = parts.filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  return said.length === 0
    ? "Nothing of that was recorded."
    : `Deleted: ${said.join(", ")}.`;
}
