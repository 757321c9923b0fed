import type { DatabaseSync } from "node:sqlite";
import { readSessions } from "../lifecycle/read_sessions.ts";
import { readTimeline } from "../lifecycle/read_timeline.ts";
import type {
  ObservationView,
  SessionView,
  SummaryView,
} from "../lifecycle/types.ts";

/** UTF-16 units of a context: a host replaces what is over 10,000 by a preview. */
export const MAX_CONTEXT = 9500;

/** How many sessions and observations of a project are told of. */
const MAX_SESSIONS = 5;
const MAX_OBSERVATIONS = 20;

/**
 * What a new session of a project is told: its last summaries, and the latest that was done.
 *
 * @param project The project's identity.
 * @returns Markdown; `""` where nothing is known.
 */
export function projectContext(db: DatabaseSync, project: string): string {
  const sessions = readSessions(db, { project, limit: MAX_SESSIONS });
  const [first] = sessions;
  if (first === undefined) return "";
  const summaries = readTimeline(db, {
    project,
    kinds: ["summary"],
    limit: MAX_SESSIONS,
  }).reverse().filter((item) => item.kind === "summary");
  const observations = readTimeline(db, {
    project,
    kinds: ["observation"],
    limit: MAX_OBSERVATIONS,
  }).reverse().filter((item) => item.kind === "observation");
  return bounded([
    `# ${first.name}: what is known of earlier sessions`,
    "",
    ...(summaries.length > 0
      ? summaries.flatMap(summaryLines)
      : sessions.flatMap(sessionLines)),
    ...(observations.length > 0 ? ["## Lately", ""] : []),
    ...observations.map(observationLine),
  ]);
}

/** As many lines as there is room for. */
export function bounded(lines: readonly string[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > MAX_CONTEXT) break;
    kept.push(line);
  }
  const text = kept.join("\n").trimEnd();
  return text === "" ? "" : `${text}\n`;
}

const PARTS = [
  ["request", "Asked"],
  ["looked", "Looked at"],
  ["changed", "Changed"],
  ["decided", "Decided"],
  ["open", "Open"],
] as const;

function summaryLines(summary: SummaryView): string[] {
  return [
    `## ${timeOf(summary.at)} (${summary.address})`,
    "",
    ...PARTS.flatMap(([name, word]) =>
      summary[name] === "" ? [] : [`- ${word}: ${oneLine(summary[name], 600)}`]
    ),
    "",
  ];
}

function sessionLines({ lastAt, request }: SessionView): string[] {
  return request === ""
    ? []
    : [`- ${timeOf(lastAt)}: ${oneLine(request, 200)}`];
}

function observationLine({ at, title, address }: ObservationView): string {
  return `- ${timeOf(at)} ${oneLine(title, 200)} (${address})`;
}

/** To the minute, UTC. */
export function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace("T", " ");
}

/** A text in one line of so many UTF-16 units. */
export function oneLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= most
    ? line
    : `${line.slice(0, most - 1).toWellFormed()}…`;
}
