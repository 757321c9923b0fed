import { DatabaseSync } from "node:sqlite";
import { indexFile } from "../graph/index_file.ts";
import type { VaultHit } from "../memory/vault_note.ts";
import type { Places } from "../place.ts";
import { isFile } from "../private_file.ts";

/** One note as it is searched. */
interface Known {
  readonly path: string;
  readonly title: string;
  readonly snippet: string;
  /** Folded, with what a word found there counts for. */
  readonly fields: readonly (readonly [text: string, weight: number])[];
}

/** Milliseconds for which a list of notes is good, however often the index changes meanwhile. */
const GOOD_MS = 2000;

/** UTF-16 units of what a note says of itself. */
const MAX_SNIPPET = 400;

/**
 * Finds notes of the vault by their titles, paths, summaries, tags and headings. It keeps what the index says in memory as long as that
 * does not change, so that a search is a look through texts.
 */
export class VaultNotes {
  readonly #places: Places;
  readonly #now: () => number;
  #db: DatabaseSync | null = null;
  #identity = "";
  #version = -1;
  #readAt = -Infinity;
  #notes: readonly Known[] = [];

  /**
   * @param places Where the index is. Needs read permission on it, and on the vault's own path.
   * @param now Milliseconds that only grow.
   */
  constructor(places: Places, now: () => number) {
    this.#places = places;
    this.#now = now;
  }

  /**
   * Finds notes, the best first: those that have every word, or, where none has, those that have at least half of them.
   *
   * @param vault The configured vault.
   * @param words What is looked for.
   * @param limit How many at most.
   * @throws {Error} when the index is damaged, or another process has it for itself.
   */
  find(vault: string, words: readonly string[], limit: number): VaultHit[] {
    const folded = [...new Set(words.map(fold))].filter((word) => word !== "");
    if (folded.length === 0) return [];
    try {
      this.#refresh(vault);
    } catch (error) {
      this.close();
      throw error;
    }
    return ranked(this.#notes, folded).slice(0, limit)
      .map(({ path, title, snippet }) => ({ path, title, snippet }));
  }

  close(): void {
    this.#db?.close();
    this.#db = null;
    this.#version = -1;
    this.#readAt = -Infinity;
    this.#notes = [];
  }

  #refresh(configured: string): void {
    let vault: string;
    try {
      vault = Deno.realPathSync(configured);
    } catch {
      return this.close();
    }
    const file = indexFile(this.#places, vault);
    if (!isFile(file)) return this.close();
    const { dev, ino } = Deno.statSync(file);
    const identity = `${file} ${dev} ${ino}`;
    if (this.#db === null || identity !== this.#identity) {
      this.close();
      this.#db = new DatabaseSync(file, { readOnly: true, timeout: 100 });
      this.#identity = identity;
    }
    if (this.#now() - this.#readAt < GOOD_MS) return;
    const version = Number(
      this.#db.prepare("PRAGMA data_version").get()?.["data_version"],
    );
    if (version !== this.#version) this.#notes = readAll(this.#db);
    this.#version = version;
    this.#readAt = this.#now();
  }
}

function readAll(db: DatabaseSync): Known[] {
  const tags = grouped(db, "SELECT note, tag AS text FROM tags ORDER BY key");
  const headings = grouped(db, "SELECT note, text FROM headings");
  return db.prepare("SELECT id, path, title, summary FROM notes ORDER BY path")
    .all().map((row) => {
      const id = Number(row["id"]);
      const path = String(row["path"]);
      const title = String(row["title"]);
      const summary = String(row["summary"]);
      const own = tags.get(id) ?? [];
      const about = headings.get(id) ?? [];
      return {
        path,
        title,
        snippet: [
          summary,
          own.map((tag) => `#${tag}`).join(" "),
          about.join(" / "),
        ]
          .filter((part) => part !== "").join(" | ").slice(0, MAX_SNIPPET),
        fields: ([
          [title, 8],
          [own.join("\n"), 6],
          [path, 4],
          [about.join("\n"), 3],
          [summary, 2],
        ] as const).filter(([text]) => text !== "")
          .map(([text, weight]) => [fold(text), weight] as const),
      };
    });
}

function grouped(db: DatabaseSync, sql: string): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const row of db.prepare(sql).iterate()) {
    const note = Number(row["note"]);
    const group = groups.get(note);
    if (group === undefined) groups.set(note, [String(row["text"])]);
    else group.push(String(row["text"]));
  }
  return groups;
}

/** A word that few notes have tells more than one that most have. */
function ranked(notes: readonly Known[], words: readonly string[]): Known[] {
  const having = words.map(() => 0);
  const hits: { note: Known; weights: number[]; found: number }[] = [];
  for (const note of notes) {
    const weights = words.map((word) => weightOf(note, word));
    let found = 0;
    weights.forEach((weight, index) => {
      if (weight === 0) return;
      found++;
      having[index] = (having[index] ?? 0) + 1;
    });
    if (found * 2 >= words.length) hits.push({ note, weights, found });
  }
  const complete = hits.filter(({ found }) => found === words.length);
  const rarity = having.map((count) =>
    Math.log((notes.length + 1) / (count + 0.5))
  );
  const score = (weights: readonly number[]): number =>
    weights.reduce(
      (sum, weight, index) => sum + weight * (rarity[index] ?? 0),
      0,
    );
  return (complete.length > 0 ? complete : hits)
    .map(({ note, weights }) => ({ note, score: score(weights) }))
    .sort((a, b) => b.score - a.score).map(({ note }) => note);
}

function weightOf({ fields }: Known, word: string): number {
  for (const [text, weight] of fields) {
    if (text.includes(word)) return weight;
  }
  return 0;
}

/** Without case and accents, as the memories' index compares words. */
function fold(text: string): string {
  // deno-lint-ignore no-control-regex -- whether it is all ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(/\p{M}+/gu, "").toLowerCase();
}
