import type { DatabaseSync } from "node:sqlite";
import type { Memory } from "../memory/memory.ts";
import { readMemory } from "../memory/read_memory.ts";
import { prepared } from "../store/prepared.ts";
import { parseAddress } from "./item.ts";
import {
  asObservation,
  asPrompt,
  asSummary,
  OBSERVATIONS,
  PROMPTS,
  SUMMARIES,
} from "./_views.ts";
import type { TimelineItem } from "./types.ts";

/** A memory, told from other items by its kind. */
export interface MemoryItem extends Memory {
  readonly kind: "memory";
  readonly address: string;
}

/**
 * What an address names, whole.
 *
 * @param db The store.
 * @param address `prompt:<id>`, `observation:<id>`, `summary:<id>` or `memory:<uid>`.
 * @returns `null` where there is no such item, or the address names something that the store does not hold.
 */
export function readItem(
  db: DatabaseSync,
  address: string,
): TimelineItem | MemoryItem | null {
  const [, uid] = /^memory:([0-9a-f]{16})$/.exec(address) ?? [];
  if (uid !== undefined) {
    const memory = readMemory(db, uid);
    return memory === null ? null : { kind: "memory", address, ...memory };
  }
  const item = parseAddress(address);
  if (item === null) return null;
  const { sql, as } = READERS[item.kind];
  const row = prepared(db, sql).get(item.id);
  return row === undefined ? null : as(row);
}

const READERS = {
  prompt: { sql: `${PROMPTS} WHERE p.id = ?`, as: asPrompt },
  observation: { sql: `${OBSERVATIONS} WHERE o.id = ?`, as: asObservation },
  summary: { sql: `${SUMMARIES} WHERE m.id = ?`, as: asSummary },
} as const;
