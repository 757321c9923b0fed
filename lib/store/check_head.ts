import { readHead } from "./_head.ts";
import { readRows } from "./read_rows.ts";

/**
 * Compares the store's end with the head, which takes no longer for many rows than for few. It says nothing of the rows before: that is
 * what verifying the chain is for.
 *
 * @param folder The store's folder. Needs read permission on it.
 * @param headFile The file that keeps the head. Needs read permission on it.
 * @returns What does not fit, `null` where nothing is amiss.
 * @throws {StoreBusy} when another process has the store for itself.
 * @throws {RangeError} when a later version made the store.
 * @throws {Error} when it is no store, or a broken one.
 */
export function checkHead(folder: string, headFile: string): string | null {
  // The head first: the rows that are seen afterwards are as many or more.
  const head = readHead(headFile);
  using reader = readRows(folder);
  const last = reader?.lastRows(1)[0] ?? null;
  if (head === "unreadable" || (head === "missing" && last !== null)) {
    return `the head is ${head}`;
  }
  if (head === "missing" || head.seq === 0) return null;
  if (last === null || last.seq < head.seq) {
    return `the head names row ${head.seq}, and the last one there is ${
      last?.seq ?? "none"
    }`;
  }
  const named = reader?.rowsAfter(head.seq - 1, 1)[0] ?? last;
  return named.seq === head.seq && named.hash !== head.hash
    ? `the head names another hash for row ${head.seq}`
    : null;
}
