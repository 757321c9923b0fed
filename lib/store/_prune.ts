import type { DatabaseSync } from "node:sqlite";
import { pragma } from "./_schema.ts";
import type { Writer } from "./_writer.ts";
import { OWN } from "./row.ts";

/** What is kept. */
export interface PruneOptions {
  /** Rows that are older than so many days go; 0 keeps them for ever. */
  readonly days: number;
  /** The oldest rows go until they need no more than so many bytes; 0 sets no bound. */
  readonly maxBytes: number;
  /** The time to count from; the store's own clock by default. */
  readonly now?: Date;
}

const DAY_NS = 86_400_000_000_000n;

/** Of the bound, what is left after a pruning by size: the next row must not bring the next pruning. */
const ROOM_LEFT = 0.95;

/**
 * Removes the oldest rows, within a transaction of the caller's, and adds a row that says where the chain now begins. The last row
 * always stays: the head names it.
 *
 * @returns How many rows were removed.
 */
export function prune(
  db: DatabaseSync,
  writer: Writer,
  options: PruneOptions,
  now: Date,
): number {
  const { days, maxBytes } = options;
  const nowNs = BigInt(now.getTime()) * 1_000_000n;
  let rows = 0;
  if (days > 0) {
    const cutoff = nowNs - BigInt(Math.round(days * 86_400)) * 1_000_000_000n;
    // A row from a clock that was ahead must not keep all that come after it: it goes with its neighbours.
    const kept = db.prepare(
      "SELECT seq FROM rows WHERE at >= ? AND at <= ? ORDER BY seq LIMIT 1",
    ).get(cutoff, nowNs + DAY_NS);
    const before = kept === undefined ? writer.last().seq : Number(kept["seq"]);
    rows += removeBefore(db, writer, before, "age", now);
  }
  // To ask for the rows' size is to read them all.
  if (maxBytes > 0 && fileSize(db) > maxBytes && size(db) > maxBytes) {
    rows += removeBefore(
      db,
      writer,
      firstWithin(db, writer, maxBytes),
      "size",
      now,
    );
  }
  return rows;
}

/** Gives the room of removed rows back to the file system, outside a transaction. Returns whether the log is empty now. */
export function shrink(db: DatabaseSync): boolean {
  // One step frees one page, and `exec()` takes one step (2.7.11 and 2.9.6, measured).
  for (const _ of db.prepare("PRAGMA incremental_vacuum").iterate());
  const done = db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
  return done?.["busy"] === 0;
}

/** Bytes of the whole file. */
function fileSize(db: DatabaseSync): number {
  return pragma(db, "page_count") * pragma(db, "page_size");
}

/** Bytes that the rows need, with their indexes: what else is in the file is not theirs to make room for. */
function size(db: DatabaseSync): number {
  const indexes = db.prepare(
    "SELECT name FROM sqlite_schema WHERE tbl_name = 'rows'",
  ).all();
  const pages = db.prepare(
    "SELECT pgsize AS size FROM dbstat WHERE name = ? AND aggregate = 1",
  );
  return indexes.reduce(
    (sum, { name }) => sum + Number(pages.get(String(name))?.["size"] ?? 0),
    0,
  );
}

function removeBefore(
  db: DatabaseSync,
  writer: Writer,
  seq: number,
  reason: "age" | "size",
  now: Date,
): number {
  const end = db.prepare(
    "SELECT seq, hash FROM rows WHERE seq < ? ORDER BY seq DESC LIMIT 1",
  ).get(seq);
  if (end === undefined) return 0;
  const { count } = db.prepare(
    "SELECT count(*) AS count FROM rows WHERE seq < ?",
  ).get(seq) as { count: number };
  // A pruning by size that adds as many rows as it removes would go on for ever.
  if (reason === "size" && count < 2) return 0;
  db.prepare("DELETE FROM rows WHERE seq < ?").run(seq);
  const upto = { upto_seq: Number(end["seq"]), upto_hash: String(end["hash"]) };
  writer.addOwn(OWN.pruned, { ...upto, rows: count, reason }, now);
  return count;
}

/** The first row that can stay if the store is to be smaller than its bound. */
function firstWithin(
  db: DatabaseSync,
  writer: Writer,
  maxBytes: number,
): number {
  const last = writer.last().seq;
  const all = db.prepare(
    `SELECT sum(octet_length(payload) + octet_length(id) + 200) AS bytes
     FROM rows`,
  ).get() as { bytes: number };
  // Rows take their share of the file by their length.
  let excess = all.bytes * (1 - maxBytes * ROOM_LEFT / size(db));
  const lengths = db.prepare(
    `SELECT seq, octet_length(payload) + octet_length(id) + 200 AS bytes
     FROM rows ORDER BY seq`,
  ).iterate();
  for (const row of lengths) {
    if (excess <= 0 || Number(row["seq"]) === last) return Number(row["seq"]);
    excess -= Number(row["bytes"]);
  }
  return last;
}
