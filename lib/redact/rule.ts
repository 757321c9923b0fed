/** What a caller may decide. */
export interface RedactOptions {
  /** Domains whose e-mail addresses stay, each with its subdomains, whatever their case. Default none. */
  readonly emailAllow?: readonly string[];
  /** The triggers that a text can hold, where that is known. Default all. */
  readonly triggers?: readonly Trigger[] | undefined;
}

/** A literal that a rule is tried at. */
export interface Trigger {
  /** In lower case. */
  readonly text: string;
  /** The rule's place in the table. */
  readonly order: number;
}

/** A stretch of a text, in UTF-16 units: from `start` up to but not including `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface Named {
  /** The name that counts and metrics use. */
  readonly name: string;
  /** What stands in the secret's place. */
  readonly token: string;
  /**
   * Of a rule for numbers: how many digits there must be, from the group on, with nothing but spaces, dots, brackets and dashes
   * in between. It is tried nowhere else. Default none.
   */
  readonly digits?: number;
  /**
   * Of a rule for numbers: whether a match may reach to what stands in front of a run of digits. Where not, the
   * rule is not tried in it. Default it is.
   *
   * @param run Where the run begins.
   */
  readonly reaches?: (text: string, run: number) => boolean;
  /** Whether a match stays although it is one: the rule's allowlist. */
  readonly allow?: (match: string, options: RedactOptions) => boolean;
}

/** A rule that one regular expression tells. */
export interface PatternRule extends Named {
  /**
   * Makes the sticky expression, which is matched where the trigger begins. It is made once, with the first trigger, since most
   * texts have none. Where it has a first group, that is at the match's beginning and stays in the text.
   */
  readonly pattern: () => RegExp;
  /** Whether a match is one: a check digit, or what stands around it. */
  readonly check?: (
    match: RegExpExecArray,
    text: string,
    index: number,
  ) => boolean;
}

/** A rule that needs more than an expression. */
export interface ScanRule extends Named {
  /**
   * Finds the secret that belongs to a trigger. Its work is bounded, or made good by the span that it returns.
   *
   * @param at Where the trigger begins.
   */
  readonly find: (text: string, at: number) => Span | undefined;
}

/**
 * How one kind of secret is recognised.
 *
 * What a rule needs of expressions besides is made by functions as well, where it is needed: each costs a fresh process 0.005 ms,
 * matched or not (2.9.6, measured), and once more it costs next to nothing.
 */
export type Rule = PatternRule | ScanRule;

/**
 * Texts that the tests run a rule on, kept beside the rule. An export of its own: what no hook uses is not in its bundle.
 */
export interface Samples {
  /** Texts that hold a secret, each with what becomes of it. */
  readonly hit: readonly (readonly [text: string, redacted: string])[];
  /** Texts that look like it and stay as they are. */
  readonly miss: readonly string[];
}

/**
 * Whether a word may begin at an index: at the text's start, after anything but a letter, digit, `_` or `-`, after an escape
 * (`\n`, as in JSON) or a percent-encoded character.
 */
export function startsWord(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  if (!isWordUnit(before) && before !== 0x2d) return true;
  const earlier = text.charCodeAt(index - 2);
  if (earlier === 0x5c) {
    // \n, \r and \t
    return before === 0x6e || before === 0x72 || before === 0x74;
  }
  return text.charCodeAt(index - 3) === 0x25 && isHexDigit(earlier) &&
    isHexDigit(before);
}

/** Whether a UTF-16 unit is an ASCII letter, digit or `_`. `NaN`, which is beyond the text, is none. */
export function isWordUnit(unit: number): boolean {
  return isDigit(unit) || unit >= 0x41 && unit <= 0x5a || unit === 0x5f ||
    unit >= 0x61 && unit <= 0x7a;
}

/** Whether a UTF-16 unit is one of 0 to 9. */
export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isHexDigit(unit: number): boolean {
  return isDigit(unit) || unit >= 0x41 && unit <= 0x46 ||
    unit >= 0x61 && unit <= 0x66;
}
