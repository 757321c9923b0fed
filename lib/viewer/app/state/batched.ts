/** Milliseconds in which what comes after the first is counted, and said at once. */
const PAUSE_MS = 5000;

/** Says what comes, but no more often than somebody can hear it. */
export class Batched {
  readonly #say: (text: string) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting = 0;

  /** @param say Says something. */
  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  /** Says the text, or counts it among those that are said together. */
  tell(text: string): void {
    if (this.#timer !== undefined) this.#waiting++;
    else {
      this.#say(text);
      this.#rest();
    }
  }

  /** Says nothing any more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = 0;
  }

  #rest(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#waiting === 0) return;
      this.#say(
        this.#waiting === 1 ? "1 more came" : `${this.#waiting} more came`,
      );
      this.#waiting = 0;
      this.#rest();
    }, PAUSE_MS);
  }
}
