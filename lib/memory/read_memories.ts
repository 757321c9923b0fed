import type { DatabaseSync } from "node:sqlite";
import { EVERYTHING, resolveScope, type Scope } from "./domain.ts";
import { asDomain } from "./make_snapshot.ts";
import { type Memory, MEMORY_TYPES, type MemoryType } from "./memory.ts";
import {
  count,
  oneOf,
  optionalText,
  type Params,
  requiredText,
} from "./_params.ts";
import { prepared } from "../store/prepared.ts";
import { asMemory, type Listed, listed } from "./pulse.ts";
import { latestOf, rank } from "./_rank.ts";
import { Refused } from "./refused.ts";
import type { ReadContext } from "./search.ts";
import { type Stored, stored } from "./_stored.ts";

const MAX_LISTED = 100;
const MAX_DOMAINS = 500;
const MAX_EDITS = 20;

/** A memory, with what was done to it and what it is linked with. */
export interface MemoryInFull extends Memory {
  /** The latest first, without the texts that were there before. */
  readonly edits?: readonly {
    readonly at: string;
    readonly mode: string;
    readonly note: string | null;
  }[];
  readonly relations?: readonly {
    readonly uid: string;
    readonly relation_type: string;
    /** `to`: from this memory to the other one. */
    readonly direction: "to" | "from";
    readonly note: string | null;
  }[];
}

/** `get_memory(uid)`: whole; archived ones, too. */
export function getMemory(db: DatabaseSync, params: Params): MemoryInFull {
  const memory = find(db, params);
  const edits = prepared(
    db,
    `SELECT at, mode, note FROM memory_edits WHERE memory_id = ? ORDER BY id DESC LIMIT ${MAX_EDITS}`,
  ).all(memory.id).map((row) => ({
    at: String(row["at"]),
    mode: String(row["mode"]),
    note: row["note"] === null ? null : String(row["note"]),
  }));
  const relations = prepared(
    db,
    `SELECT uid, r.type, r.note, 'to' AS direction, r.created_at FROM relations AS r JOIN memories ON id = to_id WHERE from_id = ?1
     UNION ALL
     SELECT uid, r.type, r.note, 'from', r.created_at FROM relations AS r JOIN memories ON id = from_id WHERE to_id = ?1
     ORDER BY 5, 1 LIMIT 100`,
  ).all(memory.id).map((row) => ({
    uid: String(row["uid"]),
    relation_type: String(row["type"]),
    direction: row["direction"] === "to" ? "to" as const : "from" as const,
    note: row["note"] === null ? null : String(row["note"]),
  }));
  return {
    ...asMemory(memory),
    ...(edits.length > 0 ? { edits } : {}),
    ...(relations.length > 0 ? { relations } : {}),
  };
}

/** `get_diagram(uid)`: a documented flow, whole. */
export function getDiagram(
  db: DatabaseSync,
  params: Params,
): {
  readonly uid: string;
  readonly title: string;
  readonly domain: string;
  readonly mermaid: string;
  readonly updated_at: string;
} {
  const memory = find(db, params);
  if (memory.type !== "diagram") {
    throw new Refused(
      "not_found",
      `${memory.uid} is no diagram, but of type ${memory.type}: get_memory reads it`,
    );
  }
  const { uid, title, domain, content, updated_at } = memory;
  return { uid, title, domain, mermaid: content, updated_at };
}

/** `list_domains()`: the latest first, by what was written in or below them. */
export function listDomains(db: DatabaseSync): {
  readonly total: number;
  readonly domains: readonly {
    readonly path: string;
    readonly count: number;
    readonly subtree: number;
    readonly also: number;
    readonly latest_at: string;
  }[];
} {
  const used = "FROM domains WHERE path <> '' AND subtree + also > 0";
  const total = prepared(db, `SELECT count(*) AS n ${used}`).get()?.["n"];
  const domains = prepared(
    db,
    `SELECT * ${used} ORDER BY last_id DESC, path LIMIT ${MAX_DOMAINS}`,
  ).all().map(asDomain).map(({ latestAt, ...it }) => ({
    ...it,
    latest_at: latestAt,
  }));
  return { total: Number(total), domains };
}

/** `list_recent(type?, domain?, limit=20)`: the latest first. */
export function listRecent(
  db: DatabaseSync,
  params: Params,
  context: ReadContext,
): { readonly memories: readonly Listed[] } {
  const limit = count(params, "limit", 20, MAX_LISTED);
  return {
    memories: listed(db, latestOf(db, filterOf(db, params, context), limit)),
  };
}

/** `timeline(uid | query, before=3, after=3, domain?, type?)`: what was written around a memory, the oldest first. */
export function timeline(
  db: DatabaseSync,
  params: Params,
  context: ReadContext,
): { readonly anchor: string; readonly memories: readonly Listed[] } {
  const before = count(params, "before", 3, MAX_LISTED / 2);
  const after = count(params, "after", 3, MAX_LISTED / 2);
  const filter = filterOf(db, params, context);
  const uid = optionalText(params, "uid");
  const id = uid === null
    ? rank(db, requiredText(params, "query"), filter, 1)[0]
    : find(db, params).id;
  if (id === undefined) {
    throw new Refused("not_found", "no memory has what query asks for");
  }
  const ids = [
    ...latestOf(db, filter, before, { before: id }).reverse(),
    id,
    ...latestOf(db, filter, after, { after: id }),
  ];
  const memories = listed(db, ids);
  const anchor = prepared(db, "SELECT uid FROM memories WHERE id = ?").get(id);
  return { anchor: String(anchor?.["uid"]), memories };
}

function filterOf(
  db: DatabaseSync,
  params: Params,
  { domainCase }: ReadContext,
): { scope: Scope; type: MemoryType | null } {
  const domain = optionalText(params, "domain");
  return {
    scope: domain === null ? EVERYTHING : resolveScope(db, domain, domainCase),
    type: optionalText(params, "type") === null
      ? null
      : oneOf(params, "type", MEMORY_TYPES),
  };
}

function find(db: DatabaseSync, params: Params): Stored {
  return stored(db, requiredText(params, "uid").trim().toLowerCase());
}
