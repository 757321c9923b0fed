import type { DatabaseSync } from "node:sqlite";
import type { Confidence, Memory, MemoryType, Status } from "./memory.ts";
import { prepared } from "../store/prepared.ts";
import { invalid, Refused } from "./refused.ts";

const COLUMNS =
  "id, uid, type, title, domain, tags, status, confidence, source_ref, session, created_at, updated_at, superseded_by, review_after";

/** A memory with its number in the store. */
export interface Stored extends Memory {
  readonly id: number;
}

/**
 * Finds a memory.
 *
 * @throws {Refused} when there is none, or the uid is none.
 */
export function stored(db: DatabaseSync, uid: string): Stored {
  if (!/^[0-9a-f]{16}$/.test(uid)) {
    throw invalid("uid is none: it has 16 hexadecimal digits");
  }
  const row = prepared(
    db,
    `SELECT ${COLUMNS}, content FROM memories WHERE uid = ?`,
  ).get(uid);
  if (row === undefined) {
    throw new Refused("not_found", `there is no memory ${uid}`);
  }
  return asStored(db, row);
}

/**
 * The memory with a number.
 *
 * @param length How many characters of its text are read.
 */
export function storedById(
  db: DatabaseSync,
  id: number,
  length: number,
): Stored | null {
  const row = prepared(
    db,
    `SELECT ${COLUMNS}, substr(content, 1, ?) AS content FROM memories WHERE id = ?`,
  ).get(length, id);
  return row === undefined ? null : asStored(db, row);
}

function asStored(db: DatabaseSync, row: Record<string, unknown>): Stored {
  const id = Number(row["id"]);
  const text = (name: string): string => String(row[name] ?? "");
  const orNull = (name: string): string | null =>
    row[name] === null || row[name] === undefined ? null : text(name);
  return {
    id,
    uid: text("uid"),
    type: text("type") as MemoryType,
    title: text("title"),
    domain: text("domain"),
    also: alsoOf(db, id),
    tags: tagsOf(text("tags")),
    content: text("content"),
    status: text("status") as Status,
    confidence: text("confidence") as Confidence,
    source_ref: orNull("source_ref"),
    session: orNull("session"),
    created_at: text("created_at"),
    updated_at: text("updated_at"),
    superseded_by: orNull("superseded_by"),
    review_after: orNull("review_after"),
  };
}

/** The further paths that a memory is listed at. */
export function alsoOf(db: DatabaseSync, id: number): string[] {
  return prepared(
    db,
    "SELECT domain FROM memory_domains WHERE memory_id = ? ORDER BY domain",
  ).all(id).map((row) => String(row["domain"]));
}

/** Tags as they are kept: a JSON list. */
export function tagsOf(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}
