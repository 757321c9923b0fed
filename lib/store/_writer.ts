import type { DatabaseSync, StatementSync } from "node:sqlite";
import { blake3 } from "../hash/blake3.ts";
import { canonicalJson } from "../json/canonical_json.ts";
import { GENESIS, rowHash } from "./_chain.ts";
import type { Head } from "./_head.ts";
import { rollBack } from "./_schema.ts";
import { isText } from "./assert_row.ts";
import { CAPTURED, type Row } from "./row.ts";

/** Does what goes with a row that has just been stored. */
export type Stored = (db: DatabaseSync, row: Row, seq: number) => void;

/** Adds rows to the chain. Whatever it does is done within `transaction()`. */
export class Writer {
  readonly #db: DatabaseSync;
  readonly #last: StatementSync;
  readonly #known: StatementSync;
  readonly #insert: StatementSync;
  readonly #session: StatementSync;
  readonly #time: StatementSync;
  readonly #stored: Stored;

  /** @param stored Is told of each row of `add()`, within its transaction. */
  constructor(db: DatabaseSync, stored: Stored = () => {}) {
    this.#db = db;
    this.#stored = stored;
    this.#last = db.prepare(
      "SELECT seq, hash FROM rows ORDER BY seq DESC LIMIT 1",
    );
    this.#known = db.prepare("SELECT 1 FROM rows WHERE id = ?");
    this.#insert = db.prepare(
      `INSERT INTO rows(seq, id, at, kind, session, payload, prev_hash, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#session = db.prepare(
      `SELECT kind, count(*) AS count, min(seq) AS first FROM rows
       WHERE session = ? GROUP BY kind`,
    );
    this.#time = db.prepare(
      "SELECT CAST(at AS TEXT) AS at FROM rows WHERE seq = ?",
    );
  }

  /** Does something as a whole or not at all; nobody else writes meanwhile. */
  transaction<T>(action: () => T): T {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      const result = action();
      this.#db.exec("COMMIT");
      return result;
    } catch (error) {
      rollBack(this.#db);
      throw error;
    }
  }

  /** The last row. */
  last(): Head {
    const row = this.#last.get();
    return row === undefined
      ? { seq: 0, hash: GENESIS }
      : { seq: Number(row["seq"]), hash: String(row["hash"]) };
  }

  /** Adds rows that are not there yet, and fills in what a hook leaves to the store. Returns how many there were new. */
  add(rows: readonly Row[]): number {
    const before = this.last();
    let last = before;
    for (const row of rows) {
      if (this.#known.get(row.id) !== undefined) continue;
      last = this.#add(row, last);
      this.#stored(this.#db, row, last.seq);
    }
    return last.seq - before.seq;
  }

  /** Adds a row of the store's own. */
  addOwn(
    kind: string,
    payload: Readonly<Record<string, unknown>>,
    now: Date,
  ): void {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
    const at = now.getTime() * 1e6;
    this.#add({ id: id.join(""), kind, at, payload }, this.last());
  }

  #add(row: Row, last: Head): Head {
    const { id, kind } = row;
    const given = row.payload["session_id"];
    const session = isText(given, 512) ? given : "";
    const seq = last.seq + 1;
    const at = BigInt(row.at);
    const payload = canonicalJson(this.#filledIn(row, session));
    const hash = rowHash({
      seq,
      id,
      at: String(at),
      kind,
      session,
      payload,
      prevHash: last.hash,
    });
    this.#insert.run(seq, id, at, kind, session, payload, last.hash, hash);
    return { seq, hash };
  }

  /** The payload with what only the store knows, or what would cost a hook too much: its process is new each time. */
  #filledIn(
    row: Row,
    session: string,
  ): Readonly<Record<string, unknown>> {
    const { payload } = row;
    if (row.kind === CAPTURED.prompt) {
      const text = payload["prompt_redacted"];
      return (payload["prompt_hash"] ?? null) === null &&
          typeof text === "string"
        ? { ...payload, prompt_hash: blake3(text) }
        : payload;
    }
    const counted = [
      payload["prompt_count"],
      payload["tool_use_count"],
      payload["duration_ms"],
    ];
    if (
      row.kind !== CAPTURED.sessionCompleted ||
      counted.every((value) => (value ?? null) !== null)
    ) return payload;
    const known = this.#ledger(session, row.at);
    return {
      ...payload,
      prompt_count: payload["prompt_count"] ?? known.prompts,
      tool_use_count: payload["tool_use_count"] ?? known.toolUses,
      duration_ms: payload["duration_ms"] ?? known.durationMs,
    };
  }

  /** What the rows of a session come to. */
  #ledger(
    session: string,
    at: number,
  ): { prompts: number; toolUses: number; durationMs: number } {
    const known = { prompts: 0, toolUses: 0, durationMs: 0 };
    let first = Infinity;
    for (const row of session === "" ? [] : this.#session.all(session)) {
      const count = Number(row["count"]);
      if (row["kind"] === CAPTURED.prompt) known.prompts = count;
      if (row["kind"] === CAPTURED.toolUse) known.toolUses = count;
      first = Math.min(first, Number(row["first"]));
    }
    if (first < Infinity) {
      const began = BigInt(String(this.#time.get(first)?.["at"]));
      // To the nearest one: a time is only as exact as a number of its size, 256 ns.
      const ms = Number((BigInt(at) - began + 500_000n) / 1_000_000n);
      // A clock may go backwards.
      known.durationMs = Math.max(0, ms);
    }
    return known;
  }
}
