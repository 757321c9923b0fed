import { tryFlag } from "./_try_flag.ts";
import type { Machine } from "./machine.ts";

/**
 * Finds out whether this Deno takes `,,` in a list of paths for one comma of a path. Versions differ (2.9.0 does, 2.9.6 does
 * not; measured), so it is tried, and only where a path has a comma at all.
 *
 * @param machine The machine. Needs permission to run Deno and to write a temporary file.
 * @param paths The paths that are to be granted.
 */
export async function understandsCommaEscape(
  machine: Machine,
  paths: readonly string[],
): Promise<boolean> {
  if (!paths.some((path) => path.includes(","))) return true;
  return await tryFlag(
    machine,
    "--allow-read=/a,,b",
    `const { state } = Deno.permissions.querySync({ name: "read", path: "/a,b" });
Deno.exit(state === "granted" ? 0 : 1);
`,
  );
}
