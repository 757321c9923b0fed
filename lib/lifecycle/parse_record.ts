import { safeId } from "../event.ts";
import { isText } from "../store/assert_row.ts";
import { isAbsolutePath } from "./_absolute_path.ts";
import type { LifecycleRecord, MemoryRecord } from "./record.ts";

/** Milliseconds: up to the year 2262. */
const LAST_TIME = 9.2e12;

const WHATS = ["read", "write", "command", "search", "web", "other"];

type Check = (value: unknown) => boolean;

const text = (limit: number): Check => (value) =>
  value === "" || isText(value, limit);
const whole = (most: number): Check => (value) =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 &&
  value <= most;
const time = whole(LAST_TIME);
const orNull = (check: Check): Check => (value) =>
  value === null || check(value);
const oneOf = (...values: readonly string[]): Check => (value) =>
  typeof value === "string" && values.includes(value);
const listOf = (check: Check, most: number): Check => (value) =>
  Array.isArray(value) && value.length <= most && value.every(check);

const SESSION: Check = safeId;

const FIELDS: Readonly<
  Record<
    Exclude<LifecycleRecord["kind"], "memory">,
    Readonly<Record<string, Check>>
  >
> = {
  session: {
    session: SESSION,
    project: text(4096),
    name: text(512),
    cwd: text(4096),
    host: text(64),
    began_at: time,
    last_at: time,
    ended_at: orNull(time),
    redactions: whole(1e12),
    answer: text(8001),
  },
  prompt: {
    session: SESSION,
    number: whole(1e9),
    at: time,
    row_id: (value) => isText(value, 512),
    text: (value) => isText(value, 4001),
  },
  observation: {
    session: SESSION,
    prompt_number: whole(1e9),
    at: time,
    what: oneOf(...WHATS),
    tool: text(256),
    outcome: oneOf("success", "error"),
    title: (value) => isText(value, 256),
    detail: text(2100),
    files: listOf((value) => isAbsolutePath(value), 20),
    agent: orNull((value) => isText(value, 256)),
    use_id: orNull((value) => isText(value, 256)),
    times: whole(1e9),
  },
  summary: {
    session: SESSION,
    at: time,
    request: text(4001),
    looked: text(4001),
    changed: text(4001),
    decided: text(4001),
    open: text(4001),
    source: text(256),
  },
};

/**
 * Takes a value for a record of an export. What a memory has to be is looked at where it is taken in.
 *
 * @param value What a line holds.
 * @returns `null` where it is none; fields that no record has are left out.
 */
export function parseRecord(value: unknown): LifecycleRecord | null {
  if (typeof value !== "object" || value === null) return null;
  const { kind } = value as { kind?: unknown };
  if (kind === "memory") return value as MemoryRecord;
  if (typeof kind !== "string" || !Object.hasOwn(FIELDS, kind)) return null;
  const fields = FIELDS[kind as keyof typeof FIELDS];
  const record: Record<string, unknown> = { kind };
  for (const [name, isFit] of Object.entries(fields)) {
    const field = (value as Record<string, unknown>)[name];
    if (!isFit(field)) return null;
    record[name] = field;
  }
  return record as unknown as LifecycleRecord;
}
