import { isPrivate } from "../redact/is_private.ts";
import { addCounts, matchCount } from "../redact/matches.ts";
import { withoutPrivate } from "../redact/private_blocks.ts";
import { redactText } from "../redact/redact_text.ts";
import type { RedactOptions } from "../redact/rule.ts";
import type { redactValue as RedactValueFunction } from "../redact/redact_value.ts";
import { cutText } from "./cut_text.ts";

type RedactValue = typeof RedactValueFunction;

/** UTF-16 units of a text that are looked at: more than a row has room for. */
const LOOKED_AT = 1_500_000;

/** UTF-16 units before the end of what was looked at that are not kept. */
const MARGIN = 8192;

/**
 * Takes private blocks and secrets out of all that one event says, and counts them. What it throws means that nothing of the event may be kept.
 */
export class Redactor {
  #options: RedactOptions;
  readonly #fails: boolean;
  readonly #counts = new Map<string, number>();
  #privateBlocks = 0;

  /**
   * @param options What may stay.
   * @param fails Whether it is to fail, as a test can ask for: what never happens cannot be seen to be handled otherwise.
   */
  constructor(options: RedactOptions, fails: boolean) {
    this.#options = options;
    this.#fails = fails;
  }

  /**
   * Says which triggers there can be in all that it gets from now on.
   *
   * @param triggers What `triggersIn()` found.
   */
  expect(triggers: RedactOptions["triggers"]): void {
    this.#options = { ...this.#options, triggers };
  }

  /** How often each rule matched, by its name. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** How many secrets were found in all. */
  get matches(): number {
    return matchCount(this.#counts);
  }

  /** How many private blocks were taken out. */
  get privateBlocks(): number {
    return this.#privateBlocks;
  }

  /** Whether a prompt is private as a whole. */
  isPrivate(prompt: string): boolean {
    return isPrivate(prompt);
  }

  /**
   * A text as it may be kept. Of a very long one only the beginning is looked at, which is more than has room: a hook has little time.
   *
   * @param text The text.
   * @param maxBytes How many bytes it may have as JSON.
   */
  text(text: string, maxBytes: number): string {
    this.#mayFail();
    if (text.length <= LOOKED_AT) {
      return cutText(this.#redacted(text), maxBytes);
    }
    // Whole, so that a block is known to be private wherever it ends.
    const { text: open, blocks } = withoutPrivate(text);
    this.#privateBlocks += blocks;
    const redacted = this.#redacted(open.slice(0, LOOKED_AT));
    if (open.length <= LOOKED_AT) return cutText(redacted, maxBytes);
    // What is half a secret where the text was cut is none that a rule would know.
    const kept = redacted.slice(0, Math.max(0, redacted.length - MARGIN));
    return cutText(kept, maxBytes, open.length - LOOKED_AT + MARGIN);
  }

  #redacted(text: string): string {
    const redaction = redactText(text, this.#options);
    this.#count(redaction);
    return redaction.text;
  }

  /**
   * A JSON value as it may be kept.
   *
   * @param value The value.
   * @param redactValue How: given, so that a hook without values does not load it.
   */
  value(value: unknown, redactValue: RedactValue): unknown {
    this.#mayFail();
    const redaction = redactValue(value, this.#options);
    this.#count(redaction);
    return redaction.value;
  }

  #count(
    { counts, privateBlocks }: {
      counts: ReadonlyMap<string, number>;
      privateBlocks: number;
    },
  ): void {
    addCounts(this.#counts, counts);
    this.#privateBlocks += privateBlocks;
  }

  #mayFail(): void {
    if (this.#fails) throw new Error("Cannot redact: it was told to fail");
  }
}
