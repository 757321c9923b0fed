import type { SessionStory } from "../lifecycle/types.ts";
import { oneLine } from "../memory/one_line.ts";
import type { RunCommand } from "./_commands.ts";
import { fitLines, listLine } from "./_fit_lines.ts";
import { projectPaths } from "./_project_paths.ts";

/** UTF-16 units of one path, search, page or command. */
const NAME_UNITS = 100;

/** How many of a kind are named. */
const MOST = { files: 12, others: 6, commands: 8 } as const;

const LINE_UNITS = 420;

/** How titles begin (`lib/observe/`), which the line says already. */
const VERB = /^(?:Searched for|Searched|Fetched) (?=\S)/;

/**
 * What a session looked at: files, searches, pages. What it also wrote is told there.
 *
 * @param story The session.
 * @param maxUnits UTF-16 units at most.
 */
export function lookedText(story: SessionStory, maxUnits: number): string {
  const written = new Set(filesOf(story, "write"));
  const read = filesOf(story, "read").filter((path) => !written.has(path));
  return fitLines(
    [
      listLine("Read", grouped(read), {
        most: MOST.files,
        maxUnits: LINE_UNITS,
      }),
      others("Searched", story, "search"),
      others("Pages", story, "web"),
      others("Used", story, "other"),
    ].filter((line) => line !== null),
    maxUnits,
  );
}

/**
 * What a session changed: files, and what came of commands that matter.
 *
 * @param story The session.
 * @param commands Its commands.
 * @param maxUnits UTF-16 units at most.
 */
export function changedText(
  story: SessionStory,
  commands: readonly RunCommand[],
  maxUnits: number,
): string {
  const ran = commands.filter(({ matters }) => matters)
    .map(({ text, outcome }) => `${oneLine(text, NAME_UNITS)} (${outcome})`);
  return fitLines(
    [
      listLine("Wrote", grouped(filesOf(story, "write")), {
        most: MOST.files,
        maxUnits: LINE_UNITS,
      }),
      // The latest are what holds.
      listLine("Ran", ran.slice(-MOST.commands), {
        most: MOST.commands,
        maxUnits: LINE_UNITS,
      }),
    ].filter((line) => line !== null),
    maxUnits,
  );
}

function filesOf(story: SessionStory, what: "read" | "write"): string[] {
  const shown = projectPaths(story.session);
  const paths = new Set<string>();
  for (const one of story.observations) {
    if (one.what !== what || one.outcome === "error") continue;
    for (const file of one.files) paths.add(oneLine(shown(file), NAME_UNITS));
  }
  return [...paths];
}

/** Paths of one folder stand together, where there are many. */
function grouped(paths: readonly string[]): string[] {
  if (paths.length <= MOST.files) return [...paths];
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const folder = path.replace(/[^\\/]+$/, "");
    const names = folders.get(folder) ?? [];
    names.push(path);
    folders.set(folder, names);
  }
  return [...folders].sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([folder, names]) =>
      names.length > 3 && folder !== ""
        ? [`${folder} (${names.length} files)`]
        : names
    );
}

function others(
  name: string,
  story: SessionStory,
  what: "search" | "web" | "other",
): string | null {
  const titles = new Set<string>();
  for (const one of story.observations) {
    if (one.what !== what) continue;
    titles.add(oneLine(one.title.replace(VERB, ""), NAME_UNITS));
  }
  return listLine(name, [...titles], {
    most: MOST.others,
    maxUnits: LINE_UNITS,
  });
}
