import type { Hook } from "../registry.ts";
import { tryFlag } from "./_try_flag.ts";
import type { Machine } from "./machine.ts";

/** Compiled as a whole, so that Deno's code cache holds all of it: a session start is 2 ms sooner ready (2.9.6, measured). */
const WHOLE = "--no-lazy";

/**
 * Room for the garbage of an event of 25 MB: with `OTEL_DENO=true` a collection is a metric of Deno's own, and a hook that made one would wait
 * for the collector when it ends. All four are said, since V8 derives from the machine's memory what is not: a greatest semi-space that 5 MB
 * fill, whatever the least one is to be, or an old space that marking begins in at once. Memory is taken when it is written to, no sooner
 * (2.9.6, measured).
 */
const ROOM = [
  "--min-semi-space-size=256",
  "--max-semi-space-size=256",
  "--initial-old-space-size=2048",
  "--max-old-space-size=4096",
];

/**
 * What a process does well with that lives for some milliseconds:
 *
 * - A function is compiled by Maglev ten times later: to begin with that compiler alone takes 1 ms, and nothing that a hook does with a few
 *   kilobytes makes up for it; a megabyte is redacted as quickly (2.9.6, measured).
 * - Nothing is compiled by Sparkplug: it takes longer than it saves, also where a megabyte is redacted (2.9.6, measured).
 * - Threads of V8's own have nothing to do: they would only take the processor from the one that has. There have to be some, though, for
 *   `Atomics.waitAsync` to end: without, as with `--single-threaded`, no deadline ever comes (2.9.6, measured).
 * - Where in the source an instruction is, is compiled along with it and kept in the code cache. Else the first error, such as that of a file
 *   that is not there, has V8 read the whole source again: 3 ms (2.9.6, measured).
 */
const SHORT_LIVED = [
  "--invocation-count-for-maglev=4000",
  "--invocation-count-for-maglev-osr=1000",
  "--no-concurrent-recompilation",
  "--no-sparkplug",
  "--single-threaded-gc",
  "--no-enable-lazy-source-positions",
];

/**
 * What keeps the daemon small, which runs for days: after 10,000 observations it has 90 MB with this and 130 MB without (2.9.6,
 * measured).
 */
const SMALL = ["--optimize-for-size", "--max-semi-space-size=2"];

/**
 * How V8 is told to run a hook or worker; what runs for long, and so has no deadline, is better off with V8's own ways.
 *
 * @param hook The hook or worker.
 * @param tunes Whether this V8 knows all flags: see {@linkcode knowsTuning}.
 */
export function v8Flags(hook: Hook, tunes: boolean): string {
  const flags = hook.name === "memoryd"
    ? SMALL
    : hook.deadlineMs === 0
    ? [WHOLE]
    : [WHOLE, ...ROOM, ...tunes ? SHORT_LIVED : []];
  return `--v8-flags=${flags.join(",")}`;
}

/**
 * Finds out whether this Deno's V8 knows the flags that tune it. They have had other names in other versions, and Deno does not
 * start with one that is not known, so it is tried.
 *
 * @param machine The machine. Needs permission to run Deno and to write a temporary file.
 */
export async function knowsTuning(machine: Machine): Promise<boolean> {
  return await tryFlag(
    machine,
    `--v8-flags=${SHORT_LIVED.join(",")}`,
    "Deno.exit(0);",
  );
}
