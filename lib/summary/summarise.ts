import type { SessionStory, SummaryText } from "../lifecycle/types.ts";
import { oneLine } from "../memory/one_line.ts";
import { onlyLooks, type RunCommand, runCommands } from "./_commands.ts";
import { changedText, lookedText } from "./_deeds.ts";
import { fitLines } from "./_fit_lines.ts";
import { isRequest, requestText } from "./_request.ts";
import {
  type Answer,
  decidedText,
  lastQuestion,
  openStatements,
} from "./_said.ts";

export type { Answer } from "./_said.ts";

/** UTF-16 units of one part, and of the whole. */
export const SUMMARY_UNITS = { part: 600, whole: 2000 } as const;

/** The `source` of a summary that no model wrote. */
export const EXTRACT = "extract";

const ASKED_UNITS = 160;
const MOST_FAILED = 4;

/** What Claude Code itself, and not the assistant, says at the end of a turn that came to nothing. */
const NO_ANSWER =
  /^\s*(?:API Error\b|No response requested\.?\s*$|Prompt is too long|Credit balance is too low|Execution error\b)/;

type Parts = Omit<SummaryText, "source">;

/**
 * Sums a session up from what was said and done in it, without a model: each part is made of lines that each say one thing, plain text.
 *
 * @param story The session. All of its texts are redacted.
 * @param answers The last messages of its turns, in their order; by default the only one that the session keeps.
 * @returns Parts of at most `SUMMARY_UNITS.part`, together at most `SUMMARY_UNITS.whole`; all `""` where there is nothing to tell.
 */
export function summarise(
  story: SessionStory,
  answers: readonly Answer[] = keptAnswer(story),
): SummaryText {
  const said = answers.filter(({ text }) =>
    text.trim() !== "" && !NO_ANSWER.test(text)
  );
  const commands = runCommands(story.observations);
  const { part } = SUMMARY_UNITS;
  const parts = bounded({
    request: requestText(story.prompts, part),
    looked: lookedText(story, part),
    changed: changedText(story, commands, part),
    decided: decidedText(said, part),
    open: openText(story, said, commands),
  });
  return { ...parts, source: EXTRACT };
}

/**
 * Whether a summary says nothing.
 *
 * @param summary The summary.
 */
export function isEmpty(summary: Parts): boolean {
  const { request, looked, changed, decided, open } = summary;
  return request + looked + changed + decided + open === "";
}

/**
 * Makes the parts of a summary fit, the longest ones first.
 *
 * @param parts The parts, of any length.
 */
export function bounded(parts: Parts): Parts {
  const texts = Object.values(parts).map((text) => text.length);
  const total = (most: number): number =>
    texts.reduce((sum, length) => sum + Math.min(length, most), 0);
  let most: number = SUMMARY_UNITS.part;
  while (total(most) > SUMMARY_UNITS.whole) most -= 10;
  const fit = (text: string): string =>
    text.length <= most ? text : fitLines(text.split("\n"), most);
  return {
    request: fit(parts.request),
    looked: fit(parts.looked),
    changed: fit(parts.changed),
    decided: fit(parts.decided),
    open: fit(parts.open),
  };
}

/** The session does not keep when it was said; nothing is known to have come after it. */
function keptAnswer({ session }: SessionStory): Answer[] {
  return [{ at: Infinity, text: session.answer }];
}

function openText(
  { prompts }: SessionStory,
  answers: readonly Answer[],
  commands: readonly RunCommand[],
): string {
  const last = prompts.at(-1);
  const isAnswered = last === undefined ||
    (answers.at(-1)?.at ?? -Infinity) >= last.at;
  const question = isAnswered ? lastQuestion(answers) : null;
  const failed = commands.filter((it) => it.failed && !onlyLooks(it.text));
  return fitLines([
    ...isAnswered || !isRequest(last.text) ? [] : [
      `Asked last, without an answer so far: ${
        oneLine(last.text, ASKED_UNITS)
      }`,
    ],
    ...question === null ? [] : [`The assistant asks: ${question}`],
    ...failed.slice(-MOST_FAILED).map(({ text, outcome }) =>
      `Failed: ${oneLine(text, ASKED_UNITS)}${
        outcome === "failed" ? "" : ` (${outcome})`
      }`
    ),
    ...openStatements(answers),
  ], SUMMARY_UNITS.part);
}
