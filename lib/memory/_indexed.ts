import type { DatabaseSync } from "node:sqlite";
import type { MemoryType } from "./memory.ts";
import { onIndex } from "../store/on_index.ts";
import { prepared } from "../store/prepared.ts";

/** Units of a text that parts of words are found in. All of its words are found. */
const TRIGRAM_LENGTH = 16_384;

/** A type as the index knows it. */
const TYPE_TOKENS: Readonly<Record<MemoryType, string>> = {
  note: "tn",
  checkpoint: "tc",
  anti_pattern: "ta",
  reasoning: "tr",
  handoff: "th",
  diagram: "td",
};

export const CONTRADICTED = "xc";

/** The token of a type; one that is not known is in no index. */
export function typeToken(type: string): string {
  return TYPE_TOKENS[type as MemoryType] ?? "tx";
}

/** What a memory counts for, as its row and the words' index keep it. The bars keep `d1` from being a part of `d12`. */
export function scopeText(
  domainIds: Iterable<number>,
  type: MemoryType,
  isContradicted: boolean,
): string {
  const tokens = [...domainIds].map((id) => `d${id}`);
  tokens.push(typeToken(type));
  if (isContradicted) tokens.push(CONTRADICTED);
  return `|${tokens.join("|")}|`;
}

const FTS = "title, tags, content, cjk, scope";
const FTS_VALUES = FTS;
const TRIGRAM = "title, tags, content";
const TRIGRAM_VALUES = `title, tags, substr(content, 1, ${TRIGRAM_LENGTH})`;

/** Puts a memory into the indexes, as it is in its table now. */
export function addToIndex(db: DatabaseSync, id: number): void {
  onIndex(() => {
    prepared(
      db,
      `INSERT INTO memories_fts(rowid, ${FTS})
     SELECT id, ${FTS_VALUES} FROM memories WHERE id = ?`,
    ).run(id);
    prepared(
      db,
      `INSERT INTO memories_trigram(rowid, ${TRIGRAM})
     SELECT id, ${TRIGRAM_VALUES} FROM memories WHERE id = ?`,
    ).run(id);
  });
}

/** Takes a memory out of the indexes. It must be in its table as it was put in. */
export function removeFromIndex(db: DatabaseSync, id: number): void {
  onIndex(() => {
    prepared(
      db,
      `INSERT INTO memories_fts(memories_fts, rowid, ${FTS})
     SELECT 'delete', id, ${FTS_VALUES} FROM memories WHERE id = ?`,
    ).run(id);
    prepared(
      db,
      `INSERT INTO memories_trigram(memories_trigram, rowid, ${TRIGRAM})
     SELECT 'delete', id, ${TRIGRAM_VALUES} FROM memories WHERE id = ?`,
    ).run(id);
  });
}

/** Makes both indexes anew from the table. */
export function rebuildIndex(db: DatabaseSync): void {
  db.exec(
    `INSERT INTO memories_fts(memories_fts) VALUES ('delete-all');
     INSERT INTO memories_trigram(memories_trigram) VALUES ('delete-all');
     INSERT INTO memories_fts(rowid, ${FTS})
       SELECT id, ${FTS_VALUES} FROM memories WHERE status = 'active';
     INSERT INTO memories_trigram(rowid, ${TRIGRAM})
       SELECT id, ${TRIGRAM_VALUES} FROM memories WHERE status = 'active'`,
  );
}
