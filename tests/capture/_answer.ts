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
