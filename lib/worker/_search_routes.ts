import type { DatabaseSync } from "node:sqlite";
import { search as searchMemories } from "../memory/search.ts";
import { searchLifecycle } from "../recall/search_lifecycle.ts";
import { findNotes } from "./_find_notes.ts";
import { projectOfQuery } from "./_project.ts";
import { kindsOf, numberOf, textOf } from "./_query.ts";
import { json } from "./_reply.ts";
import type { Call, Route, Tools } from "./_route.ts";

/** What is looked for. */
export const SEARCH_ROUTES: readonly Route[] = [
  { method: "GET", path: "/api/search", answer: search },
];

const KINDS = ["memory", "note", "prompt", "observation", "summary"] as const;

/** Memories, and notes, that are found at most. */
const MAX_OTHERS = 10;

/** Something that was found. */
interface SearchHit {
  readonly kind: typeof KINDS[number];
  /** By which it can be asked for. */
  readonly address: string;
  readonly title: string;
  readonly snippet: string;
  /** `null` for what is of no session. */
  readonly session: string | null;
  readonly project: string | null;
  readonly name: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** An observation's kind, or a memory's type. */
  readonly what?: string;
  readonly outcome?: string;
}

/** `{items, total}`: memories and notes first, where no project is named, for they are of none. */
async function search({ query, tools }: Call): Promise<Response> {
  const asked = textOf(query, "query") ?? textOf(query, "q") ?? "";
  const limit = numberOf(query, "limit", [1, 100], 20);
  const offset = numberOf(query, "offset", [0, 10_000], 0);
  const kinds = kindsOf(query, KINDS);
  const { memory, vault } = await tools.backend.config();
  const found = tools.store.read((db) => {
    const project = projectOfQuery(db, query);
    const wants = (kind: "memory" | "note"): boolean =>
      project === undefined && asked.trim() !== "" &&
      (kinds?.includes(kind) ?? true);
    const others = [
      ...wants("memory") ? memoriesOf(db, asked, memory.domainCase, tools) : [],
      ...wants("note") ? notesOf(vault.path, asked, tools) : [],
    ];
    const page = others.slice(offset, offset + limit);
    const hits = searchLifecycle(db, asked, {
      project: project ?? null,
      kinds: kinds?.filter((kind) => kind !== "memory" && kind !== "note") ??
        null,
      limit: limit - page.length,
      offset: Math.max(0, offset - others.length),
    });
    const items = hits.items.map(({ text, ...hit }): SearchHit => ({
      ...hit,
      snippet: text,
    }));
    return {
      items: [...page, ...items],
      total: others.length + hits.total,
    };
  });
  return json(found);
}

const OF_NO_SESSION = { session: null, project: null, name: null } as const;

function memoriesOf(
  db: DatabaseSync,
  query: string,
  domainCase: "preserve" | "lower" | "upper",
  { backend }: Tools,
): SearchHit[] {
  const { results } = searchMemories(
    db,
    { query, limit: MAX_OTHERS },
    { domainCase, now: backend.now(), findNotes: null },
  );
  return results.flatMap((hit): SearchHit[] =>
    hit.source !== "memory" ? [] : [{
      kind: "memory",
      address: `memory:${hit.uid}`,
      title: hit.title,
      snippet: hit.text,
      ...OF_NO_SESSION,
      at: Date.parse(hit.created_at),
      what: hit.type,
    }]
  );
}

/** An index that cannot be read at this moment is no reason not to find the rest. */
function notesOf(
  vault: string,
  query: string,
  { backend }: Tools,
): SearchHit[] {
  try {
    return findNotes(backend.places, vault, query, MAX_OTHERS)
      .map(({ path, title, text, at }): SearchHit => ({
        kind: "note",
        address: `note:${path}`,
        title,
        snippet: text,
        ...OF_NO_SESSION,
        at,
      }));
  } catch {
    return [];
  }
}
