/** One part of the brief. */
export interface Section {
  readonly title: string;
  /** One line each, most important first. */
  readonly items: readonly string[];
  /** What the items left out are called, e.g. "notes". */
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
    .map((section) => ({
      section,
      kept: section.items.length,
      length: rendered(section, section.items.length).length,
    }));
  const total = (): number =>
    heading.length + parts.reduce((sum, part) => sum + 1 + part.length, 0);
  while (parts.length > 0 && total() > maxUnits) {
    const longest = parts.reduce((most, part) =>
      part.length > most.length ? part : most
    );
    longest.kept--;
    longest.length = rendered(longest.section, longest.kept).length;
    if (longest.kept === 0) parts.splice(parts.indexOf(longest), 1);
  }
  if (parts.length === 0) return "";
  return [heading, ...parts.map((part) => rendered(part.section, part.kept))]
    .join("\n");
}

function rendered(section: Section, kept: number): string {
  const lines = section.items.slice(0, kept).map((item) => `- ${item}`);
  const left = section.items.length - kept + (section.unnamed ?? 0);
  if (left > 0) lines.push(`- … and ${left} more ${section.noun}`);
  return ["", `## ${section.title}`, ...lines].join("\n");
}
