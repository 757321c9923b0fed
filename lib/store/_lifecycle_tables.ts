/**
 * What happened in sessions, for searching, showing and deleting: the rows of the chain say that it happened, these say what. Times are
 * whole milliseconds since the epoch; texts are redacted before they get here.
 *
 * `sessions`: one a session of the host; `project` is what `projectOf()` gives, `name` what people call it. `prompts`: `number` counts
 * from 1 in the session; `row_id` is the id of its row. `observations`: `files` is a JSON list of paths, `hash` tells what says the same
 * (such a one only counts up `times`), `use_id` is the host's id of the tool use. `observation_files`: the same paths, to be found by.
 * `summaries`: one a session, made anew as it goes on; `source` is `extract` or the model's name.
 *
 * `lifecycle_fts` holds no text. Its rowid is `id * 4` of a prompt, `+ 1` of an observation, `+ 2` of a summary (`lib/lifecycle/item.ts`).
 * `cjk` holds the grams of scripts that have no spaces; `scope` holds tokens for project and kind. `vectors`: by the same number.
 *
 * `redactions`: by the day, in days since the epoch. It is a number only, so it stays when all else goes.
 */
export const LIFECYCLE_TABLES = `
CREATE TABLE sessions(
  id INTEGER PRIMARY KEY,
  session TEXT NOT NULL UNIQUE,
  project TEXT NOT NULL,
  name TEXT NOT NULL,
  cwd TEXT NOT NULL,
  host TEXT NOT NULL,
  began_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  ended_at INTEGER,
  prompts INTEGER NOT NULL DEFAULT 0,
  observations INTEGER NOT NULL DEFAULT 0,
  redactions INTEGER NOT NULL DEFAULT 0,
  answer TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX sessions_project ON sessions(project, last_at DESC);
CREATE INDEX sessions_last ON sessions(last_at DESC);
CREATE TABLE prompts(
  id INTEGER PRIMARY KEY,
  session_id INTEGER NOT NULL REFERENCES sessions(id),
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  row_id TEXT NOT NULL UNIQUE,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX prompts_session ON prompts(session_id, number);
CREATE INDEX prompts_at ON prompts(at DESC);
CREATE TABLE observations(
  id INTEGER PRIMARY KEY,
  session_id INTEGER NOT NULL REFERENCES sessions(id),
  prompt_number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  tool TEXT NOT NULL,
  outcome TEXT NOT NULL,
  title TEXT NOT NULL,
  detail TEXT NOT NULL,
  files TEXT NOT NULL,
  agent TEXT,
  use_id TEXT,
  hash TEXT NOT NULL,
  times INTEGER NOT NULL DEFAULT 1,
  UNIQUE(session_id, hash)
) STRICT;
CREATE INDEX observations_at ON observations(at DESC);
CREATE TABLE observation_files(
  path TEXT NOT NULL,
  observation_id INTEGER NOT NULL,
  PRIMARY KEY(path, observation_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE summaries(
  id INTEGER PRIMARY KEY,
  session_id INTEGER NOT NULL UNIQUE REFERENCES sessions(id),
  at INTEGER NOT NULL,
  request TEXT NOT NULL,
  looked TEXT NOT NULL,
  changed TEXT NOT NULL,
  decided TEXT NOT NULL,
  open TEXT NOT NULL,
  source TEXT NOT NULL
) STRICT;
CREATE INDEX summaries_at ON summaries(at DESC);
CREATE TABLE vectors(
  item INTEGER PRIMARY KEY,
  model TEXT NOT NULL,
  vector BLOB NOT NULL
) STRICT;
CREATE TABLE redactions(
  day INTEGER PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT;
CREATE VIRTUAL TABLE lifecycle_fts USING fts5(
  title, body, files, cjk, scope,
  content = '', contentless_delete = 1,
  tokenize = 'porter unicode61 remove_diacritics 2'
);
`;
