import type { DatabaseSync } from "node:sqlite";
import { itemAddress, itemOfNumber } from "../lifecycle/item.ts";
import type { ItemKind } from "../lifecycle/types.ts";
import { prepared } from "../store/prepared.ts";

/** An item that was found. */
export interface Hit {
  readonly kind: ItemKind;
  readonly id: number;
  /** `observation:12`. */
  readonly address: string;
  /** The host's id of its session. */
  readonly session: string;
  readonly project: string;
  /** The project's name for people. */
  readonly name: string;
  /** When it was, in milliseconds since the epoch. */
  readonly at: number;
  /** One line. */
  readonly title: string;
  /** What else it says, its beginning. */
  readonly text: string;
  /** Observations: what they tell of. */
  readonly what?: string;
  readonly outcome?: string;
}

/** The columns of `lifecycle_fts` that hold texts. */
export const COLUMNS = "title body files";

/** UTF-16 units of an item that are shown. */
const MAX_TITLE = 200;
const MAX_TEXT = 600;

/** The items of such numbers, in the same order; those that are gone are left out. */
export function hitsOf(db: DatabaseSync, numbers: readonly number[]): Hit[] {
  return numbers.map((number) => hitOf(db, number)).filter((it) => it !== null);
}

/** The item of a number of the full-text index; `null` where it is gone. */
export function hitOf(db: DatabaseSync, number: number): Hit | null {
  const item = itemOfNumber(number);
  if (item === null) return null;
  const row = prepared(db, QUERIES[item.kind]).get(item.id);
  if (row === undefined) return null;
  const text = (name: string): string => String(row[name] ?? "");
  const common = {
    ...item,
    address: itemAddress(item.kind, item.id),
    session: text("session"),
    project: text("project"),
    name: text("name"),
    at: Number(row["at"]),
  };
  switch (item.kind) {
    case "prompt":
      return { ...common, ...parted(text("text")) };
    case "observation":
      return {
        ...common,
        title: cut(text("title"), MAX_TITLE),
        text: cut(text("detail"), MAX_TEXT),
        what: text("what"),
        outcome: text("outcome"),
      };
    case "summary": {
      const parts = ["decided", "changed", "open", "looked"].map(text);
      return {
        ...common,
        title: cut(oneLine(text("request")), MAX_TITLE),
        text: cut(parts.filter((it) => it !== "").join("\n"), MAX_TEXT),
      };
    }
  }
}

const OF_SESSION = "s.session, s.project, s.name";

const QUERIES: Readonly<Record<ItemKind, string>> = {
  prompt: `SELECT p.at, substr(p.text, 1, 1000) AS text, ${OF_SESSION}
     FROM prompts AS p JOIN sessions AS s ON s.id = p.session_id WHERE p.id = ?`,
  observation:
    `SELECT o.at, o.kind AS what, o.outcome, o.title, o.detail, ${OF_SESSION}
     FROM observations AS o JOIN sessions AS s ON s.id = o.session_id WHERE o.id = ?`,
  summary:
    `SELECT m.at, m.request, m.looked, m.changed, m.decided, m.open, ${OF_SESSION}
     FROM summaries AS m JOIN sessions AS s ON s.id = m.session_id WHERE m.id = ?`,
};

/** The first line is the title. */
function parted(text: string): { title: string; text: string } {
  const whole = text.trim();
  const end = whole.indexOf("\n");
  const first = end < 0 ? whole : whole.slice(0, end);
  const title = cut(oneLine(first), MAX_TITLE);
  return title.length < first.length
    ? { title, text: cut(whole, MAX_TEXT) }
    : { title, text: cut(whole.slice(first.length).trim(), MAX_TEXT) };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function cut(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text.slice(0, length - 1).toWellFormed()}…`;
}
