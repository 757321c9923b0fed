import { knownRules } from "./known_rules.ts";
import { lowerCase } from "./lower_case.ts";
import { isNumberUnit, nextNumberRun, SHORTEST_RUN } from "./_number_runs.ts";
import {
  isDigit,
  type PatternRule,
  type RedactOptions,
  type Rule,
  type Span,
  startsWord,
  type Trigger,
} from "./rule.ts";
import { type RuleTriggers, TRIGGERS } from "./triggers.ts";
import { triggersOf } from "./triggers_in.ts";

/** What a rule found. */
export interface Match extends Span {
  readonly rule: Rule;
  /** The rule's place in the table. */
  readonly order: number;
}

/** So many units of a run are taken at once. */
const LONGEST_RUN = 161;

const compiled = new Map<PatternRule, RegExp>();

/** Finds all matches of all rules, in no order; they may overlap. */
export function findMatches(text: string, options: RedactOptions): Match[] {
  const matches: Match[] = [];
  const lower = options.triggers?.length === 0 ? "" : lowerCase(text);
  for (const trigger of options.triggers ?? triggersOf(lower)) {
    const at = lower.indexOf(trigger.text);
    if (at >= 0) findTriggered(text, lower, trigger, at, options, matches);
  }
  findNumbers(text, options, matches);
  return matches;
}

/** Tries a rule wherever its trigger stands, from the first place on. */
function findTriggered(
  text: string,
  lower: string,
  trigger: Trigger,
  first: number,
  options: RedactOptions,
  matches: Match[],
): void {
  const { order } = trigger;
  const { word, may } = TRIGGERS[order] as RuleTriggers;
  for (let at = first; at >= 0;) {
    const isTried = (!word || startsWord(text, at)) &&
      may?.(text, at) !== false;
    const span = isTried ? attempt(order, text, at, options) : undefined;
    let next = at + trigger.text.length;
    if (span !== undefined) {
      matches.push({ ...span, rule: ruleOf(order), order });
      if (span.end > next) next = span.end;
    }
    at = lower.indexOf(trigger.text, next);
  }
}

function findNumbers(
  text: string,
  options: RedactOptions,
  matches: Match[],
): void {
  let run = nextNumberRun(text, 0);
  if (run < 0) return;
  const rules = knownRules();
  while (run >= 0) {
    let end = run;
    let runEnd = run + SHORTEST_RUN;
    const most = run + LONGEST_RUN;
    while (runEnd < most && isNumberUnit(text.charCodeAt(runEnd))) runEnd++;
    for (let at = run; at < runEnd; at++) {
      const inside = isDigit(text.charCodeAt(at - 1)) ||
        !isDigit(text.charCodeAt(at));
      if (inside || at < end) continue;
      const digits = digitsFrom(text, at);
      // Those that have no triggers.
      for (let order = TRIGGERS.length; order < rules.length; order++) {
        const rule = rules[order] as Rule;
        // Most numbers are too short for most rules, whose expressions need not be compiled then: 0.1 ms each (2.9.6, measured).
        if (digits < (rule.digits ?? 0)) continue;
        if (rule.reaches?.(text, run) === false) continue;
        const span = attempt(order, text, at, options);
        if (span === undefined) continue;
        matches.push({ ...span, rule, order });
        end = Math.max(end, span.end);
      }
    }
    run = nextNumberRun(text, Math.max(runEnd, end));
  }
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

function ruleOf(order: number): Rule {
  return knownRules()[order] as Rule;
}

function attempt(
  order: number,
  text: string,
  at: number,
  options: RedactOptions,
): Span | undefined {
  const rule = ruleOf(order);
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
