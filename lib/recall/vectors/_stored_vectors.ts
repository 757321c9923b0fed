import type { DatabaseSync } from "node:sqlite";
import { itemOfNumber } from "../../lifecycle/item.ts";
import { prepared } from "../../store/prepared.ts";
import { memoryNumber } from "./memory_number.ts";
import { EVERYWHERE } from "./vector_index.ts";

/** A vector of the store. */
export interface StoredVector {
  readonly item: number;
  /** The item's project, or `EVERYWHERE`. */
  readonly group: string;
  readonly vector: Float32Array;
}

/** Vectors that are removed, or read, at once. */
const PART = 500;

/** Keeps vectors of items, in the order of the items. */
export function keepVectors(
  db: DatabaseSync,
  model: string,
  items: readonly number[],
  vectors: readonly Float32Array<ArrayBuffer>[],
): void {
  items.forEach((item, at) => {
    const vector = vectors[at];
    if (vector === undefined) return;
    prepared(
      db,
      "INSERT OR REPLACE INTO vectors(item, model, vector) VALUES (?, ?, ?)",
    ).run(item, model, new Uint8Array(vector.buffer));
  });
}

/** Removes a part of the vectors that another model made. Returns whether there may be more. */
export function forgetOthers(db: DatabaseSync, model: string): boolean {
  const { changes } = prepared(
    db,
    `DELETE FROM vectors WHERE item IN (SELECT item FROM vectors WHERE model <> ? LIMIT ${PART})`,
  ).run(model);
  return Number(changes) === PART;
}

/** Removes the vectors of memories, so that they get others. */
export function forgetMemories(
  db: DatabaseSync,
  uids: readonly string[],
): void {
  for (const uid of uids) {
    const id = prepared(db, "SELECT id FROM memories WHERE uid = ?").get(uid)
      ?.["id"];
    if (id === undefined) continue;
    prepared(db, "DELETE FROM vectors WHERE item = ?")
      .run(memoryNumber(Number(id)));
  }
}

/** The next vectors below a number, the highest first. */
export function vectorsOf(
  db: DatabaseSync,
  model: string,
  before: number,
): StoredVector[] {
  const rows = prepared(
    db,
    `SELECT item, vector FROM vectors WHERE model = ? AND item < ? ORDER BY item DESC LIMIT ${PART}`,
  ).all(model, before);
  return rows.map((row) => {
    const item = Number(row["item"]);
    const bytes = Uint8Array.from(row["vector"] as Uint8Array);
    return {
      item,
      group: groupOf(db, item),
      vector: new Float32Array(bytes.buffer, 0, bytes.length >> 2),
    };
  });
}

const TABLES = {
  prompt: "prompts",
  observation: "observations",
  summary: "summaries",
} as const;

function groupOf(db: DatabaseSync, number: number): string {
  const item = itemOfNumber(number);
  if (item === null) return EVERYWHERE;
  const row = prepared(
    db,
    `SELECT s.project FROM ${
      TABLES[item.kind]
    } AS i JOIN sessions AS s ON s.id = i.session_id WHERE i.id = ?`,
  ).get(item.id);
  return String(row?.["project"] ?? EVERYWHERE);
}
