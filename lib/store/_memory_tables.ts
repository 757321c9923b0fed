/**
 * `memories`: the long text comes last, so that what stands before it is read without it. `cjk` holds the grams of scripts that have no
 * spaces; `scope` holds a token for every domain that the memory counts for, for its type, and `contradicted` where it is (see
 * `lib/memory/_indexed.ts`).
 *
 * `domains`: every path and every path above one, `""` for all. `count` is filed at exactly it, `also` is listed at exactly it,
 * `subtree` is filed at or below it; active memories only. `last_id` is the latest that was filed or listed there or below.
 *
 * `tallies`: active memories by type that are not contradicted. `answers`: what recent requests were answered, by their id.
 *
 * The two indexes hold active memories only, and no text.
 */
export const MEMORY_TABLES = `
CREATE TABLE memories(
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  confidence TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  domain TEXT NOT NULL,
  session TEXT,
  source_ref TEXT,
  superseded_by TEXT,
  review_after TEXT,
  title TEXT NOT NULL,
  tags TEXT NOT NULL,
  scope TEXT NOT NULL,
  content TEXT NOT NULL,
  cjk TEXT NOT NULL
) STRICT;
CREATE INDEX memories_review ON memories(review_after)
  WHERE review_after IS NOT NULL AND status = 'active';
CREATE TABLE memory_domains(
  memory_id INTEGER NOT NULL,
  domain TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY(memory_id, domain)
) STRICT, WITHOUT ROWID;
CREATE TABLE memory_edits(
  id INTEGER PRIMARY KEY,
  memory_id INTEGER NOT NULL,
  at TEXT NOT NULL,
  mode TEXT NOT NULL,
  note TEXT,
  before TEXT
) STRICT;
CREATE INDEX memory_edits_memory ON memory_edits(memory_id);
CREATE TABLE relations(
  from_id INTEGER NOT NULL,
  to_id INTEGER NOT NULL,
  type TEXT NOT NULL,
  note TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY(from_id, to_id, type)
) STRICT, WITHOUT ROWID;
CREATE INDEX relations_to ON relations(to_id);
CREATE TABLE domains(
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  folded TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 0,
  also INTEGER NOT NULL DEFAULT 0,
  subtree INTEGER NOT NULL DEFAULT 0,
  last_id INTEGER NOT NULL DEFAULT 0,
  last_at TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX domains_folded ON domains(folded);
CREATE INDEX domains_last ON domains(last_id DESC, path);
CREATE INDEX domains_busy ON domains(count + also DESC, last_id DESC, path);
CREATE TABLE tallies(
  type TEXT PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE meta(
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE answers(
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  answer TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE memories_fts USING fts5(
  title, tags, content, cjk, scope,
  content = '', tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE memories_trigram USING fts5(
  title, tags, content,
  content = '', tokenize = 'trigram'
);
`;

/**
 * Has the memories' indexes overwrite the words of what is removed at once, instead of marking them as removed (source: SQLite's
 * documentation of FTS5, "The 'secure-delete' Configuration Option").
 */
export const FORGETTING_INDEXES = `
INSERT INTO memories_fts(memories_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO memories_trigram(memories_trigram, rank) VALUES ('secure-delete', 1);
`;
