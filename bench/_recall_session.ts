// What happens in one made-up session; see `_recall_history.ts`.
import { type Component, COMPONENTS } from "./_recall_components.ts";
import type { Matter } from "./_recall_matters.ts";

export interface MadeObservation {
  readonly kind: "read" | "write" | "command" | "search" | "web";
  readonly tool: string;
  readonly outcome: "success" | "error";
  readonly title: string;
  readonly detail: string;
  readonly files: readonly string[];
  /** Whether it tells what the session was about. */
  readonly tells: boolean;
}

export interface MadeSession {
  readonly project: number;
  readonly prompts: readonly string[];
  readonly observations: readonly MadeObservation[];
  readonly summary: Readonly<
    Record<"request" | "looked" | "changed" | "decided" | "open", string>
  >;
}

export const PROJECTS = [
  "shopfront",
  "backoffice",
  "mobile-api",
  "warehouse",
  "intranet",
  "partner-portal",
  "media-hub",
  "billing",
  "community",
  "platform",
];

/** Components of one project. */
const OWN_COMPONENTS = 12;

export interface Case {
  readonly project: number;
  readonly component: Component;
  readonly matter: Matter;
}

/** A whole number from 0, below another one. */
export type Random = (below: number) => number;

export function componentsOf(project: number): Component[] {
  return Array.from(
    { length: OWN_COMPONENTS },
    (_, at) => COMPONENTS[(project * 5 + at * 3) % COMPONENTS.length],
  ).filter((it) => it !== undefined);
}

export function makeSession(it: Case, random: Random): MadeSession {
  const { component, matter, project } = it;
  const root = `/home/u/src/${PROJECTS[project]}`;
  const area = pick(["core", "jobs", "web", "api"], random);
  const path = `${root}/src/${area}/${component.file}.ts`;
  const test = `${root}/tests/${component.file}_test.ts`;
  const request = pick([
    `The ${component.name} ${matter.says}. Please find out why and mend it.`,
    `Look at the ${component.name}: it ${matter.says}. What is going on?`,
    `Ticket ${
      100 + random(900)
    }: the ${component.name} ${matter.says}. Can you fix that?`,
  ], random);
  const telling: MadeObservation[] = [
    {
      ...told("write", "Edit"),
      title: `Edited src/${area}/${component.file}.ts`,
      detail: `// ${capital(matter.why)}, so: ${matter.fix}.\n${code(random)}`,
      files: [path],
    },
    {
      ...told("write", "Write"),
      title: `Wrote tests/${component.file}_test.ts`,
      detail:
        `Deno.test("the ${component.name} no longer ${matter.says}", async () => {\n${
          code(random)
        }\n});`,
      files: [test],
    },
    {
      ...told("command", "Bash"),
      title: `git commit -am "${capital(component.name)}: ${matter.fix}"`,
      detail: `[main ${random(0xfffffff).toString(16)}] 2 files changed`,
      files: [],
    },
  ];
  const noise = Array.from(
    { length: 17 },
    () => makeNoise(it, root, path, random),
  );
  return {
    project,
    prompts: [
      request,
      `Yes: ${matter.fix}. Add a test, too.`,
      pick([
        "Thanks, commit it.",
        "Looks good. Run all the tests once more.",
        "Good. And format it, please.",
      ], random),
    ],
    observations: [...noise.slice(0, 9), ...telling, ...noise.slice(9)],
    summary: {
      request,
      looked: `src/${area}/${component.file}.ts and its callers`,
      changed:
        `src/${area}/${component.file}.ts, tests/${component.file}_test.ts`,
      decided: `The cause: ${matter.why}. Decided: ${matter.fix}.`,
      open: pick(
        ["", "", "The documentation is not brought up to date."],
        random,
      ),
    },
  };
}

function told(kind: "write" | "command", tool: string) {
  return { kind, tool, outcome: "success", tells: true } as const;
}

/** What any session does. */
function makeNoise(
  { project, component }: Case,
  root: string,
  path: string,
  random: Random,
): MadeObservation {
  const other = pick(componentsOf(project), random);
  const file = random(3) === 0 ? path : `${root}/src/core/${other.file}.ts`;
  const short = file.slice(root.length + 1);
  const common = { outcome: "success", tells: false } as const;
  switch (random(6)) {
    case 0:
    case 1:
      return {
        ...common,
        kind: "read",
        tool: "Read",
        title: `Read ${short}`,
        detail: code(random),
        files: [file],
      };
    case 2: {
      const word = pick(IDENTIFIERS, random);
      return {
        ...common,
        kind: "search",
        tool: "Grep",
        title: `Searched for ${word}`,
        detail: `${1 + random(30)} matches, in ${short} and others`,
        files: [],
      };
    }
    case 3:
      return {
        ...common,
        kind: "command",
        tool: "Bash",
        outcome: random(4) === 0 ? "error" : "success",
        title: pick([
          "deno test -A",
          "deno lint",
          "git status --short",
          "ls src",
        ], random),
        detail: `${random(200)} passed, ${random(3)} failed (${
          random(9000)
        } ms)`,
        files: [],
      };
    case 4:
      return {
        ...common,
        kind: "web",
        tool: "WebFetch",
        title: `Read https://docs.example.dev/${pick(IDENTIFIERS, random)}`,
        detail: `How ${component.name.split(" ").at(-1)} and ${
          pick(IDENTIFIERS, random)
        } work together; options and their defaults.`,
        files: [],
      };
    default:
      return {
        ...common,
        kind: "write",
        tool: "Edit",
        title: `Edited ${short}`,
        detail: code(random),
        files: [file],
      };
  }
}

const IDENTIFIERS = [
  "retryDelay",
  "parseHeader",
  "openPool",
  "closeHandle",
  "readConfig",
  "toIsoDate",
  "mapRows",
  "userContext",
  "flushQueue",
  "nextCursor",
  "validateInput",
  "renderRow",
  "hashKey",
  "mergeOptions",
  "withTimeout",
  "loadSchema",
];

function code(random: Random): string {
  return Array.from(
    { length: 2 + random(5) },
    () =>
      `  const ${pick(IDENTIFIERS, random)} = ${pick(IDENTIFIERS, random)}(${
        pick(IDENTIFIERS, random)
      }, ${random(100)});`,
  ).join("\n");
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function pick<T>(from: readonly T[], random: Random): T {
  return from[random(from.length)] as T;
}
