/** What was asked for cannot be done as it was asked. The message says what is wrong, for whoever asked. */
export class Refused extends Error {
  override readonly name = "Refused";
  /** `not_found`: there is no such memory. */
  readonly code: "invalid" | "not_found";

  constructor(code: "invalid" | "not_found", message: string) {
    super(message);
    this.code = code;
  }
}

/** Something is not as it has to be. */
export function invalid(message: string): Refused {
  return new Refused("invalid", message);
}
