import { lowerCase } from "./lower_case.ts";
import {
  isDigit,
  type PatternRule,
  type RedactOptions,
  type Rule,
  type Span,
  startsWord,
} from "./rule.ts";
import { RULES } from "./rules.ts";

/** What a rule found. */
export interface Match extends Span {
  readonly rule: Rule;
  /** The rule's place in the table. */
  readonly order: number;
}

/** Digits with what people put between them. The bound keeps a megabyte of them off the stack. */
const DIGIT_RUN = /\d[\d .()-]{7,160}/g;

const compiled = new Map<PatternRule, RegExp>();

/** Finds all matches of all rules, in no order; they may overlap. */
export function findMatches(text: string, options: RedactOptions): Match[] {
  const matches: Match[] = [];
  const lower = lowerCase(text);
  const numberRules: number[] = [];
  for (let order = 0; order < RULES.length; order++) {
    const rule = RULES[order] as Rule;
    if (rule.triggers.length === 0) numberRules.push(order);
    for (const trigger of rule.triggers) {
      let at = lower.indexOf(trigger);
      while (at >= 0) {
        const span = attempt(rule, text, at, options);
        let next = at + trigger.length;
        if (span !== undefined) {
          matches.push({ ...span, rule, order });
          if (span.end > next) next = span.end;
        }
        at = lower.indexOf(trigger, next);
      }
    }
  }
  findNumbers(text, numberRules, options, matches);
  return matches;
}

function findNumbers(
  text: string,
  orders: readonly number[],
  options: RedactOptions,
  matches: Match[],
): void {
  DIGIT_RUN.lastIndex = 0;
  for (
    let run = DIGIT_RUN.exec(text);
    run !== null;
    run = DIGIT_RUN.exec(text)
  ) {
    let end = run.index;
    for (let at = run.index; at < DIGIT_RUN.lastIndex; at++) {
      const inside = isDigit(text.charCodeAt(at - 1)) ||
        !isDigit(text.charCodeAt(at));
      if (inside || at < end) continue;
      const digits = digitsFrom(text, at);
      for (const order of orders) {
        const rule = RULES[order] as Rule;
        // Most numbers are too short for most rules, whose expressions need not be compiled then: 0.1 ms each (2.9.6, measured).
        if (digits < (rule.digits ?? 0)) continue;
        const span = attempt(rule, text, at, options);
        if (span === undefined) continue;
        matches.push({ ...span, rule, order });
        end = Math.max(end, span.end);
      }
    }
    DIGIT_RUN.lastIndex = Math.max(DIGIT_RUN.lastIndex, end);
  }
}

/** Whether a unit is a digit, or what people put between them. */
function isNumberUnit(unit: number): boolean {
  // Space, full stop, brackets, dash.
  return isDigit(unit) || unit === 0x20 || unit === 0x2e || unit === 0x28 ||
    unit === 0x29 || unit === 0x2d;
}

/** How many digits a number has from an index on. More than any rule needs are not counted. */
function digitsFrom(text: string, from: number): number {
  let digits = 0;
  for (let at = from; digits < MOST_DIGITS; at++) {
    const unit = text.charCodeAt(at);
    if (isDigit(unit)) digits++;
    else if (!isNumberUnit(unit)) break;
  }
  return digits;
}

const MOST_DIGITS = 13;

function attempt(
  rule: Rule,
  text: string,
  at: number,
  options: RedactOptions,
): Span | undefined {
  if (rule.word && !startsWord(text, at)) return undefined;
  const span = "find" in rule ? rule.find(text, at) : matchAt(rule, text, at);
  if (span === undefined || rule.allow === undefined) return span;
  const match = text.slice(span.start, span.end);
  return rule.allow(match, options) ? undefined : span;
}

function matchAt(
  rule: PatternRule,
  text: string,
  at: number,
): Span | undefined {
  let pattern = compiled.get(rule);
  if (pattern === undefined) compiled.set(rule, pattern = rule.pattern());
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  if (rule.check?.(match, text, at) === false) return undefined;
  return { start: at + (match[1]?.length ?? 0), end: at + match[0].length };
}
