import { withoutSecrets } from "../log.ts";
import type { HookProcess } from "../frame/hook_process.ts";
import { programName } from "../registry.ts";
import { writeText } from "../write_text.ts";

/** Says on stderr what did not go as it should. Nothing of what an event says ever gets there. */
export interface Warnings {
  /**
   * One line, `WARN memory-capture-x: code: text`, and one in the log: as a warning, or as what asks for nothing.
   *
   * @param code The word by which it is known.
   * @param text What it means.
   * @param level How the log sees it.
   */
  warn(code: string, text: string, level?: "info" | "warn"): void;
}

/**
 * The warnings of a hook.
 *
 * @param process The hook's.
 */
export function openWarnings(
  { hook, log }: Pick<HookProcess, "hook" | "log">,
): Warnings {
  return {
    warn(code, text, level = "warn") {
      const line = `${code}: ${text}`;
      log[level](line);
      try {
        writeText(
          Deno.stderr,
          `WARN ${programName(hook)}: ${withoutSecrets(line)}\n`,
        );
      } catch {
        // The host has closed the pipe; the log has it.
      }
    },
  };
}
