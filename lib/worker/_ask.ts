import type { Backend } from "./backend.ts";
import { invalid, notFound, Problem } from "./_problem.ts";

/**
 * Has the daemon do what can be asked for on its socket.
 *
 * @returns What it answers.
 * @throws {Problem} when it could not.
 */
export async function ask(
  backend: Backend,
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const answer = await backend.ask(method, params);
  if ("result" in answer) return answer.result;
  const { code, message } = answer.error;
  switch (code) {
    case "invalid":
      throw invalid(message);
    case "not_found":
      throw notFound("item");
    case "busy":
    case "newer_schema":
      throw new Problem(503, code, message);
    case "failed":
      throw new Problem(500, code, "the store failed");
  }
}
