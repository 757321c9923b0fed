import { ROW_FILE } from "../capture/row_spool.ts";
import { safeId } from "../event.ts";
import { CAPTURED, type Row } from "../store/row.ts";
import { parseBeside } from "./parse_beside.ts";

/** A row as a hook sent it. */
export interface CapturedRow extends Row {
  /** The file that it waits in, `null` where none could be written. */
  readonly spooled: string | null;
  /** Why what came beside it was dropped; nothing of its content. */
  readonly dropped?: string;
}

const KINDS: ReadonlySet<unknown> = new Set(Object.values(CAPTURED));

/** Ids of ours are `tool:<session>:<use>`, or random digits. */
const ROW_ID = /^[A-Za-z0-9._:-]{1,300}$/;

/** Nanoseconds: up to the year 2262, and no earlier than 1970. */
const LAST_TIME = 9.2e18;

const FIELD_NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** Rows of ours have about ten fields. */
const MAX_FIELDS = 64;

/**
 * Takes what came in a frame for a row. Nothing that a frame says is trusted: whoever can write into the folder can send one.
 *
 * @param value The frame's value.
 * @returns The row; without what is beside it where that is not as it has to be.
 * @throws {TypeError} when it is no row that a hook of ours sends. The message holds nothing of its content.
 */
export function parseRow(value: unknown): CapturedRow {
  const { id, kind, at, payload, spooled, beside } = object("row", value);
  if (typeof id !== "string" || !ROW_ID.test(id)) throw unfit("id");
  if (typeof kind !== "string" || !KINDS.has(kind)) throw unfit("kind");
  if (typeof at !== "number" || !(at >= 0 && at <= LAST_TIME)) {
    throw unfit("time");
  }
  const name = spooled ?? null;
  if (name !== null && (typeof name !== "string" || !ROW_FILE.test(name))) {
    throw unfit("file");
  }
  const fields = object("payload", payload);
  const names = Object.keys(fields);
  if (
    names.length > MAX_FIELDS || !names.every((it) => FIELD_NAME.test(it)) ||
    !Object.values(fields).every(isScalar)
  ) throw unfit("payload's fields");
  if (!safeId(fields["session_id"])) throw unfit("session");
  const row = { id, kind, at: Math.round(at), payload: fields, spooled: name };
  if ((beside ?? null) === null) return row;
  const found = parseBeside(beside);
  return typeof found === "string"
    ? { ...row, dropped: found }
    : { ...row, beside: found };
}

function object(what: string, value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw unfit(`${what}'s type`);
}

/** No row of ours nests anything. */
function isScalar(value: unknown): boolean {
  return value === null ||
    ["string", "number", "boolean"].includes(typeof value);
}

function unfit(what: string): TypeError {
  return new TypeError(
    `Cannot take a row: its ${what} is not as a hook sends it`,
  );
}
