import type { Config } from "../config.ts";
import { journalDay } from "../journal/journal_day.ts";
import { join } from "../path.ts";
import { queryLine } from "../graph/graphify.ts";
import { type Chapter, fitChapters, type Section } from "./fit_chapters.ts";
import { oneLine } from "./one_line.ts";

/** What is known when the brief is written. */
export interface BriefFacts {
  /** The most connected notes, most connected first. */
  readonly godNodes: readonly {
    readonly label: string;
    readonly degree: number;
    readonly path?: string;
  }[];
  /** The convention notes, and how many there are beyond those named. */
  readonly conventions: readonly {
    readonly title: string;
    readonly summary: string;
    readonly path: string;
  }[];
  readonly unnamedConventions: number;
  /** Today's journal note, absolute; `null` without a vault. */
  readonly journal: string | null;
  /** The graph of the project, absolute; `null` where there is none. */
  readonly projectGraph: string | null;
  /** Whether `graphify` can be called here. */
  readonly graphify: boolean;
}

/** The longest name and the longest summary in UTF-16 units: one monstrous note must not push the others out. */
const NAME_UNITS = 120;
const SUMMARY_UNITS = 400;

/**
 * Writes the brief: god nodes, conventions, today's journal, the project's graph, as plain statements (what reads like an order
 * from outside can set off the model's defences against injected prompts); then what the last session came to, and what is said of the
 * memories. All of it is one text with one limit.
 *
 * @param facts What is known.
 * @param config The vault's place and the limit.
 * @param memories The chapter of the memories, `null` where there are none.
 * @param maxUnits The limit in UTF-16 units.
 * @param lastSession The chapter of the project's last session, `null` where there is none.
 * @returns The text, at most so long; `""` where there is nothing to say.
 */
export function composeBrief(
  facts: BriefFacts,
  config: Config,
  memories: Chapter | null = null,
  maxUnits: number = config.brief.maxChars,
  lastSession: Chapter | null = null,
): string {
  const sections: Section[] = [
    {
      title: "Most connected notes",
      noun: "notes",
      items: facts.godNodes.map(({ label, degree, path }) =>
        `${named(label, path)}: degree ${degree}`
      ),
    },
    {
      title: "Conventions",
      noun: "conventions",
      items: facts.conventions.map(({ title, summary, path }) =>
        `${named(title, path)}${
          summary === "" ? "" : `: ${oneLine(summary, SUMMARY_UNITS)}`
        }`
      ),
      unnamed: facts.unnamedConventions,
    },
    {
      title: "Journal",
      noun: "",
      items: facts.journal === null ? [] : [`Today's note: ${facts.journal}`],
    },
    { title: "Graph of this project", noun: "", items: graphLines(facts) },
  ];
  const vault = {
    heading: `# Memory: the notes in ${config.vault.path}`,
    sections,
  };
  const chapters = [vault, lastSession, memories];
  return fitChapters(chapters.filter((it) => it !== null), maxUnits);
}

/** A note's title, and its path where the title does not tell it. */
function named(title: string, path: string | undefined): string {
  const name = oneLine(title, NAME_UNITS);
  return path === undefined || path === `${title}.md`
    ? name
    : `${name} (${oneLine(path, NAME_UNITS)})`;
}

/** `\p{Cc}`, which takes a fresh process longer to compile. */
const CONTROL = /[^ -~\xa0-\uffff]/;

function graphLines({ projectGraph, graphify }: BriefFacts): string[] {
  // A folder whose name breaks the line could say anything in the brief's own voice.
  if (projectGraph === null || CONTROL.test(projectGraph)) return [];
  return [
    `${projectGraph}; ${
      graphify ? "query it" : "where graphify is installed, query it"
    } with: ${queryLine(projectGraph)}`,
  ];
}

/**
 * Today's journal note.
 *
 * @param config The journal's folder and whose day it is.
 * @param now The present.
 */
export function journalPath(config: Config, now: Date): string {
  return join(
    config.vault.path,
    config.journal.dir,
    `${journalDay(now, config.journal.day)}.md`,
  );
}
