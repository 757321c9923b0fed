/** A note of the vault that a query found. */
export interface VaultHit {
  /** Relative to the vault. */
  readonly path: string;
  readonly title: string;
  /** What the note says of itself, in one line. */
  readonly snippet: string;
}

/**
 * Finds notes of the vault by words; bounded in time. Where there is no vault, or no index of it, there are none.
 *
 * @param words What is looked for, in lower case: a note must have each of them in its path, title, summary, tags or headings.
 * @param limit How many at most.
 */
export type FindNotes = (
  words: readonly string[],
  limit: number,
) => readonly VaultHit[];
