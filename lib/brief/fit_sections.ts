/** One part of the brief. */
export interface Section {
  readonly title: string;
  /** One line each, most important first. */
  readonly items: readonly string[];
  /** What the items left out are called, e.g. "notes"; without its "s" it is one of them. */
  readonly noun: string;
  /** How many more there are than `items` names. */
  readonly unnamed?: number;
}

/**
 * Makes one text out of sections, no longer than a limit. Sections without items are left out. Where it is too long, whole
 * items are dropped from the end of the longest section, and the section says how many; a section that has none left goes, too.
 *
 * @param heading The first line.
 * @param sections The sections in their order.
 * @param maxUnits The limit in UTF-16 units, as the host counts (Claude Code 2.1.332, measured).
 * @returns The text, `""` where there is nothing to say or not even one item fits.
 */
export function fitSections(
  heading: string,
  sections: readonly Section[],
  maxUnits: number,
): string {
  const parts = sections.filter((section) => section.items.length > 0)
    .map((section) => {
      const kept = section.items.length;
      const length = rendered(section, kept).length;
      return { section, kept, length };
    });
  let total = heading.length + sum(parts.map((part) => 1 + part.length));
  while (parts.length > 0 && total > maxUnits) {
    const longest = parts.reduce((most, part) =>
      part.length > most.length ? part : most
    );
    const { section, kept } = longest;
    longest.kept--;
    if (longest.kept === 0) {
      total -= 1 + longest.length;
      parts.splice(parts.indexOf(longest), 1);
    } else {
      // The item's line goes, and the line that counts what is left out changes.
      const change = countLine(section, kept - 1).length -
        countLine(section, kept).length -
        itemLine(section.items[kept - 1] ?? "").length;
      longest.length += change;
      total += change;
    }
  }
  if (parts.length === 0) return "";
  return heading +
    parts.map(({ section, kept }) => `\n${rendered(section, kept)}`).join("");
}

function rendered(section: Section, kept: number): string {
  return `\n## ${section.title}${
    section.items.slice(0, kept).map(itemLine).join("")
  }${countLine(section, kept)}`;
}

function itemLine(item: string): string {
  return `\n- ${item}`;
}

function countLine(section: Section, kept: number): string {
  const left = section.items.length - kept + (section.unnamed ?? 0);
  if (left === 0) return "";
  const noun = left === 1 ? section.noun.replace(/s$/, "") : section.noun;
  return `\n- … and ${left} more ${noun}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
