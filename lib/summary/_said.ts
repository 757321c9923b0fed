import { oneLine } from "../memory/one_line.ts";
import { fitLines } from "./_fit_lines.ts";
import { type Statement, statementsOf } from "./_statements.ts";
import { type Verdict, verdict } from "./_verdict.ts";

/** The assistant's last message of a turn. */
export interface Answer {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Redacted. */
  readonly text: string;
}

/** UTF-16 units of one statement. */
const STATEMENT_UNITS = 240;

/** How much a statement of an earlier turn has to tell to be told again, and how many of one turn are. */
const EARLIER_WEIGHT = 3;
const MOST_EARLIER = 2;

interface Judged extends Verdict {
  readonly text: string;
  readonly order: number;
}

/**
 * What was decided, or came out, according to the assistant: the last answer's statements that say so, by their words or else by where
 * they stand; then the weightiest of earlier ones.
 *
 * @param answers In their order.
 * @param maxUnits UTF-16 units at most.
 */
export function decidedText(
  answers: readonly Answer[],
  maxUnits: number,
): string {
  const last = answers.at(-1);
  if (last === undefined) return "";
  const candidates = [
    ...ofLast(statementsOf(last.text)),
    ...answers.slice(0, -1).reverse().flatMap((answer, back) =>
      ofEarlier(statementsOf(answer.text), back + 1)
    ),
  ];
  const chosen: Judged[] = [];
  const told = new Set<string>();
  let units = 0;
  for (const one of candidates) {
    const key = one.text.toLowerCase();
    if (told.has(key) || units + one.text.length + 1 > maxUnits) continue;
    told.add(key);
    units += one.text.length + 1;
    chosen.push(one);
  }
  chosen.sort((a, b) => a.order - b.order);
  return fitLines(chosen.map(({ text }) => text), maxUnits);
}

/**
 * What the assistant said is still to be done.
 *
 * @param answers In their order; only the last one holds.
 */
export function openStatements(answers: readonly Answer[]): string[] {
  return statementsOf(answers.at(-1)?.text ?? "").map(judged)
    .filter(({ isOpen, isQuestion }) => isOpen && !isQuestion)
    .map(({ text }) => text);
}

/**
 * What the assistant asked at the end of its last message, `null` where that is no question.
 *
 * @param answers In their order.
 */
export function lastQuestion(answers: readonly Answer[]): string | null {
  const last = statementsOf(answers.at(-1)?.text ?? "").map(judged).at(-1);
  return last?.isQuestion ? last.text : null;
}

/** Weightiest first. What stands at the beginning, or in a list, counts where no words are known. */
function ofLast(statements: readonly Statement[]): Judged[] {
  return statements.map((statement, index) => {
    const one = judged(statement, index);
    const place = index < 2 || statement.isItem ? 1 : 0;
    return { ...one, weight: one.weight + place };
  }).filter(({ isOpen, isQuestion, weight }) =>
    !isOpen && !isQuestion && weight > 0
  ).sort((a, b) => b.weight - a.weight || a.order - b.order);
}

function ofEarlier(statements: readonly Statement[], back: number): Judged[] {
  return statements.map(judged)
    .filter(({ isOpen, weight }) => !isOpen && weight >= EARLIER_WEIGHT)
    .sort((a, b) => b.weight - a.weight || a.order - b.order)
    .slice(0, MOST_EARLIER)
    .map((one) => ({ ...one, order: one.order - back * 10_000 }));
}

function judged(statement: Statement, order: number): Judged {
  return {
    ...verdict(statement),
    text: oneLine(statement.text, STATEMENT_UNITS),
    order,
  };
}
