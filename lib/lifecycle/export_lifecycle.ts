import type { DatabaseSync } from "node:sqlite";
import { readMemory } from "../memory/read_memory.ts";
import { prepared } from "../store/prepared.ts";
import { type Columns, listOf, summaryTexts } from "./_views.ts";
import type { LifecycleRecord } from "./record.ts";

/** What is wanted; all of it where nothing is said. With a project or a session, memories are left out: they belong to neither. */
export interface ExportQuery {
  readonly project?: string;
  /** The host's id of a session. */
  readonly session?: string;
}

/** A part of an export. */
export interface ExportPage {
  readonly records: readonly LifecycleRecord[];
  /** What to ask for the next part with; `null` at the end. */
  readonly next: string | null;
}

/** UTF-16 units of records, about, after which a part ends. */
const PAGE_LENGTH = 262_144;

/** Records that are read at once. */
const BATCH = 200;

/**
 * Everything that is kept of sessions, and the memories, one record after the other. Between two of them others may write; each is whole.
 *
 * @param db The store.
 * @param query What is wanted.
 */
export function* exportRecords(
  db: DatabaseSync,
  query: ExportQuery = {},
): Generator<LifecycleRecord> {
  for (let next: string | null = ""; next !== null;) {
    const page: ExportPage = exportPage(db, query, next);
    yield* page.records;
    next = page.next;
  }
}

/**
 * A part of the same.
 *
 * @param db The store.
 * @param query What is wanted.
 * @param from `""` for the first part, then what the part before named.
 */
export function exportPage(
  db: DatabaseSync,
  query: ExportQuery,
  from: string,
): ExportPage {
  const [, stage = "0", after = "0"] = /^(\d):(\d{1,15})$/.exec(from) ?? [];
  const records: LifecycleRecord[] = [];
  let last = Number(after);
  let length = 0;
  for (let at = Number(stage); at < STAGES.length; at++, last = 0) {
    const read = STAGES[at];
    if (read === undefined) break;
    for (let batch = BATCH; batch === BATCH;) {
      const found = read(db, query, last);
      batch = found.length;
      for (const { id, record } of found) {
        records.push(record);
        last = id;
        length += JSON.stringify(record).length;
        if (length >= PAGE_LENGTH) return { records, next: `${at}:${last}` };
      }
    }
  }
  return { records, next: null };
}

type Stage = (
  db: DatabaseSync,
  query: ExportQuery,
  after: number,
) => { readonly id: number; readonly record: LifecycleRecord }[];

/** Sessions come first: what happened in one cannot be taken in without it. */
const STAGES: readonly Stage[] = [
  stage(
    "SELECT s.* FROM sessions AS s WHERE s.id > ?1",
    (row) => ({
      kind: "session",
      session: String(row["session"]),
      project: String(row["project"]),
      name: String(row["name"]),
      cwd: String(row["cwd"]),
      host: String(row["host"]),
      began_at: Number(row["began_at"]),
      last_at: Number(row["last_at"]),
      ended_at: row["ended_at"] === null ? null : Number(row["ended_at"]),
      redactions: Number(row["redactions"]),
      answer: String(row["answer"]),
    }),
    "s.id",
  ),
  stage(
    "SELECT i.*, s.session FROM prompts AS i JOIN sessions AS s ON s.id = i.session_id WHERE i.id > ?1",
    (row) => ({
      kind: "prompt",
      session: String(row["session"]),
      number: Number(row["number"]),
      at: Number(row["at"]),
      row_id: String(row["row_id"]),
      text: String(row["text"]),
    }),
  ),
  stage(
    "SELECT i.*, s.session FROM observations AS i JOIN sessions AS s ON s.id = i.session_id WHERE i.id > ?1",
    (row) => ({
      kind: "observation",
      session: String(row["session"]),
      prompt_number: Number(row["prompt_number"]),
      at: Number(row["at"]),
      what: String(row["kind"]),
      tool: String(row["tool"]),
      outcome: String(row["outcome"]),
      title: String(row["title"]),
      detail: String(row["detail"]),
      files: listOf(row["files"]),
      agent: row["agent"] === null ? null : String(row["agent"]),
      use_id: row["use_id"] === null ? null : String(row["use_id"]),
      times: Number(row["times"]),
    }),
  ),
  stage(
    "SELECT i.*, s.session FROM summaries AS i JOIN sessions AS s ON s.id = i.session_id WHERE i.id > ?1",
    (row) => ({
      kind: "summary",
      session: String(row["session"]),
      at: Number(row["at"]),
      ...summaryTexts(row),
    }),
  ),
  (db, { project, session }, after) => {
    if (project !== undefined || session !== undefined) return [];
    return prepared(
      db,
      `SELECT id, uid FROM memories WHERE id > ? ORDER BY id LIMIT ${BATCH}`,
    ).all(after).flatMap(({ id, uid }) => {
      const memory = readMemory(db, String(uid));
      if (memory === null) return [];
      return [{ id: Number(id), record: { kind: "memory", ...memory } }];
    });
  },
];

function stage(
  sql: string,
  record: (row: Columns) => LifecycleRecord,
  id = "i.id",
): Stage {
  return (db, { project, session }, after) =>
    prepared(
      db,
      `${sql} AND (?2 IS NULL OR s.project = ?2) AND (?3 IS NULL OR s.session = ?3) ORDER BY ${id} LIMIT ${BATCH}`,
    ).all(after, project ?? null, session ?? null)
      .map((row) => ({ id: Number(row["id"]), record: record(row) }));
}
