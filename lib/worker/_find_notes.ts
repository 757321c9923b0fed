import { DatabaseSync } from "node:sqlite";
import { indexFile } from "../graph/index_file.ts";
import type { Places } from "../place.ts";
import { isFile } from "../private_file.ts";

/** A note that was found. */
export interface FoundNote {
  /** Relative to the vault. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** When it was changed, in ms since the epoch. */
  readonly at: number;
}

const MAX_WORDS = 8;

/** UTF-16 units of headings in which is looked. */
const MAX_TEXT = 4000;

/**
 * The index of the configured vault.
 *
 * @param places Where it is. Needs read permission on it, and on the vault's own path.
 * @returns To be closed by the caller; `null` where there is none.
 * @throws {Error} when it is damaged.
 */
export function openNotes(places: Places, vault: string): DatabaseSync | null {
  let file: string;
  try {
    file = indexFile(places, Deno.realPathSync(vault));
  } catch {
    return null;
  }
  return isFile(file)
    ? new DatabaseSync(file, { readOnly: true, timeout: 100 })
    : null;
}

/**
 * Finds notes that have all the words, in whatever order, in their titles, paths, tags, summaries or headings; those with the first word
 * in the title first, then the best linked ones.
 *
 * @param query What is looked for.
 * @param limit How many at most.
 * @throws {Error} when the index is damaged, or another process has it for itself.
 */
export function findNotes(
  places: Places,
  vault: string,
  query: string,
  limit: number,
): FoundNote[] {
  const words = query.split(/\s+/).filter((word) => word !== "")
    .slice(0, MAX_WORDS).map((word) =>
      `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`
    );
  const [first] = words;
  if (first === undefined) return [];
  const db = openNotes(places, vault);
  if (db === null) return [];
  try {
    const all = words.map((_, at) => `text LIKE ?${at + 2} ESCAPE '\\'`);
    return db.prepare(
      `SELECT path, title, summary, mtime FROM (
         SELECT *, concat_ws(char(10), title, path, summary,
           (SELECT group_concat(tag) FROM tags WHERE note = notes.id),
           (SELECT substr(group_concat(text), 1, ${MAX_TEXT}) FROM headings WHERE note = notes.id)
         ) AS text FROM notes
       ) WHERE ${all.join(" AND ")}
       ORDER BY title LIKE ?2 ESCAPE '\\' DESC, degree DESC, path LIMIT ?1`,
    ).all(limit, ...words).map((row) => ({
      path: String(row["path"]),
      title: String(row["title"]),
      text: String(row["summary"]),
      at: Math.floor(Number(row["mtime"])),
    }));
  } finally {
    db.close();
  }
}
