import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";
import { CAPTURED, type ObservationDraft, type Row } from "../store/row.ts";
import { cut } from "./_cut.ts";
import { enterObservation } from "./_enter_observation.ts";
import { addToIndex } from "./_index.ts";
import { itemAddress } from "./item.ts";
import { observationHash } from "./observation_hash.ts";
import { type OpenSession, sessionOf } from "./_session.ts";
import type { Change } from "./types.ts";

/** UTF-16 units of a prompt that are kept; the row of the chain has it whole. */
const PROMPT_LENGTH = 4000;

/** UTF-16 units of the assistant's last message that are kept. */
const ANSWER_LENGTH = 8000;

/** Milliseconds within which the same prompt in a session is one that was sent twice. */
const TWICE_MS = 10_000;

const DAY_MS = 86_400_000;

const KINDS: ReadonlySet<string> = new Set(Object.values(CAPTURED));

/**
 * Keeps what a row tells of, to be searched, shown and deleted: within the transaction in which the row is stored, so that neither is
 * there without the other. A row that was stored before must not come again.
 *
 * @param db The store, open for writing.
 * @param row The row, with what came beside it.
 * @returns What changed.
 * @throws {IndexBroken} when the full-text index is damaged.
 */
export function storeEvent(
  db: DatabaseSync,
  row: Row,
  _seq: number,
): Change[] {
  const { kind, payload } = row;
  const id = payload["session_id"];
  if (!KINDS.has(kind) || typeof id !== "string" || id === "") return [];
  const ms = Math.round(row.at / 1e6);
  const session = sessionOf(db, id, row, ms);
  const changes: Change[] = [];
  if (session.isNew) changes.push(told("stored", "session", id, id, session));
  if (kind === CAPTURED.prompt) {
    const prompt = storePrompt(db, session, row, ms);
    if (prompt > 0) {
      const address = itemAddress("prompt", prompt);
      changes.push(told("stored", "prompt", address, id, session));
    }
  }
  const draft = row.beside?.observation;
  if (kind === CAPTURED.toolUse && draft !== undefined) {
    const stored = storeObservation(db, session, draft, ms);
    const address = itemAddress("observation", stored.id);
    const what = stored.isNew ? "stored" : "changed";
    changes.push(told(what, "observation", address, id, session));
  }
  if (kind === CAPTURED.sessionCompleted) {
    complete(db, session, payload["last_assistant_message_redacted"], ms);
  }
  note(db, session, payload["redaction_match_count"], ms);
  if (!session.isNew) changes.push(told("changed", "session", id, id, session));
  return changes;
}

/** Keeps a prompt. Returns its number in the store; 0 where there is none to keep. */
function storePrompt(
  db: DatabaseSync,
  session: OpenSession,
  row: Row,
  ms: number,
): number {
  const given = row.payload["prompt_redacted"];
  if (typeof given !== "string" || given.trim() === "") return 0;
  const text = cut(given.toWellFormed().replaceAll("\0", ""), PROMPT_LENGTH);
  const last = prepared(
    db,
    "SELECT number, at, text FROM prompts WHERE session_id = ? ORDER BY number DESC LIMIT 1",
  ).get(session.id);
  const isTwice = last !== undefined && last["text"] === text &&
    Math.abs(ms - Number(last["at"])) <= TWICE_MS;
  if (isTwice) return 0;
  // What a prompt was that is gone must not be taken for this one's.
  const before = prepared(
    db,
    "SELECT coalesce(max(prompt_number), 0) AS number FROM observations WHERE session_id = ?",
  ).get(session.id);
  const number =
    Math.max(Number(last?.["number"] ?? 0), Number(before?.["number"])) + 1;
  const { lastInsertRowid } = prepared(
    db,
    "INSERT INTO prompts(session_id, number, at, row_id, text) VALUES (?, ?, ?, ?, ?)",
  ).run(session.id, number, ms, row.id, text);
  const id = Number(lastInsertRowid);
  const { project } = session;
  addToIndex(db, {
    kind: "prompt",
    id,
    project,
    title: "",
    body: text,
    files: [],
  });
  prepared(
    db,
    "UPDATE sessions SET prompts = prompts + 1, ended_at = NULL WHERE id = ?",
  ).run(session.id);
  return id;
}

/** Keeps an observation; one that the session has already counts once more. */
function storeObservation(
  db: DatabaseSync,
  session: OpenSession,
  draft: ObservationDraft,
  ms: number,
): { id: number; isNew: boolean } {
  const files = [...new Set(draft.files)];
  const hash = observationHash({ ...draft, files });
  const again = prepared(
    db,
    "SELECT id FROM observations WHERE session_id = ? AND hash = ?",
  ).get(session.id, hash);
  if (again !== undefined) {
    // By its number: what may change many rows makes FTS5 write down what it holds in memory, which costs more than all else does.
    prepared(db, "UPDATE observations SET times = times + 1 WHERE id = ?")
      .run(Number(again["id"]));
    return { id: Number(again["id"]), isNew: false };
  }
  const { kind: what, tool, outcome, title, detail, agent, useId } = draft;
  const number = prepared(
    db,
    "SELECT number FROM prompts WHERE session_id = ? ORDER BY number DESC LIMIT 1",
  ).get(session.id);
  const { lastInsertRowid } = prepared(
    db,
    `INSERT INTO observations(session_id, prompt_number, at, kind, tool, outcome, title, detail, files, agent, use_id, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    session.id,
    Number(number?.["number"] ?? 0),
    ms,
    what,
    tool,
    outcome,
    title,
    detail,
    JSON.stringify(files),
    agent ?? null,
    useId ?? null,
    hash,
  );
  const id = Number(lastInsertRowid);
  const { project } = session;
  enterObservation(db, {
    id,
    session: session.id,
    project,
    title,
    detail,
    files,
  });
  return { id, isNew: true };
}

function complete(
  db: DatabaseSync,
  session: OpenSession,
  answer: unknown,
  ms: number,
): void {
  prepared(db, "UPDATE sessions SET ended_at = ? WHERE id = ?")
    .run(ms, session.id);
  if (typeof answer !== "string" || answer.trim() === "") return;
  prepared(db, "UPDATE sessions SET answer = ? WHERE id = ?").run(
    cut(answer.toWellFormed().replaceAll("\0", ""), ANSWER_LENGTH),
    session.id,
  );
}

/** Notes when the session was last heard of, and how much was redacted. */
function note(
  db: DatabaseSync,
  session: OpenSession,
  matches: unknown,
  ms: number,
): void {
  const count = typeof matches === "number" && matches > 0
    ? Math.min(Math.floor(matches), 1_000_000)
    : 0;
  prepared(
    db,
    `UPDATE sessions SET last_at = max(last_at, ?1), began_at = min(began_at, ?1), redactions = redactions + ?2
     WHERE id = ?3`,
  ).run(ms, count, session.id);
  if (count === 0) return;
  prepared(
    db,
    `INSERT INTO redactions(day, count) VALUES (?1, ?2)
     ON CONFLICT(day) DO UPDATE SET count = count + ?2`,
  ).run(Math.floor(ms / DAY_MS), count);
}

function told(
  what: Change["what"],
  kind: Change["kind"],
  address: string,
  session: string,
  { project }: OpenSession,
): Change {
  return {
    what,
    kind,
    address: kind === "session" ? `session:${address}` : address,
    session,
    project,
  };
}
