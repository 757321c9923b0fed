import { OWN, type Row } from "./row.ts";

/** SQLite holds whole numbers below this. */
const TIME_LIMIT = 2 ** 63;

const OWN_KINDS: ReadonlySet<string> = new Set(Object.values(OWN));

/**
 * Makes sure that a row can be stored: one that cannot would keep all rows that are given with it out of the store.
 *
 * @param row The row.
 * @throws {TypeError} when its id, kind, time or payload is not of the right type, holds what SQLite's text cannot (NUL, lone
 * surrogates) or more than it should (512 and 128 characters), or the kind is one of the store's own.
 */
export function assertRow(row: Row): void {
  if (!isText(row.id, 512)) throw unfit("id", row.id);
  if (!isText(row.kind, 128) || OWN_KINDS.has(row.kind)) {
    throw unfit("kind", row.kind);
  }
  if (!Number.isInteger(row.at) || Math.abs(row.at) >= TIME_LIMIT) {
    throw unfit("time", row.at);
  }
  const { payload } = row;
  if (
    typeof payload !== "object" || payload === null || Array.isArray(payload)
  ) throw unfit("payload's type", typeof payload);
}

/**
 * Whether a value is a text that SQLite gives back as it got it.
 *
 * @param value Any value.
 * @param limit How many UTF-16 units it may have at most.
 */
export function isText(value: unknown, limit: number): value is string {
  return typeof value === "string" && value !== "" && value.length <= limit &&
    !value.includes("\0") && value.isWellFormed();
}

function unfit(what: string, value: unknown): TypeError {
  const shown = typeof value === "string"
    ? JSON.stringify(value.slice(0, 80))
    : String(value);
  return new TypeError(
    `Cannot store a row: current value of its ${what} is ${shown}`,
  );
}
