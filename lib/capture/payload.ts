import type { RedactOptions } from "../redact/rule.ts";
import { triggersIn } from "../redact/triggers_in.ts";

/**
 * What the host sent, whose fields are asked for one by one. Whoever has asked for all that it knows can tell what is left.
 */
export class Payload {
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #known = new Set<string>();
  readonly #unfit: string[] = [];
  readonly #text: string;
  #triggers: RedactOptions["triggers"] | null = null;

  /**
   * @param text The text of stdin; a byte order mark at its start is passed over.
   * @throws {SyntaxError} when it is not JSON.
   * @throws {TypeError} when it is JSON, but no object.
   */
  constructor(text: string) {
    this.#text = text;
    const value: unknown = JSON.parse(
      text.startsWith("\uFEFF") ? text.slice(1) : text,
    );
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new TypeError("it is JSON, but no object");
    }
    this.#fields = value as Record<string, unknown>;
  }

  /**
   * A field that must be there.
   *
   * @param names Its name, and others that it may have; the first that is there counts.
   * @param fits Whether the value is one.
   * @throws {TypeError} when it is missing or does not fit; the message names the field and never tells its value.
   */
  need<T>(
    names: readonly [string, ...string[]],
    fits: (value: unknown) => value is T,
  ): T {
    const value = this.#find(names);
    if (value === undefined) throw new TypeError(`${names[0]} is missing`);
    if (!fits(value)) throw new TypeError(`${names[0]} does not fit`);
    return value;
  }

  /**
   * A field that may be missing: `null` where it is, or does not fit.
   *
   * @param names Its name, and others that it may have; the first that is there counts.
   * @param fits Whether the value is one.
   */
  may<T>(
    names: readonly [string, ...string[]],
    fits: (value: unknown) => value is T,
  ): T | null {
    const value = this.#find(names);
    if (value === undefined || value === null) return null;
    if (fits(value)) return value;
    this.#unfit.push(names[0]);
    return null;
  }

  /**
   * Says that fields are known, though of no use here.
   *
   * @param names Their names.
   */
  know(names: readonly string[]): void {
    for (const name of names) this.#known.add(name);
  }

  /** The triggers that its texts can hold: see `triggersIn()`. */
  get triggers(): RedactOptions["triggers"] {
    if (this.#triggers === null) this.#triggers = triggersIn(this.#text);
    return this.#triggers;
  }

  /** Whether a text stands in it as it is. */
  holds(text: string): boolean {
    return this.#text.includes(text);
  }

  /** The names of the fields that may be missing and do not fit. */
  get unfit(): readonly string[] {
    return this.#unfit;
  }

  /** The names of the fields that nobody has asked for, as the host chose them. */
  get unknown(): string[] {
    return Object.keys(this.#fields).filter((name) => !this.#known.has(name));
  }

  #find(names: readonly string[]): unknown {
    this.know(names);
    const name = names.find((it) => Object.hasOwn(this.#fields, it));
    return name === undefined ? undefined : this.#fields[name];
  }
}

/** Whether a value is a text. */
export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Whether a value is a text that says something. */
export function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** Whether a value is a number of things or milliseconds. */
export function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

/** Whether a value is a number of things. */
export function isCount(value: unknown): value is number {
  return isAmount(value) && Number.isSafeInteger(value);
}

/** Any value at all. */
export function isAnything(value: unknown): value is unknown {
  return value !== undefined;
}
