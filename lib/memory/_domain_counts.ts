import type { DatabaseSync } from "node:sqlite";
import { fold, lineage } from "./domain.ts";
import { prepared } from "../store/prepared.ts";

/** The numbers of a path and all above it, which are made where they are missing. */
export function domainIds(db: DatabaseSync, path: string): number[] {
  const find = prepared(db, "SELECT id FROM domains WHERE path = ?");
  const make = prepared(db, "INSERT INTO domains(path, folded) VALUES (?, ?)");
  return lineage(path).map((it) =>
    Number(find.get(it)?.["id"] ?? make.run(it, fold(it)).lastInsertRowid)
  );
}

/**
 * Counts a memory in, or out, where it is filed or listed.
 *
 * @param kind `count`: filed there; `also`: listed there.
 * @param by 1 or -1.
 * @param latest The memory's number and time where that is news of the domain's, else `null`.
 */
export function countDomain(
  db: DatabaseSync,
  path: string,
  kind: "count" | "also",
  by: 1 | -1,
  latest: { readonly id: number; readonly at: string } | null,
): void {
  const [own, ...above] = domainIds(db, path);
  const id = latest?.id ?? 0;
  const at = latest?.at ?? "";
  const subtree = kind === "count" ? by : 0;
  const news =
    `last_at = CASE WHEN ?1 >= last_id AND ?1 > 0 THEN ?2 ELSE last_at END,
    last_id = max(last_id, ?1)`;
  prepared(
    db,
    `UPDATE domains SET ${kind} = ${kind} + ?3, subtree = subtree + ?4, ${news}
     WHERE id = ?5`,
  ).run(id, at, by, subtree, own ?? 0);
  const update = prepared(
    db,
    `UPDATE domains SET subtree = subtree + ?3, ${news} WHERE id = ?4`,
  );
  for (const one of above) update.run(id, at, subtree, one);
}

/** Counts a memory of a type in or out: those that are active and not contradicted. */
export function countType(db: DatabaseSync, type: string, by: 1 | -1): void {
  prepared(
    db,
    `INSERT INTO tallies(type, count) VALUES (?1, ?2)
     ON CONFLICT(type) DO UPDATE SET count = count + ?2`,
  ).run(type, by);
}
