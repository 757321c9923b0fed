import type { LastSession } from "../summary/project_file.ts";
import type { Chapter, Section } from "./fit_chapters.ts";
import { oneLine } from "./one_line.ts";

/** UTF-16 units of the chapter, of one section's items, and of one of them. */
const CHAPTER_UNITS = 2000;
const SECTION_UNITS = 420;
const LINE_UNITS = 300;

/**
 * Makes the chapter of the brief that tells what the last session in the project came to.
 *
 * @param session The session.
 * @param isOwn Whether it is the very session that is told of it, which was compacted.
 */
export function lastSessionChapter(
  session: LastSession,
  isOwn: boolean,
): Chapter {
  const { at, request, changed, decided, open } = session;
  const time = new Date(at).toISOString().slice(0, 16);
  return {
    heading: isOwn
      ? `# This session so far, until ${time}Z`
      : `# The last session in this project, until ${time}Z`,
    sections: [
      { ...section("What it was asked for", request), lasts: true },
      section("What it changed", changed),
      section("What it decided or found out", decided),
      { ...section("What was left open", open), lasts: true },
    ],
    maxUnits: CHAPTER_UNITS,
  };
}

/** Each line of a summary says one thing. Every part has as much room as the others. */
function section(title: string, text: string): Section {
  const items: string[] = [];
  let units = 0;
  for (const line of text.split("\n")) {
    const item = oneLine(line, LINE_UNITS);
    units += item.length;
    if (units > SECTION_UNITS) break;
    if (item !== "") items.push(item);
  }
  return { title, noun: "", items };
}
