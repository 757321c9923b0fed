/** Wakes a loop that waits. Ringing before the loop waits is heard when it does; ringing often is heard once. */
export class Bell {
  #rung = false;
  #wake: (() => void) | null = null;

  /** Wakes the loop. */
  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /**
   * Waits for the bell.
   *
   * @param ms Milliseconds to wait at most.
   * @returns Whether it rang.
   */
  async wait(ms: number): Promise<boolean> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = (): void => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = null;
    }
    const rung = this.#rung;
    this.#rung = false;
    return rung;
  }
}
