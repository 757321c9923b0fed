/** Something that is not as it should be. */
export interface Finding {
  /** In words. */
  readonly text: string;
  /** Whether another installation mends it, which the text does not say. */
  readonly again: boolean;
}

/** What another installation mends. */
export function again(text: string): Finding {
  return { text, again: true };
}

/** What it does not mend, or what says itself how it is mended. */
export function other(text: string): Finding {
  return { text, again: false };
}
