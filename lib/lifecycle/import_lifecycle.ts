import type { DatabaseSync } from "node:sqlite";
import { importMemory } from "../memory/import_memory.ts";
import { prepared } from "../store/prepared.ts";
import type { ObservationDraft } from "../store/row.ts";
import { enterObservation } from "./_enter_observation.ts";
import { addToIndex } from "./_index.ts";
import { observationHash } from "./observation_hash.ts";
import { parseRecord } from "./parse_record.ts";
import type {
  LifecycleRecord,
  ObservationRecord,
  PromptRecord,
  SessionRecord,
  SummaryRecord,
} from "./record.ts";
import { storeSummary } from "./store_summary.ts";
import type { Change, ImportCounts } from "./types.ts";

/** What an import came to. */
export interface Imported {
  readonly counts: ImportCounts;
  readonly changes: readonly Change[];
}

/** Whether a record was taken in; `known`: it was there; `unfit`: it cannot be, such as one of a session that is not there. */
type Outcome = "new" | "known" | "unfit";

/**
 * Takes in what an export gave, within a transaction of the caller's. What is there already stays as it is. Nothing of it gets into the
 * chain: that says what hooks saw. The texts must have been redacted by the caller.
 *
 * @param db The store, open for writing.
 * @param records Records, a session before what happened in it; nothing in them is trusted.
 * @throws {IndexBroken} when a full-text index is damaged.
 */
export function importRecords(
  db: DatabaseSync,
  records: Iterable<unknown>,
): Imported {
  const counts = {
    sessions: 0,
    prompts: 0,
    observations: 0,
    summaries: 0,
    memories: 0,
    known: 0,
    unfit: 0,
  };
  const sessions = new Map<string, Change>();
  let hasMemories = false;
  for (const value of records) {
    const record = parseRecord(value);
    const outcome = record === null ? "unfit" : take(db, record);
    if (record === null || outcome !== "new") {
      counts[outcome === "known" ? "known" : "unfit"]++;
      continue;
    }
    counts[NAMES[record.kind]]++;
    if (record.kind === "memory") hasMemories = true;
    else sessions.set(record.session, changeOf(db, record.session));
  }
  const changes = [...sessions.values()];
  if (hasMemories) {
    changes.push({
      what: "stored",
      kind: "memory",
      address: "memory:",
      session: "",
      project: "",
    });
  }
  return { counts, changes };
}

const NAMES = {
  session: "sessions",
  prompt: "prompts",
  observation: "observations",
  summary: "summaries",
  memory: "memories",
} as const;

function take(db: DatabaseSync, record: LifecycleRecord): Outcome {
  if (record.kind === "memory") return importMemory(db, record);
  if (record.kind === "session") return takeSession(db, record);
  const session = prepared(
    db,
    "SELECT id, project FROM sessions WHERE session = ?",
  ).get(record.session);
  if (session === undefined) return "unfit";
  const id = Number(session["id"]);
  const project = String(session["project"]);
  switch (record.kind) {
    case "prompt":
      return takePrompt(db, record, id, project);
    case "observation":
      return takeObservation(db, record, id, project);
    case "summary":
      return takeSummary(db, record, id);
  }
}

function takeSession(db: DatabaseSync, record: SessionRecord): Outcome {
  const { changes } = prepared(
    db,
    `INSERT OR IGNORE INTO sessions(session, project, name, cwd, host, began_at, last_at, ended_at, redactions, answer)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    record.session,
    record.project,
    record.name,
    record.cwd,
    record.host,
    record.began_at,
    record.last_at,
    record.ended_at,
    record.redactions,
    record.answer,
  );
  return changes > 0 ? "new" : "known";
}

function takePrompt(
  db: DatabaseSync,
  record: PromptRecord,
  session: number,
  project: string,
): Outcome {
  const { number, at, row_id, text } = record;
  const known = prepared(
    db,
    "SELECT 1 FROM prompts WHERE row_id = ?1 OR session_id = ?2 AND at = ?3 AND text = ?4",
  ).get(row_id, session, at, text);
  if (known !== undefined) return "known";
  const { lastInsertRowid } = prepared(
    db,
    "INSERT INTO prompts(session_id, number, at, row_id, text) VALUES (?, ?, ?, ?, ?)",
  ).run(session, number, at, row_id, text);
  addToIndex(db, {
    kind: "prompt",
    id: Number(lastInsertRowid),
    project,
    title: "",
    body: text,
    files: [],
  });
  prepared(db, "UPDATE sessions SET prompts = prompts + 1 WHERE id = ?")
    .run(session);
  return "new";
}

function takeObservation(
  db: DatabaseSync,
  record: ObservationRecord,
  session: number,
  project: string,
): Outcome {
  const { what, tool, outcome, title, detail, agent, use_id, at, times } =
    record;
  const files = [...new Set(record.files)];
  const draft = { kind: what, tool, outcome, title, detail, files };
  const added = prepared(
    db,
    `INSERT OR IGNORE INTO observations(session_id, prompt_number, at, kind, tool, outcome, title, detail, files, agent, use_id, hash, times)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    session,
    record.prompt_number,
    at,
    what,
    tool,
    outcome,
    title,
    detail,
    JSON.stringify(files),
    agent,
    use_id,
    observationHash(draft as ObservationDraft),
    Math.max(times, 1),
  );
  if (added.changes === 0) return "known";
  const id = Number(added.lastInsertRowid);
  enterObservation(db, { id, session, project, title, detail, files });
  return "new";
}

/** Of two summaries of a session the later one counts. */
function takeSummary(
  db: DatabaseSync,
  record: SummaryRecord,
  session: number,
): Outcome {
  const there = prepared(db, "SELECT at FROM summaries WHERE session_id = ?")
    .get(session);
  if (there !== undefined && Number(there["at"]) >= record.at) return "known";
  return storeSummary(db, session, record, record.at) === null
    ? "unfit"
    : "new";
}

function changeOf(db: DatabaseSync, session: string): Change {
  const row = prepared(db, "SELECT project FROM sessions WHERE session = ?")
    .get(session);
  return {
    what: "stored",
    kind: "session",
    address: `session:${session}`,
    session,
    project: String(row?.["project"] ?? ""),
  };
}
