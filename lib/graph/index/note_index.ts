import type { DatabaseSync } from "node:sqlite";
import type { ParsedNote } from "../../vault/parse_note.ts";
import type { NoteStat } from "../../vault/read_note.ts";
import { nameKey } from "./_names.ts";
import { resolveAll } from "./_resolve_all.ts";
import {
  type GraphHeading,
  type GraphNote,
  type IndexCounts,
  type IndexedNote,
  type LinkedNote,
  linkedNote,
  noteStat,
  type NoteSummary,
  noteSummary,
} from "./_rows.ts";
import { LINK_INDEXES } from "./_schema.ts";
import { Statements } from "./_statements.ts";
import { Writer } from "./_writer.ts";

export type {
  GraphHeading,
  GraphNote,
  IndexCounts,
  IndexedNote,
  LinkedNote,
  NoteSummary,
} from "./_rows.ts";

/** Marks a bulk of notes whose links wait for `resolveAll()`. */
const UNRESOLVED = "unresolved";
const REFRESHED_AT = "refreshed_at";

/**
 * The index of a vault's notes. Made by `openIndex()`. Every method throws `Error` where the file is damaged or another process holds
 * it for longer than the busy timeout.
 */
export class NoteIndex implements Disposable {
  readonly #db: DatabaseSync;
  readonly #sql: Statements;
  readonly #journalDir: string;
  readonly #writer: Writer;
  #inTransaction = false;
  /** Whether this process has marked the index so; it may be marked without. */
  #unresolved = false;

  constructor(db: DatabaseSync, journalDir: string) {
    this.#db = db;
    this.#sql = new Statements(db);
    this.#journalDir = journalDir;
    this.#writer = new Writer(this.#sql, journalDir);
  }

