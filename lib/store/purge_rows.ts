import type { DatabaseSync } from "node:sqlite";
import { checkOf, PURGED, purgedPayload } from "./_purged.ts";
import { Writer } from "./_writer.ts";
import { OWN } from "./row.ts";

/**
 * Empties the content of rows: nobody can read any more what they said, and the chain goes on over them, for their hashes stay. A row of
 * the store's own says which ones they are. Within a transaction of the caller's.
 *
 * @param db The store, open for writing.
 * @param seqs Their places in the chain; those that are empty already, or not there, do not count. Some thousands at most.
 * @param now The time.
 * @returns How many were emptied.
 */
export function purgeRows(
  db: DatabaseSync,
  seqs: Iterable<number>,
  now: Date,
): number {
  const find = db.prepare(
    `SELECT seq, id, CAST(at AS TEXT) AS at, kind, session, prev_hash, hash FROM rows
     WHERE seq = ? AND payload <> '${PURGED}'`,
  );
  const empty = db.prepare(
    `UPDATE rows SET payload = '${PURGED}' WHERE seq = ?`,
  );
  const done: { seq: number; check: string }[] = [];
  for (const seq of [...new Set(seqs)].sort((a, b) => a - b)) {
    const row = find.get(seq);
    if (row === undefined) continue;
    const check = checkOf({
      seq,
      id: String(row["id"]),
      at: String(row["at"]),
      kind: String(row["kind"]),
      session: String(row["session"]),
      prevHash: String(row["prev_hash"]),
    }, String(row["hash"]));
    empty.run(seq);
    done.push({ seq, check });
  }
  if (done.length === 0) return 0;
  new Writer(db).addOwn(OWN.purged, { ...purgedPayload(done) }, now);
  return done.length;
}
