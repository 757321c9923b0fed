import type { DatabaseSync } from "node:sqlite";
import { GENESIS } from "./_chain.ts";
import {
  COLUMNS,
  type Columns,
  isSelf,
  namedAsPurged,
  startOf,
  whyNotPurged,
} from "./_chain_row.ts";
import { understood, Unreadable } from "./_errors.ts";
import { type Head, readHead } from "./_head.ts";
import { openReadOnly } from "./_open_read_only.ts";
import { parsePayload } from "./_payload.ts";
import { PURGED } from "./_purged.ts";
import { OWN } from "./row.ts";

/** Something that is not as it should be. */
export interface Finding {
  /** The row, or the place of a missing one; `null` where it concerns no single one. */
  readonly seq: number | null;
  readonly why: string;
}

/** What the chain is worth. */
export interface Verdict {
  /** Whether there is neither a bad row nor a loss. A store that was broken and moved aside is told of, and none: its rows are there. */
  readonly ok: boolean;
  /**
   * The first bad row; the rows after it were not looked at. Where it is not said what became of the beginning, that counts only if no
   * other row is bad: mostly it is the row that said it.
   */
  readonly bad: Finding | null;
  /** What else was lost or changed, by the rows that the store left about it, and by the head. The first hundred. */
  readonly findings: readonly Finding[];
  /** How many rows were looked at and found good. */
  readonly rows: number;
  /** The first and the last good row; 0 where there is none. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** How many of them came after the head: a daemon that was killed, or writes at this moment, has not named them yet. */
  readonly afterHead: number;
  /** How many of the rows were emptied on purpose; there only where some were. */
  readonly purged?: number;
}

const FINDING_LIMIT = 100;

/** Rows that are looked at between two steps: a few milliseconds. */
const STEP = 100;

/**
 * Goes along the chain, as `verifyChain()` tells, in steps.
 *
 * @returns What the chain is worth, at its end. Whoever leaves before closes the generator.
 */
export function* walkChain(
  folder: string,
  headFile: string,
): Generator<void, Verdict, void> {
  // The head first: the rows that are seen afterwards are as many or more.
  const head = readHead(headFile);
  const walk = new Walk(head);
  try {
    const db = openReadOnly(folder);
    if (db === null) return walk.withoutStore();
    try {
      return yield* walk.through(db);
    } finally {
      db.close();
    }
  } catch (error) {
    const what = understood(error);
    if (!(what instanceof Unreadable)) throw what;
    return walk.broken(what.message);
  }
}

/** One way along the chain. */
class Walk {
  readonly #head: Head | "missing" | "unreadable";
  readonly #findings: Finding[] = [];
  #isLoss = false;
  #rows = 0;
  #first = 0;
  #last: Head = { seq: 0, hash: GENESIS };
  /** The first of the rows that are not there before the first that is; 0 where none is missing. */
  #missingFrom = 0;
  /** The rows that are said to be empty, with their checks, and how many of those were met. */
  #named: ReadonlyMap<number, string> = new Map();
  #purged = 0;

  constructor(head: Head | "missing" | "unreadable") {
    this.#head = head;
  }

