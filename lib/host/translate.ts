import type { EventName } from "../event.ts";
import type { Log } from "../log.ts";
import { CODEX } from "./codex.ts";
import { COPILOT } from "./copilot.ts";
import { CURSOR } from "./cursor.ts";
import { type Fields, firstText, isObject } from "./fields.ts";
import { GEMINI } from "./gemini.ts";
import type { Host, HostName, Surroundings } from "./host.ts";

/** The hosts besides Claude Code. */
export const HOSTS: Readonly<Record<Exclude<HostName, "claude">, Host>> = {
  cursor: CURSOR,
  gemini: GEMINI,
  codex: CODEX,
  copilot: COPILOT,
};

/** Between a host and a hook that knows the events of Claude Code. */
export interface Translation {
  /**
   * The event as Claude Code would send it.
   *
   * @param text What was read from stdin.
   * @returns The same text where it is no JSON object: the hook says what is wrong with it.
   */
  input(text: string): string;
  /**
   * The hook's answer as the host reads it.
   *
   * @param stdout What the hook would say to Claude Code.
   */
  output(stdout: string): string;
}

/**
 * Makes the translation for one event.
 *
 * @param name The host, as it stands on the hook's command line.
 * @param expected The events that the hook is for: what an event means that does not say its name.
 * @param around The environment.
 * @param log Where an unknown host is said.
 * @returns `null` for Claude Code, and for a host that is not known.
 */
export function translate(
  name: string,
  expected: readonly EventName[],
  around: Surroundings,
  log: Log,
): Translation | null {
  if (name === "claude") return null;
  const host = Object.hasOwn(HOSTS, name)
    ? HOSTS[name as keyof typeof HOSTS]
    : undefined;
  if (host === undefined) {
    log.warn("Went on as for Claude Code: --host names no host that is known");
    return null;
  }
  let event = expected[0] ?? "SessionStart";
  let hostEvent: string = event;
  return {
    input(text) {
      const fields = fieldsIn(text);
      if (fields === null) return text;
      const named = firstText(fields, "hook_event_name", "hookEventName");
      const known = named !== undefined && Object.hasOwn(host.events, named);
      if (known) event = host.events[named] ?? event;
      hostEvent = named ?? Object.entries(host.events)
        .find(([, meaning]) => meaning === event)?.[0] ??
        event;
      const made = host.fields(fields, event, around);
      // An event that means none of ours keeps its name, so that the hook passes it over.
      return JSON.stringify(
        named === undefined || known
          ? made
          : { ...made, hook_event_name: named },
      );
    },
    output(stdout) {
      const said = fieldsIn(stdout);
      const specific = said?.["hookSpecificOutput"];
      const answer = host.answer({
        event,
        hostEvent,
        context: isObject(specific)
          ? firstText(specific, "additionalContext") ?? ""
          : "",
        message: said === null ? "" : firstText(said, "systemMessage") ?? "",
      });
      return answer === null ? "" : JSON.stringify(answer) + "\n";
    },
  };
}

function fieldsIn(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
