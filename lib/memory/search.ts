import type { DatabaseSync } from "node:sqlite";
import { EVERYTHING, resolveScope } from "./domain.ts";
import {
  type Confidence,
  type DomainCase,
  MEMORY_TYPES,
  type MemoryType,
} from "./memory.ts";
import { oneLine } from "./one_line.ts";
import {
  count,
  oneOf,
  optionalText,
  type Params,
  requiredText,
} from "./_params.ts";
import { rank } from "./_rank.ts";
import { type Stored, storedById } from "./_stored.ts";
import type { FindNotes } from "./vault_note.ts";
import { terms } from "../store/words.ts";

/** A memory that a query found. */
export interface MemoryHit {
  readonly source: "memory";
  readonly uid: string;
  readonly type: MemoryType;
  readonly title: string;
  readonly domain: string;
  readonly tags: readonly string[];
  readonly confidence: Confidence;
  readonly created_at: string;
  /** What of its text is shown. */
  readonly text: string;
  /** Tokens of the whole text, about, where it is not shown whole. */
  readonly est_tokens?: number;
  readonly superseded_by?: string;
}

/** A note of the vault that a query found. */
export interface NoteHit {
  readonly source: "vault";
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** What a query found. */
export interface Found {
  readonly results: readonly (MemoryHit | NoteHit)[];
  /** The domains that were looked in, where that is not the one that was named. */
  readonly paths?: readonly string[];
}

/** What readers need besides the store. */
export interface ReadContext {
  readonly domainCase: DomainCase;
  readonly now: Date;
  /** Finds notes of the vault. */
  readonly findNotes: FindNotes | null;
}

const MAX_RESULTS = 50;
const SNIPPET_LENGTH = 240;
const RECALL_LENGTH = 1500;

/** Notes that are named beside memories. */
const MAX_NOTES = 5;

/** Milliseconds for which memories are gone through where the query holds nothing that the index knows, such as an emoji. */
const SCAN_MS = 15;

/** `search(query, domain?, type?, limit=10)`: what there is, each in one line around the words. */
export function search(
  db: DatabaseSync,
  params: Params,
  context: ReadContext,
): Found {
  return find(db, params, context, (memory, words) => ({
    text: around(memory.content, words, SNIPPET_LENGTH),
    ...tokens(memory.content, SNIPPET_LENGTH),
  }));
}

/** `recall(query, domain?, limit=10)`: what is known of something, to be read as context. */
export function recall(
  db: DatabaseSync,
  params: Params,
  context: ReadContext,
): Found {
  return find(db, { ...params, type: null }, context, (memory) => ({
    text: memory.content.length <= RECALL_LENGTH
      ? memory.content
      : `${memory.content.slice(0, RECALL_LENGTH).toWellFormed()}...`,
    ...tokens(memory.content, RECALL_LENGTH),
  }));
}

function find(
  db: DatabaseSync,
  params: Params,
  context: ReadContext,
  show: (
    memory: Stored,
    words: readonly string[],
  ) => { readonly text: string; readonly est_tokens?: number },
): Found {
  const query = requiredText(params, "query");
  const limit = count(params, "limit", 10, MAX_RESULTS);
  const domain = optionalText(params, "domain");
  const type = optionalText(params, "type") === null
    ? null
    : oneOf(params, "type", MEMORY_TYPES);
  const scope = domain === null
    ? EVERYTHING
    : resolveScope(db, domain, context.domainCase);
  const words = terms(query, 12).map((term) => term.text);
  const ids = words.length > 0
    ? rank(db, query, { scope, type }, limit + 10)
    : scan(db, query.trim(), limit);
  const memories = ids.map((id) => storedById(db, id, 20_000))
    .filter((it) => it !== null)
    .filter((it) =>
      words.length > 0 ||
      (type === null || it.type === type) && isIn(it, scope.paths)
    );
  // What was found to be wrong is worth knowing, after all else.
  const isWrong = (it: Stored): boolean => it.confidence === "contradicted";
  const ordered = [
    ...memories.filter((it) => !isWrong(it)),
    ...memories.filter(isWrong),
  ].slice(0, limit);
  // A domain and a type are the store's: the vault knows of neither.
  const notes = domain === null && type === null && words.length > 0
    ? context.findNotes?.(words, Math.min(MAX_NOTES, limit)) ?? []
    : [];
  return {
    results: [
      ...ordered.map((it): MemoryHit => ({
        source: "memory",
        uid: it.uid,
        type: it.type,
        title: it.title,
        domain: it.domain,
        tags: it.tags,
        confidence: it.confidence,
        created_at: it.created_at,
        ...show(it, words),
        ...(it.superseded_by === null
          ? {}
          : { superseded_by: it.superseded_by }),
      })),
      ...notes.map((it): NoteHit => ({
        source: "vault",
        path: it.path,
        title: it.title,
        text: oneLine(it.snippet, SNIPPET_LENGTH),
      })),
    ],
    ...(scope.paths === null || scope.paths.length === 1 &&
        scope.paths[0] === domain
      ? {}
      : { paths: scope.paths }),
  };
}

/** Goes through the latest memories for a text as it is, for as long as it may. */
function scan(db: DatabaseSync, text: string, limit: number): number[] {
  const end = performance.now() + SCAN_MS;
  const found: number[] = [];
  const statement = db.prepare(
    `SELECT id, status = 'active' AND
       (instr(title, ?1) > 0 OR instr(tags, ?1) > 0 OR instr(content, ?1) > 0) AS has
     FROM memories ORDER BY id DESC`,
  );
  for (const row of statement.iterate(text)) {
    if (row["has"] === 1) found.push(Number(row["id"]));
    if (found.length === limit || performance.now() > end) break;
  }
  return found;
}

/** Whether a memory is in one of some domains, or below. */
function isIn(memory: Stored, paths: readonly string[] | null): boolean {
  return paths === null ||
    [memory.domain, ...memory.also].some((domain) =>
      paths.some((path) => domain === path || domain.startsWith(`${path}/`))
    );
}

/** A piece of a text with the first of some words in it. */
function around(
  content: string,
  words: readonly string[],
  length: number,
): string {
  const lower = content.toLowerCase();
  const at = words.map((word) => lower.indexOf(word)).filter((it) => it >= 0);
  const first = Math.min(...at, content.length);
  if (at.length === 0 || first < length - 60) return oneLine(content, length);
  return `...${oneLine(content.slice(first - 60).toWellFormed(), length - 3)}`;
}

/** How long a text is for a model, where it is not shown whole. */
export function tokens(
  text: string,
  shown: number,
): { readonly est_tokens?: number } {
  return text.length <= shown ? {} : { est_tokens: Math.ceil(text.length / 4) };
}
