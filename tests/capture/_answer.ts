import { assertEquals, assertMatch } from "@std/assert";
import type { ProgramResult } from "../_support/program.ts";

/** Asserts that a hook ended well, printed nothing, and warned once on stderr, in one line. */
export function assertWarned(result: ProgramResult, code: string): void {
  const { code: exit, signal, stdout, stderr } = result;
  assertEquals([exit, signal, stdout], [0, null, ""], stderr);
  assertMatch(
    stderr,
    new RegExp(
      `^WARN memory-capture-(?:prompt|tool|stop): ${code}: [^\\n]+\\n$`,
    ),
  );
}

/** Asserts that a hook warned on stderr, and kept its row all the same: see {@linkcode assertKept}. */
export function assertWarnedFirst(result: ProgramResult, code: string): void {
  const end = result.stderr.indexOf("\n") + 1;
  assertWarned({ ...result, stderr: result.stderr.slice(0, end) }, code);
  assertKept({ ...result, stderr: result.stderr.slice(end) });
}

/**
 * Asserts that a hook kept its row and printed nothing. Whether the row was sent, too, depends on who listens and on how busy the machine
 * is: hooks wait for 40 ms.
 */
export function assertKept(
  { code, signal, stdout, stderr }: ProgramResult,
): void {
  assertEquals([code, signal, stdout], [0, null, ""], stderr);
  assertMatch(
    stderr,
    /^(?:WARN memory-capture-[a-z]+: (?:socket_unavailable|emit_timeout): (?:the daemon is being started; )?the row waits in the spool\n)?$/,
  );
}
