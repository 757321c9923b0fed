import type { HookProcess } from "../frame/hook_process.ts";
import { programName } from "../registry.ts";
import { writeText } from "../write_text.ts";

/** Says what did not go as it should. Nothing of what an event says ever gets there. */
export interface Warnings {
  /**
   * Says it on stderr only: there is nothing to mend. One line, `WARN memory-capture-x: code: text`.
   *
   * @param code The word by which it is known.
   * @param text What it means.
   */
  say(code: string, text: string): void;
  /** Says it on stderr and in the log. */
  warn(code: string, text: string): void;
}

/**
 * The warnings of a hook.
 *
 * @param process The hook's.
 */
export function openWarnings(
  { hook, log }: Pick<HookProcess, "hook" | "log">,
): Warnings {
  const say = (code: string, text: string): void => {
    try {
      writeText(Deno.stderr, `WARN ${programName(hook)}: ${code}: ${text}\n`);
    } catch {
      // The host has closed the pipe: nobody is there to be told.
    }
  };
  return {
    say,
    warn(code, text) {
      say(code, text);
      log.warn(`${code}: ${text}`);
    },
  };
}
