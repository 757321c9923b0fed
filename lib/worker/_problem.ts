import { problem, type ProblemCode } from "./_reply.ts";

/** A request cannot be answered as it is; thrown by whoever finds out. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  readonly code: ProblemCode;

  constructor(status: number, code: ProblemCode, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** The answer that says so. */
  response(): Response {
    return problem(this.status, this.code, this.message);
  }
}

/** What was sent is not as it has to be. The message names the field, and never tells its value. */
export function invalid(message: string): Problem {
  return new Problem(400, "ValidationError", message);
}

/** There is no such thing. */
export function notFound(what: string): Problem {
  return new Problem(404, "not_found", `there is no such ${what}`);
}
