/** What the worker answers in place of what was asked for, or that it does not answer. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  /**
   * @param status The HTTP status; 0 where nobody answers.
   * @param message What went wrong, for people.
   */
  constructor(readonly status: number, message: string) {
    super(message);
  }
}
