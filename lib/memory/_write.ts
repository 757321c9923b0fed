import type { DatabaseSync } from "node:sqlite";
import { countDomain, countType, domainIds } from "./_domain_counts.ts";
import { addToIndex, removeFromIndex, scopeText } from "./_indexed.ts";
import type { Confidence, DomainCase, MemoryType } from "./memory.ts";
import { countChange, writeMeta } from "./meta.ts";
import { prepared } from "../store/prepared.ts";
import type { Stored } from "./_stored.ts";
import { grams } from "../store/words.ts";

/** What a writer goes by. */
export interface WriteContext {
  readonly now: Date;
  /** How the names of domains are written. */
  readonly domainCase: DomainCase;
  /**
   * Whether nobody wants to know of memories that say much the same: asking the index between writes makes it write each time.
   *
   * @default {false}
   */
  readonly isBulk?: boolean;
}

/** A memory that is to be. */
export interface Draft {
  readonly type: MemoryType;
  readonly title: string;
  readonly domain: string;
  readonly also: readonly string[];
  readonly tags: readonly string[];
  readonly content: string;
  readonly source_ref: string | null;
  readonly session: string | null;
  readonly review_after: string | null;
}

/** What can change in a memory. */
export type Change = Partial<
  Pick<
    Stored,
    | "title"
    | "domain"
    | "also"
    | "tags"
    | "content"
    | "status"
    | "confidence"
    | "source_ref"
    | "superseded_by"
    | "review_after"
  >
>;

/** Puts a new memory in. Returns its uid. */
export function insert(
  db: DatabaseSync,
  draft: Draft,
  { now }: WriteContext,
): string {
  const at = now.toISOString();
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  const uid = Array.from(bytes, (it) => it.toString(16).padStart(2, "0"))
    .join("");
  const tags = JSON.stringify(draft.tags);
  const id = Number(
    prepared(
      db,
      `INSERT INTO memories(uid, type, status, confidence, created_at, updated_at, domain, session, source_ref, review_after, title, tags,
         scope, content, cjk)
       VALUES (?1, ?2, 'active', 'unverified', ?3, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)`,
    ).run(
      uid,
      draft.type,
      at,
      draft.domain,
      draft.session,
      draft.source_ref,
      draft.review_after,
      draft.title,
      tags,
      scopeOf(db, { ...draft, confidence: "unverified" }),
      draft.content,
      grams(`${draft.title} ${tags} ${draft.content}`),
    ).lastInsertRowid,
  );
  list(db, id, draft.also, at);
  const latest = { id, at };
  countDomain(db, draft.domain, "count", 1, latest);
  for (const path of draft.also) countDomain(db, path, "also", 1, latest);
  countType(db, draft.type, 1);
  addToIndex(db, id);
  writeMeta(db, "last_write_at", at);
  countChange(db);
  return uid;
}

/** Changes a memory, and what is kept about it elsewhere with it. */
export function update(
  db: DatabaseSync,
  before: Stored,
  change: Change,
  { now }: WriteContext,
): void {
  const after: Stored = { ...before, ...change };
  const at = now.toISOString();
  if (before.status === "active") {
    removeFromIndex(db, before.id);
    count(db, before, -1);
  }
  if (change.also !== undefined) {
    prepared(db, "DELETE FROM memory_domains WHERE memory_id = ?")
      .run(before.id);
    list(db, before.id, after.also, at);
  }
  const tags = JSON.stringify(after.tags);
  prepared(
    db,
    `UPDATE memories SET status = ?, confidence = ?, updated_at = ?, domain = ?, source_ref = ?, superseded_by = ?, review_after = ?,
       title = ?, tags = ?, scope = ?, content = ?, cjk = ? WHERE id = ?`,
  ).run(
    after.status,
    after.confidence,
    at,
    after.domain,
    after.source_ref,
    after.superseded_by,
    after.review_after,
    after.title,
    tags,
    scopeOf(db, after),
    after.content,
    grams(`${after.title} ${tags} ${after.content}`),
    before.id,
  );
  if (after.status === "active") {
    addToIndex(db, before.id);
    count(db, after, 1);
  }
  if (change.content !== undefined || change.title !== undefined) {
    writeMeta(db, "last_write_at", at);
  }
  countChange(db);
}

/** Keeps what a memory was before it is changed. */
export function keepHistory(
  db: DatabaseSync,
  memory: Stored,
  edit: {
    readonly mode: string;
    readonly note: string | null;
    readonly before: string | null;
  },
  { now }: WriteContext,
): void {
  prepared(
    db,
    "INSERT INTO memory_edits(memory_id, at, mode, note, before) VALUES (?, ?, ?, ?, ?)",
  ).run(memory.id, now.toISOString(), edit.mode, edit.note, edit.before);
}

function list(
  db: DatabaseSync,
  id: number,
  also: readonly string[],
  at: string,
): void {
  for (const path of also) {
    prepared(
      db,
      "INSERT OR IGNORE INTO memory_domains(memory_id, domain, created_at) VALUES (?, ?, ?)",
    ).run(id, path, at);
  }
}

function count(db: DatabaseSync, memory: Stored, by: 1 | -1): void {
  const latest = by === 1 ? { id: memory.id, at: memory.created_at } : null;
  countDomain(db, memory.domain, "count", by, latest);
  for (const path of memory.also) countDomain(db, path, "also", by, latest);
  if (memory.confidence !== "contradicted") countType(db, memory.type, by);
}

function scopeOf(
  db: DatabaseSync,
  memory: {
    readonly type: MemoryType;
    readonly domain: string;
    readonly also: readonly string[];
    readonly confidence: Confidence;
  },
): string {
  const ids = new Set<number>();
  for (const path of [memory.domain, ...memory.also]) {
    for (const id of domainIds(db, path)) ids.add(id);
  }
  return scopeText(ids, memory.type, memory.confidence === "contradicted");
}
