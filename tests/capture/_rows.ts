import { completeRow } from "../../lib/daemon/complete_row.ts";
import { FrameDecoder } from "../../lib/daemon/frame.ts";
import { type CapturedRow, parseRow } from "../../lib/daemon/parse_row.ts";
import type { Beside } from "../../lib/store/row.ts";
import type { Sandbox } from "../_support/sandbox.ts";

/** A row as it is sent and spooled. */
export interface SentRow {
  readonly kind: string;
  readonly payload: Record<string, unknown>;
  readonly id: string;
  readonly at: number;
  readonly spooled: string | null;
  readonly beside?: Beside;
}

/** The names of the rows' files in the spool, in their order. */
export async function spooledFiles(box: Sandbox): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(`${box.places.capture}/spool`)) {
      if (name.endsWith(".row")) names.push(name);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names.sort();
}

/** The rows in the spool, in their order. */
export async function spooledRows(box: Sandbox): Promise<SentRow[]> {
  const rows: SentRow[] = [];
  for (const name of await spooledFiles(box)) {
    const path = `${box.places.capture}/spool/${name}`;
    for (const row of new FrameDecoder().push(await Deno.readFile(path))) {
      rows.push(row as SentRow);
    }
  }
  return rows;
}

/** The one row in the spool. */
export async function spooledRow(box: Sandbox): Promise<SentRow> {
  const rows = await spooledRows(box);
  const [row] = rows;
  if (row === undefined || rows.length > 1) {
    throw new Error(`There are ${rows.length} rows in the spool`);
  }
  return row;
}

/** A row as the daemon takes and completes it. */
export function completed(row: SentRow): CapturedRow {
  return completeRow(parseRow(row), {});
}
