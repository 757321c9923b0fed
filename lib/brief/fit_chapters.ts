/** One part of a chapter. */
export interface Section {
  readonly title: string;
  /** One line each, most important first. */
  readonly items: readonly string[];
  /** What the items left out are called, e.g. "notes"; without its "s" it is one of them. Without a name they are only counted. */
  readonly noun: string;
  /** How many more there are than `items` names. */
  readonly unnamed?: number;
  /** Whether it is given up only when no other section is left. */
  readonly lasts?: boolean;
}

/** One part of the brief, with a heading of its own. */
export interface Chapter {
  /** Its first line. */
  readonly heading: string;
  readonly sections: readonly Section[];
  /** Its own limit in UTF-16 units. */
  readonly maxUnits?: number;
  /**
   * What it ends with whatever is left out, the longest form first. A chapter that has none goes with its last section; one that has says
   * how many sections of the brief were left out as a whole.
   */
  readonly closings?: readonly string[];
}

/** A section as far as it is kept. */
interface Part {
  readonly section: Section;
  kept: number;
  length: number;
}

/** A chapter as far as it is kept. */
interface Draft {
  heading: string;
  readonly parts: Part[];
  readonly closings: string[];
  omitted: number;
  saysOmitted: boolean;
}

/** What stands between two blocks of the text. */
export const GAP = "\n\n";

/**
 * Makes one text out of chapters, no longer than a limit. Sections without items are left out. Where it is too long, whole items are
 * dropped from the end of the longest section, and the section says how many; a section that has none left goes, too. Then headings
 * with nothing below them go, and only then the closing words are shortened.
 *
 * @param chapters The chapters in their order.
 * @param maxUnits The limit in UTF-16 units, as the host counts (Claude Code 2.1.332, measured).
 * @returns The text, `""` where there is nothing to say or nothing fits.
 */
export function fitChapters(
  chapters: readonly Chapter[],
  maxUnits: number,
): string {
  const drafts = chapters.map(draftOf);
  for (const [index, draft] of drafts.entries()) {
    fit([draft], Math.min(chapters[index]?.maxUnits ?? Infinity, maxUnits));
  }
  fit(drafts, maxUnits);
  return blocksOf(drafts).join(GAP);
}

function draftOf({ heading, sections, closings }: Chapter): Draft {
  return {
    heading,
    parts: sections.filter((section) => section.items.length > 0)
      .map((section) => {
        const kept = section.items.length;
        return { section, kept, length: rendered(section, kept).length };
      }),
    closings: [...closings ?? []],
    omitted: 0,
    saysOmitted: true,
  };
}

function fit(drafts: readonly Draft[], maxUnits: number): void {
  while (lengthOf(drafts) > maxUnits && shorten(drafts));
}

/** Makes the text a step shorter. Returns whether it could. */
function shorten(drafts: readonly Draft[]): boolean {
  const owner = ownerOfLongest(drafts);
  if (owner !== null) {
    dropItem(owner.draft, owner.part);
    return true;
  }
  const last = drafts.findLast(({ closings }) => closings.length > 0);
  if (last === undefined) return false;
  if (last.heading !== "") last.heading = "";
  else if (last.closings.length > 1) last.closings.shift();
  else if (last.saysOmitted && omittedIn(drafts) > 0) last.saysOmitted = false;
  else last.closings.pop();
  return true;
}

function ownerOfLongest(
  drafts: readonly Draft[],
): { draft: Draft; part: Part } | null {
  let found: { draft: Draft; part: Part } | null = null;
  for (const draft of drafts) {
    for (const part of draft.parts) {
      const goesFirst = found === null ||
        (isLasting(part) === isLasting(found.part)
          ? part.length > found.part.length
          : isLasting(found.part));
      if (goesFirst) found = { draft, part };
    }
  }
  return found;
}

function isLasting({ section }: Part): boolean {
  return section.lasts ?? false;
}

function dropItem(draft: Draft, part: Part): void {
  const { section, kept } = part;
  part.kept--;
  if (part.kept === 0) {
    draft.parts.splice(draft.parts.indexOf(part), 1);
    draft.omitted++;
    return;
  }
  // The item's line goes, and the line that counts what is left out changes.
  part.length += countLine(section, kept - 1).length -
    countLine(section, kept).length -
    itemLine(section.items[kept - 1] ?? "").length;
}

function lengthOf(drafts: readonly Draft[]): number {
  const closing = closingOf(drafts);
  let length = -GAP.length;
  for (const draft of drafts) {
    if (hasHeading(draft)) length += GAP.length + draft.heading.length;
    for (const part of draft.parts) length += GAP.length + part.length;
  }
  for (const block of closing) length += GAP.length + block.length;
  return length;
}

function blocksOf(drafts: readonly Draft[]): string[] {
  return [
    ...drafts.flatMap((draft) => [
      ...hasHeading(draft) ? [draft.heading] : [],
      ...draft.parts.map(({ section, kept }) => rendered(section, kept)),
    ]),
    ...closingOf(drafts),
  ];
}

function hasHeading({ heading, parts, closings }: Draft): boolean {
  return heading !== "" && parts.length + closings.length > 0;
}

/** How the text ends: what was left out, and the closing words. */
function closingOf(drafts: readonly Draft[]): string[] {
  const last = drafts.findLast(({ closings }) => closings.length > 0);
  if (last === undefined) return [];
  const omitted = last.saysOmitted ? omittedIn(drafts) : 0;
  return [
    ...omitted > 0
      ? [
        `[${omitted} more section${
          omitted > 1 ? "s" : ""
        } left out for length]`,
      ]
      : [],
    ...last.closings.slice(0, 1),
  ];
}

function omittedIn(drafts: readonly Draft[]): number {
  return drafts.reduce((sum, { omitted }) => sum + omitted, 0);
}

function rendered(section: Section, kept: number): string {
  return `## ${section.title}${
    section.items.slice(0, kept).map(itemLine).join("")
  }${countLine(section, kept)}`;
}

function itemLine(item: string): string {
  return `\n- ${item}`;
}

function countLine(section: Section, kept: number): string {
  const left = section.items.length - kept + (section.unnamed ?? 0);
  if (left === 0) return "";
  if (section.noun === "") return `\n- ... +${left} not shown`;
  const noun = left === 1 ? section.noun.replace(/s$/, "") : section.noun;
  return `\n- … and ${left} more ${noun}`;
}
