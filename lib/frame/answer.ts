import { type Hook, programName } from "../registry.ts";

/** A hook says no to what is about to happen, and why. */
export interface Refusal {
  /** One line for the model. */
  readonly refusal: string;
}

/** What a hook answers: what is written to stdout (`""` is nothing), or a refusal. */
export type Answer = string | Refusal;

/** How a hook ends. */
export interface Ending {
  readonly code: 0 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * How a hook ends with an answer. A refusal is the one exception to the rule that every hook exits 0: with exit 2 the host keeps the tool
 * from running and tells the model what stderr says. That is so before a tool is used and nowhere else (at the end of a turn it would
 * make the model go on), so only a hook for PreToolUse can refuse.
 *
 * @param hook The hook's row in the registry.
 * @param answer Its answer.
 * @throws {TypeError} when a hook refuses that must not.
 */
export function endingOf(hook: Hook, answer: Answer): Ending {
  if (typeof answer === "string") {
    return { code: 0, stdout: answer, stderr: "" };
  }
  if (!mayRefuse(hook)) {
    throw new TypeError(
      `Cannot refuse anything: ${programName(hook)} is for ${
        hook.events.join(" and ") || "no event"
      }`,
    );
  }
  return {
    code: 2,
    stdout: "",
    stderr: `${answer.refusal.replace(/\s+/g, " ")}\n`,
  };
}

/**
 * Whether a hook may end with anything but exit 0.
 *
 * @param hook The hook's row in the registry.
 */
export function mayRefuse(hook: Hook): boolean {
  return hook.events.length === 1 && hook.events[0] === "PreToolUse";
}
