// A made-up history of a user: projects, sessions, notes, memories, and questions with their answers. The same each time.
import { type Component, COMPONENTS } from "./_recall_components.ts";
import { MATTERS } from "./_recall_matters.ts";
import { type Practice, PRACTICES, UNRELATED } from "./_recall_practices.ts";
import {
  capital,
  type Case,
  componentsOf,
  type MadeSession,
  makeSession,
  pick,
  PROJECTS,
  type Random,
} from "./_recall_session.ts";

/** A note or a memory. */
export interface MadeText {
  readonly title: string;
  readonly text: string;
  readonly tags: readonly string[];
}

/** A question, and what answers it: a session, a note or a memory by its place in the history. */
export interface Question {
  readonly text: string;
  readonly project: number;
  readonly paraphrased: boolean;
  readonly answer: readonly ["session" | "note" | "memory", number] | null;
}

export interface History {
  readonly projects: readonly string[];
  readonly sessions: readonly MadeSession[];
  readonly notes: readonly MadeText[];
  readonly memories: readonly MadeText[];
  readonly questions: readonly Question[];
}

/** Makes a history of so many sessions, of 20 observations each, and so many notes. */
export function makeHistory(sessions: number, notes: number): History {
  const random = generator(20_260_901);
  const cases = shuffled(
    PROJECTS.flatMap((_, project) =>
      componentsOf(project).flatMap((component) =>
        MATTERS.map((matter) => ({ project, component, matter }))
      )
    ),
    random,
  ).slice(0, sessions);
  const rules = shuffled(
    COMPONENTS.flatMap((component) =>
      PRACTICES.map((practice) => ({ component, practice }))
    ),
    random,
  );
  const memories = rules.slice(0, 150);
  const ruled = rules.slice(150);
  const asked = <T>(things: readonly T[], count: number): number[] =>
    shuffled(things.map((_, index) => index), random).slice(0, count);
  return {
    projects: PROJECTS,
    sessions: cases.map((it) => makeSession(it, random)),
    notes: [
      ...ruled.map((it) => makeRule(it, random)),
      ...Array.from(
        { length: notes - ruled.length },
        (_, at) => makeMinutes(at, random),
      ),
    ],
    memories: memories.map((it) => makeRule(it, random)),
    questions: [
      ...asked(cases, 150).map((index, at): Question => {
        const it = cases[index] as Case;
        const paraphrased = at % 3 === 2;
        return {
          text: askCase(it, paraphrased, random),
          project: it.project,
          paraphrased,
          answer: ["session", index],
        };
      }),
      ...([["note", ruled, 30], ["memory", memories, 20]] as const).flatMap((
        [kind, things, count],
      ) =>
        asked(things, count).map((index, at): Question => {
          const paraphrased = at % 3 === 2;
          return {
            text: askRule(things[index] as Rule, paraphrased, random),
            project: index % PROJECTS.length,
            paraphrased,
            answer: [kind, index],
          };
        })
      ),
      ...UNRELATED.map((text, at): Question => ({
        text,
        project: at % PROJECTS.length,
        paraphrased: false,
        answer: null,
      })),
    ],
  };
}

interface Rule {
  readonly component: Component;
  readonly practice: Practice;
}

function askCase(
  { component, matter }: Case,
  paraphrased: boolean,
  random: Random,
): string {
  if (!paraphrased) {
    const [what, how] = [component.name, matter.ask];
    return pick([
      `What was it with the ${what} and ${how}?`,
      `We had trouble with ${how} in the ${what}. What did we decide?`,
      `How did we get rid of the ${what}'s problem, ${how}?`,
      `I think it is ${how} again, the ${what}. Please look into it.`,
      `What was the cause of ${how} in the ${what}?`,
    ], random);
  }
  const what = random(2) === 0 ? `the ${component.name}` : component.other;
  return pick([
    `Didn't we have a case where ${what} ${matter.other}? How did we solve it?`,
    `I remember that ${what} ${matter.other}. What was behind it?`,
    `A customer says that ${what} ${matter.other}. What did we do last time?`,
  ], random);
}

function askRule(
  { component, practice }: Rule,
  paraphrased: boolean,
  random: Random,
): string {
  if (!paraphrased) {
    return pick([
      `What is our rule on ${practice.ask} for the ${component.name}?`,
      `Why do we insist on ${practice.ask} in the ${component.name}?`,
    ], random);
  }
  const what = random(2) === 0 ? `the ${component.name}` : component.other;
  return pick([
    `What did we agree on ${practice.other}, for ${what}?`,
    `Is there anything on ${practice.other} when it comes to ${what}?`,
  ], random);
}

function makeRule(
  { component, practice }: Rule,
  random: Random,
): MadeText {
  const name = capital(component.name);
  return {
    title: `${name} ${practice.says}`,
    text: `The ${component.name} ${practice.says}, since ${practice.why}. ${
      pick([
        "Agreed in the team meeting.",
        "Nobody remembers an exception.",
        "To be looked at again next year.",
      ], random)
    }`,
    tags: [
      component.name.split(" ")[0] ?? "",
      pick(["rule", "decision"], random),
    ],
  };
}

function makeMinutes(at: number, random: Random): MadeText {
  const [a, b] = [pick(COMPONENTS, random), pick(COMPONENTS, random)];
  const who = pick(["Ada", "Bui", "Carla", "Deniz", "Emeka"], random);
  const what = pick([
    "Stand-up",
    "Retrospective",
    "Planning",
    "One-to-one",
    "Design review",
    "Interview",
  ], random);
  return {
    title: `${what} ${1 + at % 28}.${1 + (at >> 3) % 12}. with ${who} (${at})`,
    text:
      `We spoke of the ${a.name} and of the ${b.name}, and of holidays. ${who} writes the minutes.`,
    tags: ["meeting"],
  };
}

function shuffled<T>(things: readonly T[], random: Random): T[] {
  const all = [...things];
  for (let at = all.length - 1; at > 0; at--) {
    const other = random(at + 1);
    [all[at], all[other]] = [all[other] as T, all[at] as T];
  }
  return all;
}

/** Mulberry32. */
function generator(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
