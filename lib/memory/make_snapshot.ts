import type { DatabaseSync } from "node:sqlite";
import { EVERYTHING, type Scope } from "./domain.ts";
import type { DomainCase, MemoryType } from "./memory.ts";
import { readMeta } from "./meta.ts";
import { oneLine } from "./one_line.ts";
import { prepared } from "../store/prepared.ts";
import { countOf, latestOf } from "./_rank.ts";
import type {
  Snapshot,
  SnapshotDomain,
  SnapshotItem,
  SnapshotItems,
} from "./snapshot.ts";
import { type Stored, storedById } from "./_stored.ts";

const MAX_DOMAINS = 50;
const MAX_ITEMS = 4;
const MAX_FLOWS = 5;
const MAX_RECENT = 12;

/** UTF-16 units of a text. */
const CHECKPOINT_LENGTH = 500;
const ITEM_LENGTH = 240;

/** Bytes that it may have as JSON. */
const MAX_BYTES = 60 * 1024;

const ENCODER = new TextEncoder();

/**
 * Makes what the hooks are told of the memories. The work does not grow with their number.
 *
 * @param db The store.
 * @param domainCase How the names of domains are written.
 * @param scope The domains that count.
 */
export function makeSnapshot(
  db: DatabaseSync,
  domainCase: DomainCase,
  scope: Scope = EVERYTHING,
): Snapshot {
  const meta = readMeta(db);
  const items = (type: MemoryType, limit: number): Stored[] =>
    memories(db, latestOf(db, { scope, type, isSound: true }, limit));
  const total = (type: MemoryType): number =>
    scope.paths === null
      ? Number(
        prepared(db, "SELECT count FROM tallies WHERE type = ?").get(type)
          ?.["count"] ?? 0,
      )
      : countOf(db, { scope, type, isSound: true });
  const list = (type: MemoryType): SnapshotItems => ({
    total: total(type),
    items: items(type, MAX_ITEMS).map((it) => asItem(it, ITEM_LENGTH)),
  });
  const [checkpoint] = items("checkpoint", 1);
  const domains = domainsOf(db, scope);
  const [newest] = memories(db, latestOf(db, { scope }, 1));
  const snapshot: Snapshot = {
    version: 1,
    revision: meta.revision,
    total: scope.paths === null ? wholeCount(db) : countOf(db, { scope }),
    ...domains,
    checkpoint: checkpoint === undefined
      ? null
      : asItem(checkpoint, CHECKPOINT_LENGTH),
    handoffs: list("handoff"),
    pitfalls: list("anti_pattern"),
    notes: list("note"),
    flows: items("diagram", MAX_FLOWS).map(({ uid, title }) => ({
      uid,
      title: oneLine(title, 120),
    })),
    flowTotal: total("diagram"),
    recent: memories(db, latestOf(db, { scope, isSound: true }, MAX_RECENT))
      .map((it) => ({
        ...asItem(it, ITEM_LENGTH),
        session: (it.session ?? "").slice(0, 128),
      })),
    lastWriteAt: scope.paths === null
      ? meta.lastWriteAt
      : newest?.created_at ?? null,
    domainCase,
    wardenEnabled: meta.wardenEnabled,
    wardenMinutes: meta.wardenMinutes,
  };
  return bounded(snapshot);
}

/** Leaves out what is told of least until the rest has room. */
function bounded(snapshot: Snapshot): Snapshot {
  let it = snapshot;
  while (ENCODER.encode(JSON.stringify(it)).length > MAX_BYTES) {
    if (it.domains.length > 12) it = { ...it, domains: half(it.domains) };
    else if (it.recent.length > 2) it = { ...it, recent: half(it.recent) };
    else if (it.domains.length > 0) it = { ...it, domains: half(it.domains) };
    else break;
  }
  return it;
}

function half<T>(list: readonly T[]): readonly T[] {
  return list.slice(0, list.length >> 1);
}

function asItem(memory: Stored, length: number): SnapshotItem {
  const { uid, type, domain, title, content, created_at } = memory;
  return {
    uid,
    type,
    domain,
    ...(title === "" ? {} : { title: oneLine(title, 120) }),
    text: oneLine(content, length),
    at: created_at,
  };
}

function memories(db: DatabaseSync, ids: readonly number[]): Stored[] {
  return ids.map((id) => storedById(db, id, 8 * CHECKPOINT_LENGTH)).filter((
    it,
  ) => it !== null);
}

function wholeCount(db: DatabaseSync): number {
  return Number(
    prepared(db, "SELECT subtree FROM domains WHERE path = ''").get()
      ?.["subtree"] ?? 0,
  );
}

/** What a domain's row says. */
export function asDomain(row: Record<string, unknown>): SnapshotDomain {
  return {
    path: String(row["path"]),
    count: Number(row["count"]),
    subtree: Number(row["subtree"]),
    also: Number(row["also"]),
    latestAt: String(row["last_at"]),
  };
}

function domainsOf(
  db: DatabaseSync,
  scope: Scope,
): Pick<Snapshot, "domains" | "domainTotal" | "busiest"> {
  const roots = scope.paths;
  const below = roots === null
    ? ""
    : `AND (0 ${
      roots.map(() => "OR path = ? OR path >= ? AND path < ?").join(" ")
    })`;
  const values = (roots ?? []).flatMap((it) => [it, `${it}/`, `${it}0`]);
  const used = `FROM domains WHERE path <> '' AND count + also > 0 ${below}`;
  const get = (sql: string): Record<string, unknown>[] =>
    prepared(db, sql).all(...values);
  const busiest = get(
    `SELECT path ${used} ORDER BY count + also DESC, last_id DESC, path LIMIT 1`,
  )[0]?.["path"];
  return {
    domains: get(
      `SELECT * ${used} ORDER BY last_id DESC, path LIMIT ${MAX_DOMAINS}`,
    ).map(asDomain),
    domainTotal: Number(get(`SELECT count(*) AS n ${used}`)[0]?.["n"] ?? 0),
    busiest: busiest === undefined ? null : String(busiest),
  };
}
