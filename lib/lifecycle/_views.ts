import type {
  ObservationKind,
  ObservationView,
  PromptView,
  SessionView,
  SummaryView,
} from "./types.ts";
import { itemAddress } from "./item.ts";

/** A row as SQLite gives it. */
export type Columns = Readonly<Record<string, unknown>>;

/** What every item has of its session: `s` is the session. */
const OF_SESSION = "s.session, s.project, s.name";

/** What reads prompts `p`, and asks for more after it. */
export const PROMPTS =
  `SELECT p.id, p.number, p.at, p.text, ${OF_SESSION} FROM prompts AS p JOIN sessions AS s ON s.id = p.session_id`;

/** The same for observations `o`. */
export const OBSERVATIONS =
  `SELECT o.id, o.prompt_number, o.at, o.kind, o.tool, o.outcome, o.title, o.detail, o.files, o.agent, o.use_id, o.times, ${OF_SESSION}
   FROM observations AS o JOIN sessions AS s ON s.id = o.session_id`;

/** The same for summaries `m`. */
export const SUMMARIES =
  `SELECT m.id, m.at, m.request, m.looked, m.changed, m.decided, m.open, m.source, ${OF_SESSION}
   FROM summaries AS m JOIN sessions AS s ON s.id = m.session_id`;

/** The same for sessions `s`. */
export const SESSIONS =
  `SELECT s.*, EXISTS(SELECT 1 FROM summaries WHERE session_id = s.id) AS has_summary,
     (SELECT substr(text, 1, 200) FROM prompts WHERE session_id = s.id ORDER BY number LIMIT 1) AS request
   FROM sessions AS s`;

export function asPrompt(row: Columns): PromptView {
  const id = Number(row["id"]);
  return {
    kind: "prompt",
    id,
    address: itemAddress("prompt", id),
    ...ofSession(row),
    number: Number(row["number"]),
    at: Number(row["at"]),
    text: String(row["text"]),
  };
}

export function asObservation(row: Columns): ObservationView {
  const id = Number(row["id"]);
  return {
    kind: "observation",
    id,
    address: itemAddress("observation", id),
    ...ofSession(row),
    promptNumber: Number(row["prompt_number"]),
    at: Number(row["at"]),
    what: row["kind"] as ObservationKind,
    tool: String(row["tool"]),
    outcome: row["outcome"] === "error" ? "error" : "success",
    title: String(row["title"]),
    detail: String(row["detail"]),
    files: listOf(row["files"]),
    agent: orNull(row["agent"]),
    useId: orNull(row["use_id"]),
    times: Number(row["times"]),
  };
}

export function asSummary(row: Columns): SummaryView {
  const id = Number(row["id"]);
  return {
    kind: "summary",
    id,
    address: itemAddress("summary", id),
    ...ofSession(row),
    at: Number(row["at"]),
    ...summaryTexts(row),
  };
}

/** What a summary says, and who wrote it. */
export function summaryTexts(
  row: Columns,
): Pick<
  SummaryView,
  "request" | "looked" | "changed" | "decided" | "open" | "source"
> {
  return {
    request: String(row["request"]),
    looked: String(row["looked"]),
    changed: String(row["changed"]),
    decided: String(row["decided"]),
    open: String(row["open"]),
    source: String(row["source"]),
  };
}

export function asSession(row: Columns): SessionView {
  const endedAt = row["ended_at"];
  return {
    id: Number(row["id"]),
    ...ofSession(row),
    cwd: String(row["cwd"]),
    host: String(row["host"]),
    beganAt: Number(row["began_at"]),
    lastAt: Number(row["last_at"]),
    endedAt: endedAt === null ? null : Number(endedAt),
    prompts: Number(row["prompts"]),
    observations: Number(row["observations"]),
    redactions: Number(row["redactions"]),
    answer: String(row["answer"]),
    request: String(row["request"] ?? "").toWellFormed(),
    hasSummary: row["has_summary"] === 1,
  };
}

/** A JSON list of texts; what is none has none. */
export function listOf(text: unknown): string[] {
  try {
    const value: unknown = JSON.parse(String(text));
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}

function ofSession(
  row: Columns,
): { session: string; project: string; name: string } {
  return {
    session: String(row["session"]),
    project: String(row["project"]),
    name: String(row["name"]),
  };
}

function orNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