  withoutStore(): Verdict {
    const head = this.#head;
    if (head === "unreadable") this.#find(null, "the head is unreadable");
    const lost = typeof head !== "string" && head.seq > 0;
    return this.#verdict(
      lost
        ? {
          seq: 1,
          why: `the store is missing; the head names row ${head.seq}`,
        }
        : null,
    );
  }

  broken(why: string): Verdict {
    return this.#verdict({
      seq: this.#rows > 0 ? this.#last.seq + 1 : null,
      why: `the store cannot be read: ${why}`,
    });
  }

  *through(db: DatabaseSync): Generator<void, Verdict, void> {
    // One transaction: a pruning in between must not make the two disagree.
    db.exec("BEGIN");
    const start = startOf(db);
    this.#named = namedAsPurged(db);
    const statement = db.prepare(
      `SELECT ${COLUMNS} FROM rows ORDER BY rows.seq`,
    );
    for (const row of statement.iterate()) {
      const bad = this.#step(row as unknown as Columns, start);
      if (bad !== null) return this.#verdict(bad);
      if (this.#rows % STEP === 0) yield;
    }
    return this.#end();
  }

  #step(columns: Columns, start: Head | null): Finding | null {
    const { kind, payload, prev_hash, hash } = columns;
    const seq = Number(columns.seq);
    const expected = this.#rows > 0
      ? this.#last
      : this.#beginning(start, seq, prev_hash);
    if (seq > expected.seq + 1) return this.#gap(expected.seq, seq);
    if (seq < expected.seq + 1) {
      return { seq, why: "it was put in before the first row" };
    }
    if (prev_hash !== expected.hash) {
      return {
        seq,
        why: "its prev_hash is not the hash of the row before it",
      };
    }
    const why = payload === PURGED
      ? whyNotPurged(columns, this.#named.get(seq))
      : isSelf(columns)
      ? null
      : "its hash is not that of its columns";
    if (why !== null) return { seq, why };
    if (payload === PURGED) this.#purged++;
    const head = this.#head;
    if (typeof head !== "string" && head.seq === seq && head.hash !== hash) {
      return {
        seq,
        why:
          "the head names another hash for it: the row or the head was changed",
      };
    }
    if (this.#rows === 0) this.#first = seq;
    this.#rows++;
    this.#last = { seq, hash };
    this.#note(seq, kind, payload);
    return null;
  }

  /** What the first row has to follow. Where those before it are gone without a word, the walk goes on: the word may be what was taken. */
  #beginning(start: Head | null, seq: number, prevHash: string): Head {
    const before = { seq: seq - 1, hash: prevHash };
    if (start === null) return before;
    if (seq <= start.seq + 1) return start;
    this.#missingFrom = start.seq + 1;
    return before;
  }

  /** Rows that are not there between two that are. */
  #gap(before: number, seq: number): Finding {
    const head = this.#head;
    if (typeof head !== "string" && head.seq === before) {
      return {
        seq,
        why:
          `it does not follow row ${before}, which the head names as the last: it was put in, or those between were removed`,
      };
    }
    return { seq: before + 1, why: missing(before + 1, seq - 1) };
  }

  /** The rows that the store leaves where something was lost. */
  #note(seq: number, kind: string, payload: string): void {
    if (kind === OWN.truncated) {
      const { missing_from, missing_upto } = parsePayload(payload);
      this.#find(
        seq,
        `rows ${missing_from} to ${missing_upto} were cut off the store's end before this row`,
      );
    } else if (kind === OWN.replaced) {
      const { moved_to, reason, previous_seq } = parsePayload(payload);
      const rows = previous_seq === null
        ? "an unknown number of rows"
        : `${previous_seq} rows`;
      const where = moved_to === null ? "" : `, moved to ${moved_to}`;
      this.#find(
        seq,
        `this store began in place of one with ${rows}${where}: ${reason}`,
        moved_to === null,
      );
    } else if (kind === OWN.headLost) {
      const { reason } = parsePayload(payload);
      this.#find(
        seq,
        `${reason} when the store was opened: rows may have been cut off before this row`,
      );
    }
  }

  #end(): Verdict {
    const head = this.#head;
    if (typeof head === "string") {
      if (this.#rows > 0 || head === "unreadable") {
        this.#find(
          null,
          `the head is ${head}: rows may have been cut off the end`,
        );
      }
      return this.#verdict(null);
    }
    if (head.seq > this.#last.seq) {
      return this.#verdict({
        seq: this.#last.seq + 1,
        why:
          `it is missing, cut off with all after it: the head names row ${head.seq}`,
      });
    }
    return this.#verdict(null);
  }

  #find(seq: number | null, why: string, isLoss = true): void {
    this.#isLoss ||= isLoss;
    if (this.#findings.length < FINDING_LIMIT) {
      this.#findings.push({ seq, why });
    }
  }

  #withBeginning(bad: Finding | null): Finding | null {
    const from = this.#missingFrom;
    if (from === 0) return bad;
    const upto = this.#first - 1;
    if (bad === null) {
      return {
        seq: from,
        why: `${missing(from, upto)}, and no row says what became of ${
          from === upto ? "it" : "them"
        }`,
      };
    }
    const those = from === upto
      ? `row ${from}`
      : `those from ${from} to ${upto}`;
    this.#find(
      null,
      `the store begins with row ${this.#first}, and no row is left that says what became of ${those}`,
    );
    return bad;
  }

  #verdict(found: Finding | null): Verdict {
    const bad = this.#withBeginning(found);
    const named = typeof this.#head === "string" ? 0 : this.#head.seq;
    return {
      ok: bad === null && !this.#isLoss,
      bad,
      findings: this.#findings,
      rows: this.#rows,
      firstSeq: this.#first,
      lastSeq: this.#last.seq,
      afterHead: Math.max(
        0,
        this.#last.seq - Math.max(named, this.#first - 1),
      ),
      ...(this.#purged > 0 ? { purged: this.#purged } : {}),
    };
  }
}

function missing(from: number, upto: number): string {
  return from === upto
    ? "it is missing"
    : `it is missing, with all up to ${upto}`;
}
