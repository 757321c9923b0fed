import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";
import { readItem } from "./read_item.ts";
import {
  asObservation,
  asPrompt,
  asSummary,
  OBSERVATIONS,
  PROMPTS,
  SUMMARIES,
} from "./_views.ts";
import type { ItemKind, TimelineItem } from "./types.ts";

/** Which part of the timeline is wanted. */
export interface TimelineQuery {
  readonly project?: string;
  /** The host's id of a session. */
  readonly session?: string;
  /** An item's address, or milliseconds since the epoch; the end of the timeline by default. */
  readonly around?: string | number;
  /** How many items before that. */
  readonly before?: number;
  /** How many items from it on, itself included. */
  readonly after?: number;
  readonly kinds?: readonly ItemKind[];
  /** How many items at most where nothing else says so. */
  readonly limit: number;
}

const SOURCES = {
  prompt: { table: "p", sql: PROMPTS, as: asPrompt },
  observation: { table: "o", sql: OBSERVATIONS, as: asObservation },
  summary: { table: "m", sql: SUMMARIES, as: asSummary },
} as const;

const KINDS: readonly ItemKind[] = ["prompt", "observation", "summary"];

/**
 * What happened, in its order: what happened at the same time in that of kinds, then of numbers.
 *
 * @param db The store.
 * @param query Which part of it.
 * @returns The oldest first; nothing where `around` names no item.
 */
export function readTimeline(
  db: DatabaseSync,
  query: TimelineQuery,
): TimelineItem[] {
  const { around, limit } = query;
  if (around === undefined) return page(db, query, null, limit, true);
  const anchor = typeof around === "number"
    ? { at: around, kind: "prompt" as const, id: 0 }
    : anchorOf(db, around);
  if (anchor === null) return [];
  const before = Math.min(query.before ?? Math.floor(limit / 2), limit);
  const after = Math.min(query.after ?? limit - before, limit);
  return [
    ...page(db, query, anchor, before, true),
    ...page(db, query, anchor, after, false),
  ];
}

/** A place in the timeline. */
interface Anchor {
  readonly at: number;
  readonly kind: ItemKind;
  readonly id: number;
}

function anchorOf(db: DatabaseSync, address: string): Anchor | null {
  const item = readItem(db, address);
  return item === null || item.kind === "memory" ? null : item;
}

/** Items before a place, or from it on. */
function page(
  db: DatabaseSync,
  query: TimelineQuery,
  anchor: Anchor | null,
  count: number,
  isBefore: boolean,
): TimelineItem[] {
  if (count <= 0) return [];
  const order = isBefore ? "DESC" : "ASC";
  const found = (query.kinds ?? KINDS).flatMap((kind): TimelineItem[] => {
    const { table, sql, as } = SOURCES[kind];
    const where: string[] = [];
    const values: (string | number)[] = [];
    if (query.project !== undefined) {
      where.push("s.project = ?");
      values.push(query.project);
    }
    if (query.session !== undefined) {
      where.push("s.session = ?");
      values.push(query.session);
    }
    if (anchor !== null) {
      // Where times are equal, the kinds' order counts, and within the anchor's kind the numbers.
      const rank = KINDS.indexOf(kind) - KINDS.indexOf(anchor.kind);
      const id = rank === 0
        ? anchor.id
        : rank < 0
        ? Number.MAX_SAFE_INTEGER
        : 0;
      where.push(
        `(${table}.at, ${table}.id) ${isBefore ? "<" : ">="} (?, ?)`,
      );
      values.push(anchor.at, id);
    }
    const rows = prepared(
      db,
      `${sql} ${where.length > 0 ? `WHERE ${where.join(" AND ")}` : ""}
       ORDER BY ${table}.at ${order}, ${table}.id ${order} LIMIT ?`,
    ).all(...values, count);
    return rows.map((row): TimelineItem => as(row));
  });
  found.sort(inOrder);
  return isBefore ? found.slice(-count) : found.slice(0, count);
}

function inOrder(a: TimelineItem, b: TimelineItem): number {
  return a.at - b.at || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
    a.id - b.id;
}
