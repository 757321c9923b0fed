/** What tells a quietly started hook what `OTEL_DENO` was. */
export const OTEL_SEEN = "MEMORY_HOOKS_OTEL";

/**
 * Starts a script in a Deno that does not export, whatever `OTEL_DENO` says; the script finds its value in `MEMORY_HOOKS_OTEL`.
 *
 * A Deno that exports does so of its own accord: one garbage collection is a metric, and with a collector that never answers a
 * script that has just read a long prompt ends after 10 s (2.8.0, 2.9.6, measured) or never (2.7.11, measured). It also starts 7 ms
 * later. An executable needs none of this: it was compiled with `OTEL_DENO=false`.
 *
 * @param command The program, an absolute path.
 * @param args Its arguments.
 */
export function quietCommand(
  command: string,
  args: readonly string[],
): { command: string; args: string[] } {
  const script = `${OTEL_SEEN}="$OTEL_DENO" OTEL_DENO=false exec "$0" "$@"`;
  return { command: "/bin/sh", args: ["-c", script, command, ...args] };
}
