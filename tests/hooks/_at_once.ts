import type { ProgramResult } from "../_support/program.ts";
import type { Sandbox } from "../_support/sandbox.ts";

/** The event of each hook. */
const EVENTS = {
  "session-start": "SessionStart",
  "post-tool-use": "PostToolUse",
  "session-end": "SessionEnd",
} as const;

/** One hook of many. */
export interface Call {
  readonly hook: keyof typeof EVENTS;
  /** The event's fields. */
  readonly event: Record<string, unknown>;
  readonly env?: Record<string, string>;
}

/**
 * Runs hooks all at once. Their events are in files before the first one starts: this process could not give so many their events in
 * time on a slow machine.
 *
 * @param box Where they run.
 * @param calls The hooks.
 */
export async function atOnce(
  box: Sandbox,
  calls: readonly Call[],
): Promise<ProgramResult[]> {
  const folder = await Deno.makeTempDir({ dir: box.home, prefix: "events-" });
  const path = (n: number): string => `${folder}/${n}.json`;
  for (const [n, { hook, event }] of calls.entries()) {
    const fields = { "hook_event_name": EVENTS[hook], ...event };
    await Deno.writeTextFile(path(n), JSON.stringify(box.event(fields)));
  }
  return await Promise.all(calls.map(({ hook, env }, n) => {
    const { command, args } = box.command(hook);
    return box.run(hook, "", {
      command: "/bin/sh",
      args: ["-c", 'exec "$@" <"$0"', path(n), command, ...args],
      ...(env === undefined ? {} : { env }),
    });
  }));
}
