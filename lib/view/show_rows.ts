import { readRows } from "../store/read_rows.ts";
import type { StoredRow } from "../store/row.ts";
import { followRows } from "./follow_rows.ts";
import { plainText } from "./plain_text.ts";
import { printRow, type RowStyle } from "./print_row.ts";
import { rowJson } from "./row_json.ts";

/** What is shown, and how. */
export interface Showing {
  /** The store's folder. Needs read permission on it. */
  readonly folder: string;
  /** How many of the last rows. */
  readonly rows: number;
  /** Whether further ones are shown as they come. */
  readonly follow: boolean;
  /** Whether each row is a line of JSON. */
  readonly json: boolean;
  readonly style: RowStyle;
  /** Aborted when it is enough. */
  readonly signal: AbortSignal;
  /** Gets each line. */
  readonly write: (line: string) => void;
  /** Gets what is no row. */
  readonly note: (line: string) => void;
}

/**
 * Shows the last rows of the store, oldest first. Ends early, and well, where nobody reads them any more.
 *
 * @param showing What is shown, and how.
 * @throws {Error} when there is a store that cannot be read, unless it is followed.
 */
export async function showRows(showing: Showing): Promise<void> {
  const { folder, rows, follow, json, style, signal, write, note } = showing;
  const show = (row: StoredRow): void =>
    write(`${json ? rowJson(row) : printRow(row, style)}\n`);
  try {
    if (!follow) {
      using reader = readRows(folder);
      if (reader === null) {
        note(`There is no store in ${folder}: nothing was captured yet.\n`);
      }
      for (const row of reader?.lastRows(rows) ?? []) show(row);
      return;
    }
    const onProblem = (problem: string): void =>
      note(`Cannot read the store: ${plainText(problem)}\n`);
    for await (const row of followRows({ folder, rows, signal, onProblem })) {
      show(row);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
