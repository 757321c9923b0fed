import { safeId } from "../event.ts";
import { join } from "../path.ts";
import { readRegularFile } from "../private_file.ts";

/** A session began, was resumed, or was compacted. */
export interface StartRecord {
  readonly kind: "start";
  /** ISO 8601, UTC; so in every record. */
  readonly at: string;
  readonly cwd: string | null;
  /** The project's name. */
  readonly project: string;
  readonly transcript: string | null;
  /** The Claude process. */
  readonly pid: number | null;
  readonly source: string | null;
}

/** A note of the vault was written. */
export interface NoteRecord {
  readonly kind: "note";
  readonly at: string;
  /** Relative to the vault, with `/` between folders. */
  readonly path: string;
  readonly tool: string | null;
  /** The host's `tool_use_id`. */
  readonly id: string | null;
  /** The subagent that wrote it. */
  readonly agent?: string;
}

/** The session ended and its entry is on its way. */
export interface EndRecord {
  readonly kind: "end";
  readonly at: string;
  readonly reason: string;
  /**
   * How many lines the entry covers. A line from there on belongs to the session's next entry, also when it stands above this
   * record: a session can be resumed before the entry of its killed SessionEnd is delivered.
   */
  readonly upto: number;
}

/** One line of a ledger. */
export type LedgerRecord = StartRecord | NoteRecord | EndRecord;

/** What a ledger says. */
export interface Ledger {
  /** All records, in order. */
  readonly records: readonly LedgerRecord[];
  /** The records that no entry covers yet, in order. */
  readonly pending: readonly (StartRecord | NoteRecord)[];
  /** How many lines there are, understood or not. */
  readonly lines: number;
  /** Lines covered by entries; `-1` where the session never ended. */
  readonly covered: number;
  /** Whether the last line was cut off. */
  readonly torn: boolean;
}

/**
 * The ledger's file of a session.
 *
 * @param state The state folder.
 * @param sessionId The host's id.
 * @throws {RangeError} when the id cannot be part of a path.
 */
export function ledgerPath(state: string, sessionId: string): string {
  if (!safeId(sessionId)) {
    throw new RangeError(
      `Cannot name a ledger: current value of session_id has ${
        String(sessionId).length
      } characters or some that are not letters, digits, dots, dashes and underscores`,
    );
  }
  return join(state, "sessions", `${sessionId}.jsonl`);
}

/**
 * Reads a session's ledger.
 *
 * @param state The state folder. Needs read permission on the folder `sessions` in it.
 * @param sessionId The host's id.
 * @returns The ledger, `null` where there is none.
 * @throws {RangeError} when the id cannot be part of a path.
 */
export function readLedger(state: string, sessionId: string): Ledger | null {
  const text = readRegularFile(ledgerPath(state, sessionId));
  return text === null ? null : parseLedger(text);
}

/**
 * Understands a ledger's text. A line that is torn or unknown is counted and otherwise passed over.
 *
 * @param text The file's text.
 */
export function parseLedger(text: string): Ledger {
  const lines = text.split("\n");
  const torn = lines.at(-1) !== "";
  if (!torn) lines.pop();
  const records: LedgerRecord[] = [];
  const open: { line: number; record: StartRecord | NoteRecord }[] = [];
  let covered = -1;
  for (const [line, json] of lines.entries()) {
    const record = parseRecord(json, line);
    if (record === null) continue;
    records.push(record);
    if (record.kind === "end") covered = Math.max(covered, record.upto);
    else open.push({ line, record });
  }
  return {
    records,
    pending: open.filter(({ line }) => line >= covered).map((it) => it.record),
    lines: lines.length,
    covered,
    torn,
  };
}

/**
 * Whether an entry covers all that happened in the session. A ledger that says nothing has not ended.
 *
 * @param ledger The ledger.
 */
export function hasEnded(ledger: Ledger): boolean {
  return ledger.covered >= 0 && ledger.pending.length === 0;
}

/**
 * The notes touched since the session's last entry, each once, in the order of their first touch.
 *
 * @param ledger The ledger.
 */
export function notesSinceLastEnd(ledger: Ledger): string[] {
  const paths = new Set<string>();
  for (const record of ledger.pending) {
    if (record.kind === "note") paths.add(record.path);
  }
  return [...paths];
}

/**
 * The last time that the session began or went on, `null` where no SessionStart ever ran.
 *
 * @param ledger The ledger.
 */
export function lastStart(ledger: Ledger): StartRecord | null {
  return ledger.records.findLast((record) => record.kind === "start") ?? null;
}

function parseRecord(json: string, line: number): LedgerRecord | null {
  let value: Partial<Record<string, unknown>> | null;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { kind, at } = value;
  if (typeof at !== "string" || Number.isNaN(Date.parse(at))) return null;
  if (kind === "start") {
    return {
      kind,
      at,
      cwd: text(value.cwd),
      project: text(value.project) ?? "unknown",
      transcript: text(value.transcript),
      pid: whole(value.pid),
      source: text(value.source),
    };
  }
  if (kind === "note" && typeof value.path === "string") {
    const agent = text(value.agent);
    return {
      kind,
      at,
      path: value.path,
      tool: text(value.tool),
      id: text(value.id),
      ...(agent === null ? {} : { agent }),
    };
  }
  if (kind === "end") {
    const reason = text(value.reason) ?? "unknown";
    return { kind, at, reason, upto: whole(value.upto) ?? line };
  }
  return null;
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function whole(value: unknown): number | null {
  return Number.isSafeInteger(value) ? value as number : null;
}
