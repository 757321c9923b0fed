import type { NoteStat } from "../../vault/read_note.ts";
import type { ParsedNote } from "../../vault/parse_note.ts";
import { folderOf, lastName, nameKey, pathKey } from "./_names.ts";
import { type Candidate, linkKey, resolveLink } from "./_resolve.ts";
import type { Statements } from "./_statements.ts";

/** A note's row, as far as links concern it. */
interface Row {
  id: number;
  key: string;
  journal: boolean;
}

const INSERT_NOTE =
  `INSERT INTO notes(path, folder, path_key, name_key, title, summary, mtime, size, journal)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE_NOTE =
  "UPDATE notes SET title = ?, summary = ?, mtime = ?, size = ? WHERE id = ?";
const INSERT_LINK =
  `INSERT INTO links(src, key, target, kind, heading, alias, dest)
   VALUES (?, ?, ?, ?, ?, ?, ?)`;
const LINKED = `SELECT 1 FROM links WHERE dest = ?1 AND src = ?2
   UNION ALL SELECT 1 FROM links WHERE dest = ?2 AND src = ?1 LIMIT 1`;
const JOURNAL =
  "SELECT 1 FROM notes WHERE id IN (?1, ?2) AND journal = 1 LIMIT 1";

/**
 * Writes notes into the tables. Inside a transaction of the caller's.
 *
 * A single note is written with its links resolved and the degrees of all notes it touches corrected, at a cost that depends on its
 * own links only. Many notes are written unresolved, followed by one `resolveAll()` (see `_resolve_all.ts`).
 */
export class Writer {
  readonly #sql: Statements;
  readonly #journalDir: string;
  /** By how much the degree of a note changes, by its id. */
  readonly #degrees = new Map<number, number>();

  constructor(sql: Statements, journalDir: string) {
    this.#sql = sql;
    this.#journalDir = journalDir;
  }

  /** Adds or replaces a note and puts right whatever that changes for others. */
  update(path: string, stat: NoteStat, note: ParsedNote): void {
    const known = this.#row(path);
    const row = known ?? this.#insert(path, stat, note);
    if (known !== null) {
      this.#setNote(row.id, stat, note);
      this.#dropLinks(row);
      this.#dropParts(row.id);
    }
    this.#addParts(row.id, note);
    this.#addLinks(row, note);
    if (known === null) this.#retargetLinksTo(lastName(row.key));
    this.#flushDegrees();
  }

  /** Adds or replaces a note without asking what its links mean. */
  putUnresolved(path: string, stat: NoteStat, note: ParsedNote): void {
    const known = this.#row(path);
    const id = known?.id ?? this.#insert(path, stat, note).id;
    if (known !== null) {
      this.#setNote(id, stat, note);
      this.#sql.get("DELETE FROM links WHERE src = ?").run(id);
      this.#dropParts(id);
    }
    this.#addParts(id, note);
    eachLink(note, (link, key) => this.#insertLink(id, key, link, null));
  }

  /** Removes a note and puts right whatever that changes for others. */
  remove(path: string): void {
    const row = this.#row(path);
    if (row === null) return;
    this.#dropLinks(row);
    this.#dropParts(row.id);
    // Out of sight first, so that links to it find another note of that name.
    this.#sql.get("UPDATE notes SET name_key = '' WHERE id = ?").run(row.id);
    this.#retargetLinksTo(lastName(row.key));
    this.#flushDegrees();
    this.#sql.get("DELETE FROM notes WHERE id = ?").run(row.id);
  }

  #row(path: string): Row | null {
    const row = this.#sql.get(
      "SELECT id, path_key, journal FROM notes WHERE path = ?",
    ).get(path);
    return row === undefined ? null : {
      id: Number(row["id"]),
      key: String(row["path_key"]),
      journal: row["journal"] === 1,
    };
  }

  #insert(path: string, stat: NoteStat, note: ParsedNote): Row {
    const key = pathKey(path);
    const journal = this.#journalDir !== "" &&
      path.startsWith(`${this.#journalDir}/`);
    const { lastInsertRowid } = this.#sql.get(INSERT_NOTE).run(
      path,
      folderOf(path),
      key,
      lastName(key),
      note.title,
      note.summary,
      stat.mtime,
      stat.size,
      journal ? 1 : 0,
    );
    return { id: Number(lastInsertRowid), key, journal };
  }

  #setNote(id: number, stat: NoteStat, note: ParsedNote): void {
    this.#sql.get(UPDATE_NOTE)
      .run(note.title, note.summary, stat.mtime, stat.size, id);
  }

  #dropParts(id: number): void {
    this.#sql.get("DELETE FROM tags WHERE note = ?").run(id);
    this.#sql.get("DELETE FROM headings WHERE note = ?").run(id);
  }

  #addParts(id: number, note: ParsedNote): void {
    const tag = this.#sql.get("INSERT OR IGNORE INTO tags VALUES (?, ?, ?)");
    for (const name of note.tags) tag.run(id, nameKey(name), name);
    const heading = this.#sql.get(
      "INSERT OR IGNORE INTO headings VALUES (?, ?, ?, ?)",
    );
    for (const { line, level, text } of note.headings) {
      heading.run(id, line, level, text);
    }
  }

  #dropLinks(row: Row): void {
    const before = this.#sql.get(
      "SELECT DISTINCT dest FROM links WHERE src = ? AND dest IS NOT NULL",
    ).all(row.id);
    this.#sql.get("DELETE FROM links WHERE src = ?").run(row.id);
    for (const { dest } of before) this.#count(row.id, Number(dest), -1);
  }

  #addLinks(row: Row, note: ParsedNote): void {
    const candidates = new Map<string, Candidate[]>();
    eachLink(note, (link, key) => {
      let named = candidates.get(key);
      if (named === undefined) candidates.set(key, named = this.#named(key));
      const dest = resolveLink(
        link.target,
        link.kind === "markdown",
        row.key,
        named,
      );
      if (dest !== null) this.#count(row.id, dest, 1);
      this.#insertLink(row.id, key, link, dest);
    });
  }

  #insertLink(
    src: number,
    key: string,
    link: ParsedNote["links"][number],
    dest: number | null,
  ): void {
    this.#sql.get(INSERT_LINK).run(
      src,
      key,
      link.target,
      link.kind,
      link.heading ?? null,
      link.alias ?? null,
      dest,
    );
  }

  #named(key: string): Candidate[] {
    return this.#sql.get("SELECT id, path_key FROM notes WHERE name_key = ?")
      .all(key)
      .map((row) => ({ id: Number(row["id"]), key: String(row["path_key"]) }));
  }

  /** Asks anew what the links mean that name a note that came or went. */
  #retargetLinksTo(name: string): void {
    const candidates = this.#named(name);
    const links = this.#sql.get(
      `SELECT links.id, src, target, kind, dest, path_key FROM links
       JOIN notes ON notes.id = src WHERE key = ?`,
    ).all(name);
    const set = this.#sql.get("UPDATE links SET dest = ? WHERE id = ?");
    for (const link of links) {
      const dest = resolveLink(
        String(link["target"]),
        link["kind"] === "markdown",
        String(link["path_key"]),
        candidates,
      );
      if (dest === link["dest"]) continue;
      const src = Number(link["src"]);
      const id = Number(link["id"]);
      if (link["dest"] !== null) {
        set.run(null, id);
        this.#count(src, Number(link["dest"]), -1);
      }
      if (dest !== null) {
        this.#count(src, dest, 1);
        set.run(dest, id);
      }
    }
  }

  /**
   * Counts a link that is about to be added, or was just removed, unless another one still joins the two notes. The journal links to
   * whatever was touched that day, which says nothing about what matters: it does not count.
   */
  #count(a: number, b: number, by: 1 | -1): void {
    if (a === b || this.#sql.get(LINKED).get(a, b) !== undefined) return;
    if (this.#sql.get(JOURNAL).get(a, b) !== undefined) return;
    this.#degrees.set(a, (this.#degrees.get(a) ?? 0) + by);
    this.#degrees.set(b, (this.#degrees.get(b) ?? 0) + by);
  }

  #flushDegrees(): void {
    const add = this.#sql.get(
      "UPDATE notes SET degree = degree + ? WHERE id = ?",
    );
    for (const [id, by] of this.#degrees) if (by !== 0) add.run(by, id);
    this.#degrees.clear();
  }
}

/** Each distinct link of a note that can name a note. */
function eachLink(
  note: ParsedNote,
  visit: (link: ParsedNote["links"][number], key: string) => void,
): void {
  const seen = new Set<string>();
  for (const link of note.links) {
    const key = linkKey(link.target);
    if (key === null) continue;
    const same = `${link.kind}\0${link.target}\0${link.heading}\0${link.alias}`;
    if (seen.has(same)) continue;
    seen.add(same);
    visit(link, key);
  }
}