  /**
   * The notes that most others are linked with, the best linked first; notes of the journal and unlinked ones never.
   *
   * @param limit How many at most.
   */
  godNodes(limit: number): LinkedNote[] {
    return this.#sql.get(
      `SELECT path, title, degree FROM notes WHERE degree > 0
       ORDER BY degree DESC, path LIMIT ?`,
    ).all(Math.max(0, limit)).map(linkedNote);
  }

  /**
   * The notes with tag `<name>` or `<name>/…`, or below the vault's folder `<name>/`, by path.
   *
   * @param limit How many at most; `total` says how many there are.
   */
  conventions(
    name: string,
    limit: number,
  ): { notes: NoteSummary[]; total: number } {
    const key = nameKey(name);
    const rows = this.#sql.get(
      `SELECT path, title, summary, count(*) OVER () AS total FROM notes
       WHERE id IN (
         SELECT note FROM tags WHERE key = ?1
         UNION SELECT note FROM tags WHERE key >= ?1 || '/' AND key < ?1 || '0'
         UNION SELECT id FROM notes
           WHERE path_key >= ?1 || '/' AND path_key < ?1 || '0'
       ) ORDER BY path LIMIT ?2`,
    ).all(key, Math.max(1, limit));
    const notes = rows.slice(0, limit).map(noteSummary);
    return { notes, total: Number(rows[0]?.["total"] ?? 0) };
  }

  /** What is known of a note, or null. */
  note(path: string): IndexedNote | null {
    const row = this.#sql.get("SELECT * FROM notes WHERE path = ?").get(path);
    if (row === undefined) return null;
    const tags = this.#sql.get(
      "SELECT tag FROM tags WHERE note = ? ORDER BY key",
    )
      .all(row["id"] ?? null).map(({ tag }) => String(tag));
    return {
      ...noteSummary(row),
      ...linkedNote(row),
      ...noteStat(row),
      tags,
    };
  }

  /** How many notes there are. */
  noteCount(): number {
    const row = this.#sql.get("SELECT count(*) AS n FROM notes").get();
    return Number(row?.["n"]);
  }

  /** Time of change of every folder, in milliseconds, by path; `""` is the vault itself, -1 asks for another look. */
  folders(): Map<string, number> {
    const rows = this.#sql.get("SELECT path, mtime FROM folders").all();
    return new Map(
      rows.map(({ path, mtime }) => [String(path), Number(mtime)]),
    );
  }

  /** Size and time of change of a note, or null. */
  stat(path: string): NoteStat | null {
    const row = this.#sql.get("SELECT mtime, size FROM notes WHERE path = ?")
      .get(path);
    return row === undefined ? null : noteStat(row);
  }

  /**
   * Size and time of change of notes, by path.
   *
   * @param folder Only the notes right in this folder, not those further below.
   */
  stats(folder?: string): Map<string, NoteStat> {
    const rows = folder === undefined
      ? this.#sql.get("SELECT path, mtime, size FROM notes").all()
      : this.#sql.get("SELECT path, mtime, size FROM notes WHERE folder = ?")
        .all(folder);
    return new Map(rows.map((row) => [String(row["path"]), noteStat(row)]));
  }

  /** When a scan last went through the whole vault, in milliseconds since 1970; 0 while none has. */
  refreshedAt(): number {
    return Number(this.#meta(REFRESHED_AT) ?? 0);
  }

  /** Whether no scan has come to resolving links, or one was broken off before, or the journal's folder is another one now. */
  needsResolving(): boolean {
    return this.#meta(UNRESOLVED) === 1 ||
      this.#meta("journal_dir") !== this.#journalDir;
  }

  /** How much there is. */
  counts(): IndexCounts {
    const row = this.#sql.get(
      `SELECT (SELECT count(*) FROM notes) AS notes,
        (SELECT count(*) FROM headings) AS headings,
        (SELECT count(*) FROM (${EDGES})) AS edges,
        (SELECT count(*) FROM links WHERE dest IS NULL) AS unresolved`,
    ).get();
    return {
      notes: Number(row?.["notes"]),
      headings: Number(row?.["headings"]),
      edges: Number(row?.["edges"]),
      unresolved: Number(row?.["unresolved"]),
    };
  }

  /** Every note, by id. */
  *eachNote(): Iterable<GraphNote> {
    const rows = this.#sql.get(
      "SELECT id, path, title, degree, journal FROM notes ORDER BY id",
    );
    for (const row of rows.iterate()) {
      const journal = row["journal"] === 1;
      yield { ...linkedNote(row), id: Number(row["id"]), journal };
    }
  }

  /** Every heading, by its note's id and its line. */
  *eachHeading(): Iterable<GraphHeading> {
    const rows = this.#sql.get("SELECT * FROM headings ORDER BY note, line");
    for (const row of rows.iterate()) {
      yield {
        note: Number(row["note"]),
        line: Number(row["line"]),
        level: Number(row["level"]),
        text: String(row["text"]),
      };
    }
  }

  /** Every pair of notes that are linked, once: the id of the note with the link, and of the note it means. */
  *eachEdge(): Iterable<[number, number]> {
    for (const row of this.#sql.get(EDGES).iterate()) {
      yield [Number(row["src"]), Number(row["dest"])];
    }
  }

  /**
   * Runs work that reads several times and must see one state of the index, whatever others write meanwhile.
   *
   * @returns What the work returns.
   */
  snapshot<T>(work: () => T): T {
    if (this.#inTransaction) return work();
    return this.#within("BEGIN", work);
  }

  /**
   * Runs work as one change: all of it, or none when it throws.
   *
   * @returns What the work returns.
   */
  transaction<T>(work: () => T): T {
    if (this.#inTransaction) return work();
    return this.#within("BEGIN IMMEDIATE", work);
  }

  /**
   * Adds or replaces a note. The links of other notes that name it are resolved anew, and degrees are right afterwards.
   *
   * @param path Relative to the vault.
   * @param stat Of the file, before it was read; see `settledMtime()`.
   */
  updateNote(path: string, stat: NoteStat, note: ParsedNote): void {
    this.transaction(() => this.#writer.update(path, stat, note));
  }

  /**
   * Adds or replaces a note of many. Links and degrees are right after `resolveAll()` only.
   *
   * @param path Relative to the vault.
   */
  putNote(path: string, stat: NoteStat, note: ParsedNote): void {
    this.transaction(() => {
      if (!this.#unresolved) this.#setMeta(UNRESOLVED, 1);
      this.#unresolved = true;
      this.#writer.putUnresolved(path, stat, note);
    });
  }

  /** Removes a note, if it is there; links that meant it find another of its name, or none. */
  removeNote(path: string): void {
    this.transaction(() => this.#writer.remove(path));
  }

  /** Resolves every link, and counts every degree. */
  resolveAll(): void {
    this.transaction(() => {
      resolveAll(this.#sql, this.#journalDir);
      this.#db.exec(LINK_INDEXES);
      this.#unresolved = false;
      this.#setMeta(UNRESOLVED, 0);
      this.#setMeta("journal_dir", this.#journalDir);
    });
  }

  /** Remembers a folder and its time of change. */
  setFolder(path: string, mtime: number): void {
    this.#sql.get("INSERT OR REPLACE INTO folders VALUES (?, ?)")
      .run(path, mtime);
  }

  /** Forgets a folder, and removes all notes in and below it. */
  removeFolder(path: string): void {
    this.transaction(() => {
      const notes = this.#sql.get(
        `SELECT path FROM notes WHERE folder = ?1
         OR (folder >= ?1 || '/' AND folder < ?1 || '0')`,
      ).all(path);
      for (const note of notes) this.#writer.remove(String(note["path"]));
      this.#sql.get(
        `DELETE FROM folders WHERE path = ?1
         OR (path >= ?1 || '/' AND path < ?1 || '0')`,
      ).run(path);
    });
  }

  /** Remembers when a scan went through the whole vault. */
  setRefreshedAt(time: number): void {
    this.#setMeta(REFRESHED_AT, time);
  }

  /** Whether the file is sound: SQLite's own check of every page. Tens of milliseconds for a large index. */
  isSound(): boolean {
    const row = this.#db.prepare("PRAGMA quick_check(1)").get();
    return row?.["quick_check"] === "ok";
  }

  /** Closes the file. */
  [Symbol.dispose](): void {
    this.#db.close();
  }

  #within<T>(begin: string, work: () => T): T {
    this.#db.exec(begin);
    this.#inTransaction = true;
    try {
      const result = work();
      this.#db.exec("COMMIT");
      return result;
    } catch (error) {
      this.#unresolved = false;
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    } finally {
      this.#inTransaction = false;
    }
  }

  #meta(name: string): unknown {
    return this.#sql.get("SELECT value FROM meta WHERE name = ?").get(name)
      ?.["value"];
  }

  #setMeta(name: string, value: string | number): void {
    this.#sql.get("INSERT OR REPLACE INTO meta VALUES (?, ?)").run(name, value);
  }
}

/** Of two notes that link to each other one link stands for both. */
const EDGES = `SELECT DISTINCT src, dest FROM links
   WHERE dest IS NOT NULL AND dest <> src AND (src < dest OR NOT EXISTS (
     SELECT 1 FROM links AS back WHERE back.src = links.dest AND back.dest = links.src
   ))`;
