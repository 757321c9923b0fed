import { DatabaseSync } from "node:sqlite";
import { indexFile } from "../graph/index_file.ts";
import { withParts } from "../lifecycle/index_text.ts";
import type { Places } from "../place.ts";
import { isFile } from "../private_file.ts";
import { prepared } from "../store/prepared.ts";
import { grams } from "../store/words.ts";
import type { Pool } from "./_pool.ts";

/** A note of the vault as it is told of. */
export interface NoteText {
  /** Relative to the vault. */
  readonly path: string;
  readonly title: string;
  /** What it says of itself. */
  readonly text: string;
  /** When it was changed, in milliseconds since the epoch. */
  readonly at: number;
}

const TABLES = `
CREATE TABLE notes(
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  title TEXT NOT NULL,
  summary TEXT NOT NULL,
  headings TEXT NOT NULL,
  tags TEXT NOT NULL,
  at INTEGER NOT NULL,
  mark TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE notes_fts USING fts5(
  title, tags, path, headings, summary, cjk,
  content = '', contentless_delete = 1,
  tokenize = 'porter unicode61 remove_diacritics 2'
);`;

/** UTF-16 units of a note's headings that are searched. */
const MAX_HEADINGS = 4000;

/** What an index says of notes, one row each; journals tell of sessions, which the store knows better. */
const NOTES = `
SELECT id, path, title, summary, mtime,
  (SELECT group_concat(tag, ' ') FROM tags WHERE note = notes.id) AS tags,
  (SELECT group_concat(text, ' / ') FROM headings WHERE note = notes.id) AS headings
FROM notes WHERE journal = 0`;

/**
 * The notes of the vault by what their index says of them, in a full-text index in memory that follows it: only what changed is taken in
 * again.
 */
export class NoteTexts {
  readonly #places: Places;
  readonly #own = new DatabaseSync(":memory:");
  #db: DatabaseSync | null = null;
  #identity = "";
  #version = -1;
  #size = 0;

  /**
   * @param places Where the index is. Needs read permission on it.
   */
  constructor(places: Places) {
    this.#places = places;
    this.#own.exec(TABLES);
  }

  /**
   * Where notes are looked for; `null` where there is no index of the vault.
   *
   * @param vault The configured vault. Where it is a link, its index is found only with read permission on its own path.
   * @throws {Error} when the index is damaged, or another process has it for itself.
   */
  pool(vault: string): Pool | null {
    try {
      this.#refresh(vault);
    } catch (error) {
      this.#forget();
      throw error;
    }
    return this.#size === 0 ? null : {
      db: this.#own,
      table: "notes_fts",
      columns: "title tags path headings summary",
      size: this.#size,
      inScope: (items) => [...items],
      text: (id) => {
        const note = this.note(id);
        return note === null ? "" : `${note.title}\n${note.path}\n${note.text}`;
      },
    };
  }

  /** A note by its number in the pool. */
  note(id: number): NoteText | null {
    const row = prepared(
      this.#own,
      "SELECT path, title, summary, headings, tags, at FROM notes WHERE id = ?",
    ).get(id);
    if (row === undefined) return null;
    const { path, title, summary, headings, tags } = row;
    return {
      path: String(path),
      title: String(title),
      text: [summary, headings, tags].map(String)
        .filter((part) => part !== "").join("\n"),
      at: Number(row["at"]),
    };
  }

  close(): void {
    this.#forget();
    this.#own.close();
  }

  #forget(): void {
    this.#db?.close();
    this.#db = null;
    this.#identity = "";
    this.#version = -1;
  }

  #refresh(configured: string): void {
    const file = indexFile(this.#places, realPath(configured));
    if (!isFile(file)) {
      this.#forget();
      this.#takeIn([]);
      return;
    }
    const { dev, ino } = Deno.statSync(file);
    const identity = `${file} ${dev} ${ino}`;
    if (this.#db === null || identity !== this.#identity) {
      this.#forget();
      this.#db = new DatabaseSync(file, { readOnly: true, timeout: 50 });
      this.#identity = identity;
    }
    const version = Number(
      this.#db.prepare("PRAGMA data_version").get()?.["data_version"],
    );
    if (version === this.#version) return;
    this.#takeIn(this.#db.prepare(NOTES).all());
    this.#version = version;
  }

  #takeIn(rows: readonly Record<string, unknown>[]): void {
    const own = this.#own;
    const known = new Map(
      prepared(own, "SELECT id, mark FROM notes").all()
        .map((row) => [Number(row["id"]), String(row["mark"])]),
    );
    own.exec("BEGIN");
    for (const row of rows) {
      const id = Number(row["id"]);
      const text = (name: string): string => String(row[name] ?? "");
      const [path, title, tags, summary] = ["path", "title", "tags", "summary"]
        .map(text) as [string, string, string, string];
      const headings = text("headings").slice(0, MAX_HEADINGS);
      const mark = JSON.stringify([path, title, tags, summary, headings]);
      const before = known.get(id);
      known.delete(id);
      if (before === mark) continue;
      if (before !== undefined) this.#remove(id);
      prepared(own, "INSERT INTO notes VALUES (?, ?, ?, ?, ?, ?, ?, ?)").run(
        id,
        path,
        title,
        summary,
        headings,
        tags,
        Math.max(0, Math.floor(Number(row["mtime"]))),
        mark,
      );
      prepared(
        own,
        "INSERT INTO notes_fts(rowid, title, tags, path, headings, summary, cjk) VALUES (?, ?, ?, ?, ?, ?, ?)",
      ).run(
        id,
        withParts(title),
        withParts(tags),
        withParts(path),
        withParts(headings),
        withParts(summary),
        grams(`${title}\n${headings}\n${summary}`),
      );
    }
    for (const id of known.keys()) this.#remove(id);
    own.exec("COMMIT");
    this.#size = rows.length;
  }

  #remove(id: number): void {
    prepared(this.#own, "DELETE FROM notes WHERE id = ?").run(id);
    prepared(this.#own, "DELETE FROM notes_fts WHERE rowid = ?").run(id);
  }
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
