import { readRows, type RowReader } from "../store/read_rows.ts";
import type { StoredRow } from "../store/row.ts";
import { StoreBusy } from "../store/store_busy.ts";

/** Rows that are read at once. */
const BATCH = 500;

/** Milliseconds between two looks at the store. */
const PAUSE_MS = 300;

/** How the store is followed. */
export interface Following {
  /** The store's folder; it need not be there yet. Needs read permission on it. */
  readonly folder: string;
  /** How many of the last rows come first. */
  readonly rows: number;
  /** Aborted when it is enough. */
  readonly signal: AbortSignal;
  /** Gets what keeps the store from being read, once. */
  readonly onProblem: (problem: string) => void;
}

/**
 * Gives the last rows of the store, and then each row as it comes. It goes on when the store is made only later, pruned, or replaced by
 * another one, whose rows then come from its first on.
 *
 * @param following How the store is followed.
 */
export async function* followRows(
  { folder, rows, signal, onProblem }: Following,
): AsyncGenerator<StoredRow, void> {
  let last: { readonly seq: number; readonly hash: string } | null = null;
  // What is there before anything was looked at is not new.
  let isFirst = true;
  let problem = "";
  while (!signal.aborted) {
    let batch: StoredRow[] = [];
    try {
      using reader = readRows(folder);
      if (reader !== null) {
        if (!isFirst) batch = rowsSince(reader, last);
        else if (rows > 0) batch = reader.lastRows(rows);
        else last = reader.lastRows(1)[0] ?? null;
      }
      isFirst = false;
      problem = "";
    } catch (error) {
      const { message } = error as Error;
      if (!(error instanceof StoreBusy) && message !== problem) {
        problem = message;
        onProblem(message);
      }
    }
    for (const row of batch) {
      yield row;
      last = row;
    }
    if (batch.length < BATCH) await pause(PAUSE_MS, signal);
  }
}

/** The rows after the last one that was seen; where that one is in the store no more, all that is there is new. */
function rowsSince(
  reader: RowReader,
  last: { readonly seq: number; readonly hash: string } | null,
): StoredRow[] {
  if (last === null) return reader.rowsAfter(0, BATCH);
  const [same, ...rest] = reader.rowsAfter(last.seq - 1, BATCH);
  return same?.seq === last.seq && same.hash === last.hash
    ? rest
    : reader.rowsAfter(0, BATCH);
}

/** Waits, but not for longer than the signal takes. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}
