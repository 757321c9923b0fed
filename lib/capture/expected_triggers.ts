import { basename, dirname } from "../path.ts";
import type { Trigger } from "../redact/rule.ts";
import { TRIGGERS } from "../redact/triggers.ts";
import { triggersIn } from "../redact/triggers_in.ts";
import type { Payload } from "./payload.ts";

/**
 * The triggers that the texts of an event can hold, and the path of its project. Nearly always that is the session's folder, which the event
 * names, or the repository in it.
 *
 * @param payload What the host sent.
 * @param project The project's path.
 * @returns `undefined` where it cannot be told: see `triggersIn()`.
 */
export function expectedTriggers(
  payload: Payload,
  project: string,
): readonly Trigger[] | undefined {
  const { triggers } = payload;
  if (triggers === undefined || payload.holds(project)) return triggers;
  const isRepository = basename(project) === ".git" &&
    payload.holds(dirname(project));
  const more = isRepository
    ? endingInSlash()
    : triggersIn(JSON.stringify(project));
  return more && [...triggers, ...more];
}

/** No other trigger can stand in `…/.git` that does not stand in front of it. */
function endingInSlash(): Trigger[] {
  return TRIGGERS.flatMap(({ literals }, order) =>
    literals.filter((it) => it.endsWith("/")).map((text) => ({ text, order }))
  );
}
