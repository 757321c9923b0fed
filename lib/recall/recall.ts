import type { DatabaseSync } from "node:sqlite";
import { onIndex } from "../store/on_index.ts";
import { type Concept, conceptsOf } from "./_concepts.ts";
import { byFiles } from "./_by_files.ts";
import { type Found, happened, noted, remembered } from "./_found.ts";
import { cover } from "./_pool.ts";
import { lifecyclePool, memoryPool } from "./_pools.ts";
import { select } from "./_select.ts";
import type { NoteTexts } from "./note_texts.ts";
import { render } from "./_render.ts";
import { memoryNumber, memoryOfNumber } from "./vectors/memory_number.ts";
import type { Near } from "./vectors/vector_index.ts";

/** What is looked in. */
export interface RecallSources {
  /** The store, with the tables of the lifecycle; `null` where there is none. */
  readonly db: DatabaseSync | null;
  /** The notes of the vault, and where that is; `null` where there are none. */
  readonly notes: { readonly texts: NoteTexts; readonly vault: string } | null;
}

/** What is asked. */
export interface RecallQuery {
  /** The prompt, redacted. */
  readonly prompt: string;
  /** The host's id of the session that it is in: what that did itself is no news. `""`: none. */
  readonly session: string;
  /** The project's identity. */
  readonly project: string;
  /** Addresses of what the session was told already. */
  readonly told: readonly string[];
  /** The answer's length in UTF-16 units, and how many items it has at most. */
  readonly maxChars: number;
  readonly maxItems: number;
}

/** What bears on a prompt. */
export interface RecallAnswer {
  /** What the session is told; `""` where nothing is relevant enough. */
  readonly text: string;
  /** Addresses of what it tells of. */
  readonly items: readonly string[];
}

/** Items of each source that are looked at more closely. */
const DEPTH = 60;

/**
 * Says what bears on a prompt: what happened in earlier sessions of the project, memories, and notes of the vault.
 *
 * It is chosen by rare words: an item has to have most of what the prompt is about, by weight, and at least two things of it, or the name
 * of a file or a function. So a prompt on something else is told nothing.
 *
 * @param sources What is looked in.
 * @param query What is asked.
 * @param near What is near to the prompt by its meaning, the nearest first, where a model compared that: both orders are fused.
 * @throws {IndexBroken} when a full-text index is damaged.
 */
export function recall(
  sources: RecallSources,
  query: RecallQuery,
  near: readonly Near[] = [],
): RecallAnswer {
  const { maxChars, maxItems } = query;
  if (maxChars <= 0 || maxItems <= 0) return { text: "", items: [] };
  const concepts = conceptsOf(query.prompt);
  const found = onIndex(() => [
    ...sources.db === null ? [] : inStore(sources.db, concepts, query, near),
    ...inVault(sources, concepts),
  ]);
  return render(select(found, query), maxChars);
}

function inStore(
  db: DatabaseSync,
  concepts: readonly Concept[],
  { session, project }: RecallQuery,
  near: readonly Near[],
): Found[] {
  const ranks = new Map(
    near.map((it, rank) => [it.item, { ...it, rank }]),
  );
  const sessions = lifecyclePool(db, project, session);
  const happenings = sessions === null
    ? []
    : byFiles(db, cover(sessions, concepts, DEPTH), session, project);
  const memories = cover(memoryPool(db), concepts, DEPTH);
  const known = new Set([
    ...happenings.map(({ id }) => id),
    ...memories.map(({ id }) => memoryNumber(id)),
  ]);
  for (const { item } of near) {
    if (known.has(item)) continue;
    const memory = memoryOfNumber(item);
    const match = { coverage: 0, concepts: 0, hasName: false };
    if (memory === null) happenings.push({ ...match, id: item });
    else memories.push({ ...match, id: memory });
  }
  return [
    ...happenings.map((match) =>
      happened(db, match, ranks.get(match.id) ?? null)
    ),
    ...memories.map((match) =>
      remembered(db, match, ranks.get(memoryNumber(match.id)) ?? null)
    ),
  ].filter((it) => it !== null);
}

function inVault(
  { notes }: RecallSources,
  concepts: readonly Concept[],
): Found[] {
  if (notes === null) return [];
  const pool = notes.texts.pool(notes.vault);
  if (pool === null) return [];
  return cover(pool, concepts, DEPTH)
    .map((match) => noted(notes.texts, notes.vault, match))
    .filter((it) => it !== null);
}
