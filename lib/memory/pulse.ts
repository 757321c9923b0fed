import type { DatabaseSync } from "node:sqlite";
import { resolveScope, type Scope } from "./domain.ts";
import { type Memory, MEMORY_TYPES, type MemoryType } from "./memory.ts";
import { asDomain } from "./make_snapshot.ts";
import { oneLine } from "./one_line.ts";
import { optionalText, type Params } from "./_params.ts";
import { prepared } from "../store/prepared.ts";
import { countOf, latestOf } from "./_rank.ts";
import { type ReadContext, tokens } from "./search.ts";
import { type Stored, storedById } from "./_stored.ts";

/** A memory in a list. */
export interface Listed {
  readonly uid: string;
  readonly type: MemoryType;
  readonly title: string;
  readonly domain: string;
  readonly confidence: string;
  readonly created_at: string;
  /** The beginning of its text. */
  readonly text: string;
  readonly est_tokens?: number;
}

/** What is known of a domain. */
export interface Pulse {
  readonly scope: {
    readonly domain: string;
    /** The paths that the domain stands for; none where it is not known. `null`: everything. */
    readonly paths: readonly string[] | null;
    readonly total: number;
    readonly by_type: Readonly<Partial<Record<MemoryType, number>>>;
    /** How many of a kind are there and not listed. */
    readonly not_shown: Readonly<Partial<Record<MemoryType, number>>>;
    readonly subdomains: readonly {
      readonly path: string;
      readonly total: number;
    }[];
    /** How many of the domain's are filed elsewhere. */
    readonly also?: number;
    /** Memories that were to be looked at again by now. */
    readonly stale?: readonly string[];
  };
  /** Whole. */
  readonly latest_checkpoint: Memory | null;
  readonly handoffs: readonly Listed[];
  readonly anti_patterns: readonly Listed[];
  readonly recent_notes: readonly Listed[];
  readonly diagrams: readonly {
    readonly uid: string;
    readonly title: string;
  }[];
}

/** UTF-16 units of a text in a list. */
const LISTED_LENGTH = 400;

const SHOWN: Readonly<Partial<Record<MemoryType, number>>> = {
  checkpoint: 1,
  handoff: 5,
  anti_pattern: 10,
  note: 5,
  diagram: 5,
};

const MAX_SUBDOMAINS = 20;
const MAX_STALE = 10;

/** `pulse(domain)`: the state of a subject, to be read before work on it begins. */
export function pulse(
  db: DatabaseSync,
  params: Params,
  { domainCase, now }: ReadContext,
): Pulse {
  const domain = optionalText(params, "domain") ?? "";
  const scope = resolveScope(db, domain, domainCase);
  const ids = (type: MemoryType): number[] =>
    latestOf(db, { scope, type, isSound: true }, SHOWN[type] ?? 0);
  const list = (type: MemoryType): Listed[] => listed(db, ids(type));
  const byType: Partial<Record<MemoryType, number>> = {};
  const notShown: Partial<Record<MemoryType, number>> = {};
  let total = 0;
  for (const type of MEMORY_TYPES) {
    const number = countOf(db, { scope, type });
    if (number === 0) continue;
    total += number;
    byType[type] = number;
    const rest = number - ids(type).length;
    if (rest > 0) notShown[type] = rest;
  }
  const [latest] = ids("checkpoint");
  const checkpoint = latest === undefined
    ? null
    : storedById(db, latest, Number.MAX_SAFE_INTEGER);
  const filed = filedIn(db, scope);
  const stale = staleIn(db, scope, now);
  return {
    scope: {
      domain,
      paths: scope.paths,
      total,
      by_type: byType,
      not_shown: notShown,
      subdomains: subdomains(db, scope),
      ...(filed !== null && total > filed ? { also: total - filed } : {}),
      ...(stale.length > 0 ? { stale } : {}),
    },
    latest_checkpoint: checkpoint === null ? null : asMemory(checkpoint),
    handoffs: list("handoff"),
    anti_patterns: list("anti_pattern"),
    recent_notes: list("note"),
    diagrams: list("diagram").map(({ uid, title }) => ({ uid, title })),
  };
}

/** Memories as they stand in a list. */
export function listed(db: DatabaseSync, ids: readonly number[]): Listed[] {
  return ids.map((id) => storedById(db, id, 100_000))
    .filter((it) => it !== null)
    .map(({ uid, type, title, domain, confidence, created_at, content }) => ({
      uid,
      type,
      title,
      domain,
      confidence,
      created_at,
      text: oneLine(content, LISTED_LENGTH),
      ...tokens(content, LISTED_LENGTH),
    }));
}

/** A memory without its number, which is nobody's business. */
export function asMemory({ id: _, ...memory }: Stored): Memory {
  return memory;
}

/** How many are filed in a scope; `null` where it is everything. */
function filedIn(db: DatabaseSync, { paths, ids }: Scope): number | null {
  if (paths === null) return null;
  const outermost = ids.filter((_, at) =>
    !paths.some((it) => paths[at]?.startsWith(`${it}/`))
  );
  const find = prepared(db, "SELECT subtree FROM domains WHERE id = ?");
  return outermost.reduce(
    (sum, id) => sum + Number(find.get(id)?.["subtree"] ?? 0),
    0,
  );
}

function subdomains(
  db: DatabaseSync,
  { paths }: Scope,
): { path: string; total: number }[] {
  const found: { path: string; total: number }[] = [];
  for (const path of paths ?? [""]) {
    const [from, to] = path === ""
      ? ["!", "\u{10ffff}"]
      : [`${path}/`, `${path}0`];
    const rows = prepared(
      db,
      `SELECT * FROM domains WHERE path >= ? AND path < ? AND subtree + also > 0
         AND instr(substr(path, ?), '/') = 0
       ORDER BY last_id DESC, path LIMIT ${MAX_SUBDOMAINS}`,
    ).all(from, to, path === "" ? 1 : path.length + 2);
    for (const row of rows) {
      const { path, subtree } = asDomain(row);
      found.push({ path, total: subtree });
    }
  }
  return found.slice(0, MAX_SUBDOMAINS);
}

function staleIn(db: DatabaseSync, { paths }: Scope, now: Date): string[] {
  const rows = prepared(
    db,
    `SELECT uid, domain FROM memories WHERE review_after IS NOT NULL AND status = 'active' AND review_after <= ?
     ORDER BY review_after LIMIT 500`,
  ).all(now.toISOString());
  return rows.filter(({ domain }) =>
    paths === null ||
    paths.some((it) => domain === it || String(domain).startsWith(`${it}/`))
  ).slice(0, MAX_STALE).map(({ uid }) => String(uid));
}
