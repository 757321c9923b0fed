import type { Hook } from "../hook.ts";

/**
 * Whether a hook looks at the files that name its project. The guard does not, since it keeps what the user asked for from being lost
 * wherever that is; nor does a worker or a server. It is what `permissions.ts` grants, without the table.
 *
 * @param hook The hook's row in the registry.
 */
export function looksAtProject(hook: Hook): boolean {
  return hook.deadlineMs > 0 && !hook.events.includes("PreToolUse");
}
