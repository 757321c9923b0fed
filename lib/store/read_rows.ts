import type { DatabaseSync } from "node:sqlite";
import { understood } from "./_errors.ts";
import { openReadOnly } from "./_open_read_only.ts";
import { parsePayload } from "./_payload.ts";
import { CAPTURED, type StoredRow } from "./row.ts";

/** Reads rows of the store, also while the daemon writes. Every call sees what is stored by then. */
export interface RowReader extends Disposable {
  /**
   * The last rows, oldest first.
   *
   * @param count How many at most.
   * @param filter `kinds` to choose from; all by default.
   */
  lastRows(
    count: number,
    filter?: { readonly kinds?: readonly string[] },
  ): StoredRow[];
  /**
   * Rows that come after one.
   *
   * @param seq That one's place; 0 for all.
   * @param limit How many at most.
   */
  rowsAfter(seq: number, limit: number): StoredRow[];
  /**
   * The last row of any session that had a prompt in a project.
   *
   * @param cwd The project's folder, redacted as the hooks redact it; prompts in folders below count.
   * @returns `null` where there is none.
   */
  lastRowOfProject(cwd: string): StoredRow | null;
  /** How many rows there are. */
  count(): number;
  close(): void;
}

/** `at` as text: a number would be refused where it is not exact. */
const COLUMNS =
  "seq, id, CAST(at AS TEXT) AS at, kind, session, payload, prev_hash, hash";

/**
 * Opens the store for reading. A reader stays with the file it opened, also when the daemon moves that aside meanwhile: who follows the
 * store opens it anew each time.
 *
 * @param folder The store's folder. Needs read permission on it.
 * @returns `null` where there is no store.
 * @throws {StoreBusy} when another process has it for itself; the reader's calls throw it, too.
 * @throws {RangeError} when a later version made it.
 * @throws {Error} when it is no store, or a broken one.
 */
export function readRows(folder: string): RowReader | null {
  const db = openReadOnly(folder);
  return db === null ? null : new SqliteReader(db);
}

class SqliteReader implements RowReader {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  lastRows(
    count: number,
    filter: { readonly kinds?: readonly string[] } = {},
  ): StoredRow[] {
    const { kinds } = filter;
    const where = kinds === undefined
      ? ""
      : `WHERE kind IN (${kinds.map(() => "?").join()})`;
    return this.#rows(
      `SELECT ${COLUMNS} FROM rows ${where} ORDER BY seq DESC LIMIT ?`,
      [...kinds ?? [], count],
    ).reverse();
  }

  rowsAfter(seq: number, limit: number): StoredRow[] {
    return this.#rows(
      `SELECT ${COLUMNS} FROM rows WHERE seq > ? ORDER BY seq LIMIT ?`,
      [seq, limit],
    );
  }

  lastRowOfProject(cwd: string): StoredRow | null {
    const folder = cwd.length > 1 ? cwd.replace(/\/+$/, "") : cwd;
    const below = folder === "/" ? folder : `${folder}/`;
    return this.#rows(
      `SELECT ${COLUMNS} FROM rows WHERE seq = (
         SELECT last FROM (
           SELECT session, max(seq) AS last FROM rows
           WHERE session <> '' GROUP BY session
         ) AS sessions
         WHERE EXISTS (
           SELECT 1 FROM rows WHERE rows.session = sessions.session
           AND kind = '${CAPTURED.prompt}' AND json_valid(payload)
           AND (payload ->> '$.cwd' = ?1
             OR substr(payload ->> '$.cwd', 1, length(?2)) = ?2)
         )
         ORDER BY last DESC LIMIT 1
       )`,
      [folder, below],
    )[0] ?? null;
  }

  count(): number {
    const row = this.#attempt(() =>
      this.#db.prepare("SELECT count(*) AS count FROM rows").get()
    );
    return Number(row?.["count"]);
  }

  close(): void {
    this.#db.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #rows(sql: string, values: readonly (string | number)[]): StoredRow[] {
    return this.#attempt(() => this.#db.prepare(sql).all(...values))
      .map((row) => ({
        seq: Number(row["seq"]),
        id: String(row["id"]),
        at: Number(row["at"]),
        kind: String(row["kind"]),
        session: String(row["session"]),
        payload: parsePayload(row["payload"]),
        prevHash: String(row["prev_hash"]),
        hash: String(row["hash"]),
      }));
  }

  #attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw understood(error);
    }
  }
}
