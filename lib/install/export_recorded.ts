import { askInstalled } from "./ask_installed.ts";
import type { Form } from "./entry.ts";
import type { Machine } from "./machine.ts";
import type { Progress } from "./progress.ts";
import type { Selection } from "./recorded.ts";

/** A part of an export, as the daemon answers it. */
interface Page {
  readonly records: readonly unknown[];
  readonly next: string | null;
}

/**
 * Gives out what was recorded of sessions, and the memories, as JSON Lines.
 *
 * @param machine The machine. Needs all permissions.
 * @param form How the programs are installed, `null` where they are not.
 * @param selection Which part; memories come with all of it only.
 * @param write Takes the lines, some at a time.
 * @param progress Is told what takes long.
 * @returns How many records there were.
 * @throws {Failure} when there is no daemon to be had, or it does not do it.
 */
export async function exportRecorded(
  machine: Machine,
  form: Form | null,
  { query }: Selection,
  write: (lines: string) => void,
  progress: Progress,
): Promise<number> {
  return await progress.step("Reading the store", async () => {
    let count = 0;
    let from: string | null = "";
    while (from !== null) {
      const { records, next } = await askInstalled(
        machine,
        form,
        "export what was recorded",
        "export",
        { ...query, ...from === "" ? {} : { from } },
        60_000,
      ) as Page;
      if (records.length > 0) {
        write(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
      }
      count += records.length;
      from = next;
    }
    return count;
  });
}
