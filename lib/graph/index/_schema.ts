import type { DatabaseSync } from "node:sqlite";

/** The schema's number, kept as the file's `user_version`. Raise it with every change below: an index of another number is made anew. */
export const SCHEMA_VERSION = 1;

/**
 * `notes.path_key` and `name_key` are the path and the file name as links are compared (see `_names.ts`); `links.key` meets `name_key`,
 * and `links.dest` is the note meant, or null. `mtime` is -1 where a change could hide behind an equal time (see `_settled.ts`).
 * `notes.degree` counts the distinct notes linked with, without the journal.
 */
const TABLES = `
CREATE TABLE meta(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE folders(path TEXT PRIMARY KEY, mtime REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE notes(
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  folder TEXT NOT NULL,
  path_key TEXT NOT NULL,
  name_key TEXT NOT NULL,
  title TEXT NOT NULL,
  summary TEXT NOT NULL,
  mtime REAL NOT NULL,
  size INTEGER NOT NULL,
  journal INTEGER NOT NULL,
  degree INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX notes_folder ON notes(folder);
CREATE INDEX notes_path_key ON notes(path_key);
CREATE INDEX notes_name_key ON notes(name_key);
CREATE INDEX notes_degree ON notes(degree DESC, path);
CREATE TABLE tags(
  note INTEGER NOT NULL,
  key TEXT NOT NULL,
  tag TEXT NOT NULL,
  PRIMARY KEY(note, key)
) WITHOUT ROWID;
CREATE INDEX tags_key ON tags(key, note);
CREATE TABLE links(
  id INTEGER PRIMARY KEY,
  src INTEGER NOT NULL,
  key TEXT NOT NULL,
  target TEXT NOT NULL,
  kind TEXT NOT NULL,
  heading TEXT,
  alias TEXT,
  dest INTEGER
);
CREATE TABLE headings(
  note INTEGER NOT NULL,
  line INTEGER NOT NULL,
  level INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY(note, line)
) WITHOUT ROWID;
`;

/** Made once the first notes are in and linked: that halves the time to write a hundred thousand links. */
export const LINK_INDEXES = `
CREATE INDEX IF NOT EXISTS links_src ON links(src, dest);
CREATE INDEX IF NOT EXISTS links_key ON links(key);
CREATE INDEX IF NOT EXISTS links_dest ON links(dest, src)
  WHERE dest IS NOT NULL;
`;

/**
 * Makes the tables, unless another process has made them meanwhile.
 *
 * @param vault Absolute path of the vault that the index is of.
 */
export function createSchema(
  db: DatabaseSync,
  vault: string,
  journalDir: string,
): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    if (schemaVersion(db) === 0) {
      db.exec(TABLES);
      const put = db.prepare("INSERT INTO meta(name, value) VALUES (?, ?)");
      put.run("vault", vault);
      put.run("journal_dir", journalDir);
      put.run("unresolved", 1);
      db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    }
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}

/** The number in the file; 0 in an empty one. */
export function schemaVersion(db: DatabaseSync): number {
  return Number(db.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
}
