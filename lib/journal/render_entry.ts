import { withoutSecrets } from "../log.ts";
import { asCode, asLink, asText } from "./_markdown.ts";
import type { JournalEntry } from "./types.ts";

/** Lines that tell what a session came to, and UTF-16 units of each. */
const MOST_LINES = 6;
const LINE_UNITS = 400;

/**
 * Renders an entry as Markdown: a heading with the UTC time and the project, then a list of project, touched notes, what it came to, and session.
 * The last line ends with the entry's block id (`^key`), by which Obsidian can link to it and by which the journal knows that
 * the entry is there in whole.
 *
 * @param entry The entry.
 * @returns Lines that each end with a line feed.
 */
export function renderEntry(entry: JournalEntry): string {
  const time = entry.at.replace(/\.\d+Z$/, "Z");
  const name = asText(withoutSecrets(entry.project).trim() || "unknown");
  const folder = entry.path === null
    ? ""
    : ` (${asCode(withoutSecrets(entry.path))})`;
  const links = [
    ...new Set(
      entry.notes.filter((note) => /[^/]\.md$/i.test(note)).map(asLink),
    ),
  ];
  const lines = [`## ${time} · ${name}`, "", `- project: ${name}${folder}`];
  if (links.length > 0) lines.push(`- notes: ${links.join(", ")}`);
  for (const line of (entry.summary ?? []).slice(0, MOST_LINES)) {
    lines.push(`- ${asText(withoutSecrets(line.slice(0, LINE_UNITS)))}`);
  }
  if (entry.killed) {
    lines.push(
      "- never ended: the session was killed or crashed; the time is that of its last record",
    );
  }
  const reason = asText(withoutSecrets(entry.reason.slice(0, 200)));
  lines.push(
    `- session: ${asCode(entry.sessionId)} (${reason}) ^${entry.key}`,
  );
  return `${lines.join("\n")}\n`;
}
