import type { LinkedNote } from "./index/note_index.ts";

/** Notes that belong together. */
export interface Community {
  /** Its number in graph.json. */
  id: number;
  size: number;
  /** Titles of its best linked notes, the best first. */
  titles: string[];
}

/** What a report tells. */
export interface ReportFacts {
  vaultName: string;
  now: Date;
  notes: number;
  headings: number;
  nodes: number;
  links: number;
  godNodes: LinkedNote[];
  /** The largest ones, those of a single note left out. */
  communities: Community[];
  /** How many communities there are in all. */
  communityCount: number;
  /** Titles of some notes without any link. */
  isolated: string[];
  isolatedCount: number;
  /** Links that name no note. */
  unresolved: number;
}

/**
 * The text of GRAPH_REPORT.md: graphify's headings, in its order, as far as notes have something to say under them.
 *
 * @returns Markdown. A line of god nodes is exactly ``N. `label` - D edges``.
 */
export function graphReport(facts: ReportFacts): string {
  const { communities, communityCount } = facts;
  const hidden = communityCount - communities.length;
  const lines = [
    `# Graph Report - ${facts.vaultName}  (${day(facts.now)})`,
    "",
    "## Corpus Check",
    `- ${facts.notes} files · ${facts.headings} headings`,
    "",
    "## Summary",
    `- ${facts.nodes} nodes · ${facts.links} edges · ${communityCount} communities` +
    (hidden > 0
      ? ` (${communities.length} shown, ${hidden} thin omitted)`
      : ""),
    "- Extraction: 100% EXTRACTED · 0% INFERRED · 0% AMBIGUOUS",
    "- Token cost: 0 input · 0 output",
    "",
    "## Community Hubs (Navigation)",
    ...communities.map(({ titles }) => `- ${titles[0]}`),
    "",
    "## God Nodes (most connected - your core abstractions)",
    ...facts.godNodes.map(({ title, degree }, index) =>
      `${index + 1}. \`${title}\` - ${degree} edges`
    ),
    "",
    `## Communities (${communityCount} total, ${hidden} thin omitted)`,
    ...communities.flatMap(communityLines),
    "",
    "## Knowledge Gaps",
    ...gaps(facts),
  ];
  return lines.join("\n") + "\n";
}

function communityLines({ id, size, titles }: Community): string[] {
  const more = size - titles.length;
  return [
    "",
    `### Community ${id} - "${titles[0]}"`,
    `Nodes (${size}): ${titles.join(", ")}${
      more > 0 ? ` (+${more} more)` : ""
    }`,
  ];
}

function gaps(facts: ReportFacts): string[] {
  const { isolated, isolatedCount, unresolved } = facts;
  const lines: string[] = [];
  if (isolatedCount > 0) {
    const more = isolatedCount - isolated.length;
    const names = isolated.map((title) => `\`${title}\``).join(", ");
    lines.push(
      `- **${isolatedCount} isolated node(s):** ${names}` +
        (more > 0 ? ` (+${more} more)` : ""),
    );
  }
  if (unresolved > 0) {
    lines.push(`- **${unresolved} link(s)** name no note of the vault.`);
  }
  return lines;
}

function day(now: Date): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${
    two(now.getDate())
  }`;
}
