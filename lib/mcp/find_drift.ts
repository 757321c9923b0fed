import type { HookState } from "../install/hook_states.ts";
import { quoted } from "../install/quoted.ts";

/** What is known of an installation. */
export interface Installation {
  /** The user's settings file. */
  readonly settings: string;
  /** How each hook is registered there; in words, why Claude Code ignores the file. */
  readonly hooks: readonly HookState[] | string;
  /** Names of skills and agents that an update waits for. */
  readonly skills: readonly string[];
  readonly agents: readonly string[];
  /** The installer, `null` where nobody knows where it is. */
  readonly installer: string | null;
}

/**
 * Says in a few lines what of an installation is not as this version would leave it, with the command that mends it. What a person has
 * changed on purpose is left alone: an entry that starts another program, an edited skill, one that was never installed.
 *
 * @param installation What is known of it.
 * @returns `""` where all is well.
 */
export function findDrift(
  { settings, hooks, skills, agents, installer }: Installation,
): string {
  const command = (...flags: readonly string[]): string =>
    commandOf(installer, flags);
  if (typeof hooks === "string") {
    return `Claude Code ignores all of ${settings}, with every hook in it: ${hooks}. Tell the user.`;
  }
  if (hooks.every(({ state }) => state === "missing")) {
    return `No hook of this memory is registered in ${settings}, so no session is briefed. Offer the user to install them: ${command()}`;
  }
  const wrong = hooks.flatMap((hook) => {
    const what = wordsOf(hook);
    return what === null ? [] : [`${hook.program} on ${hook.event} ${what}`];
  });
  const lines = [
    ...wrong.length === 0
      ? []
      : [`Hooks: ${wrong.join("; ")}. To mend: ${command()}`],
    ...skills.length === 0 ? [] : [
      `Skills out of date: ${skills.join(", ")}. To update: ${
        command("--skills")
      }`,
    ],
    ...agents.length === 0 ? [] : [
      `Agents out of date: ${agents.join(", ")}. To update: ${
        command("--agents")
      }`,
    ],
  ];
  return lines.length === 0
    ? ""
    : `The installation of this memory is not up to date; offer the user to mend it.\n${
      lines.join("\n")
    }`;
}

function wordsOf({ state, command }: HookState): string | null {
  switch (state) {
    case "missing":
      return "is not registered";
    case "outdated":
      return "has an entry that this version would write differently";
    case "broken":
      return `is registered as ${command}, which is not on disk`;
    case "current":
    case "elsewhere":
      return null;
  }
}

function commandOf(
  installer: string | null,
  flags: readonly string[],
): string {
  const words = ["deno", "run", "-A", installer ?? "install.ts", ...flags];
  const command = words.map(quoted).join(" ");
  return installer === null
    ? `${command} (in the folder that memory-hooks was installed from)`
    : command;
}
