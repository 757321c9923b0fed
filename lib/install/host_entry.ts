import type { Hook } from "../registry.ts";
import type { Invocation } from "./entry.ts";
import { HOST_FILES, type OtherHost } from "./host_files.ts";
import { quoted } from "./quoted.ts";
import type { DesiredEntry } from "./settings/plan_edit.ts";

/**
 * The entries of a hook in the file of another host: a command for a shell, that names the host. A host that knows nothing like the hook's
 * events has none.
 *
 * @param hook The hook.
 * @param host The host.
 * @param program How the hook is started.
 */
export function hostEntries(
  hook: Hook,
  host: OtherHost,
  program: Invocation,
): DesiredEntry[] {
  const { events, shape, command, timeout, more } = HOST_FILES[host];
  const line = [program.command, ...program.args, "--host", host]
    .map(quoted).join(" ");
  return (events[hook.name] ?? []).map(([event, matcher]) => ({
    event,
    // Names of tools differ from host to host; those of MCP servers do not.
    matcher: shape === "flat"
      ? null
      : matcher ?? (hook.name === "guard" ? hook.matcher : null),
    shape,
    handler: {
      ...more,
      [command]: line,
      ...timeout === null
        ? {}
        : { [timeout[0]]: hook.timeoutSeconds * timeout[1] },
    },
  }));
}
