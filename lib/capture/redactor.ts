import { isPrivate } from "../redact/is_private.ts";
import { addCounts, matchCount } from "../redact/matches.ts";
import { redact, type RedactOptions } from "../redact/redact.ts";
import { redactValue } from "../redact/redact_value.ts";

/**
 * Takes private blocks and secrets out of all that one event says, and counts them. What it throws means that nothing of the event may be kept.
 */
export class Redactor {
  readonly #options: RedactOptions;
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

  /** A text as it may be kept. */
  text(text: string): string {
    this.#mayFail();
    const redaction = redact(text, this.#options);
    this.#count(redaction);
    return redaction.text;
  }

  /** A JSON value as it may be kept. */
  value(value: unknown): unknown {
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
