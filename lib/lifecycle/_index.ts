import type { DatabaseSync } from "node:sqlite";
import { onIndex } from "../store/on_index.ts";
import { prepared } from "../store/prepared.ts";
import { indexText } from "./index_text.ts";
import { itemNumber } from "./item.ts";
import type { ItemKind } from "./types.ts";

/** What an item is found by. */
export interface Indexed {
  readonly kind: ItemKind;
  readonly id: number;
  readonly project: string;
  readonly title: string;
  readonly body: string;
  readonly files: readonly string[];
}

/** Puts an item into the index. */
export function addToIndex(db: DatabaseSync, item: Indexed): void {
  const { title, body, files, cjk, scope } = indexText(item);
  onIndex(() =>
    prepared(
      db,
      "INSERT INTO lifecycle_fts(rowid, title, body, files, cjk, scope) VALUES (?, ?, ?, ?, ?, ?)",
    ).run(itemNumber(item.kind, item.id), title, body, files, cjk, scope)
  );
}

/** Takes an item out of the index, with its vector. The index forgets its words when it is merged. */
export function removeFromIndex(
  db: DatabaseSync,
  kind: ItemKind,
  id: number,
): void {
  const number = itemNumber(kind, id);
  onIndex(() =>
    prepared(db, "DELETE FROM lifecycle_fts WHERE rowid = ?").run(number)
  );
  prepared(db, "DELETE FROM vectors WHERE item = ?").run(number);
}
