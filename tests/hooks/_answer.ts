import { assert, assertEquals } from "@std/assert";
import type { ProgramResult } from "../_support/program.ts";

/** Asserts that a hook has ended well and said nothing at all. */
export function assertSilent(result: ProgramResult): void {
  const { code, signal, stdout, stderr } = result;
  assertEquals({ code, signal, stdout, stderr }, {
    code: 0,
    signal: null,
    stdout: "",
    stderr: "",
  });
}

/**
 * Asserts that a hook was in nobody's way: exit 0, stderr empty, stdout empty or one JSON object. Whether it ended by itself or gave
 * up at its deadline, the log tells: see `assertInTime()`.
 */
export function assertHarmless(result: ProgramResult): void {
  assertEquals([result.code, result.signal, result.stderr], [0, null, ""]);
  if (result.stdout !== "") briefOf(result);
}

/** Asserts that no hook gave up at its deadline, however slow the machine is. */
export function assertInTime(log: readonly string[]): void {
  assertEquals(log.filter((line) => line.includes(GAVE_UP)), []);
}

/** What the log says of a hook that gave up at its deadline. */
export const GAVE_UP = "; gave up";

/** The brief in a SessionStart's answer, `""` where it said nothing to the model. Asserts that it has both shapes. */
export function briefOf(result: ProgramResult): string {
  assertEquals([result.code, result.stderr], [0, ""]);
  if (result.stdout === "") return "";
  const { systemMessage, ...answer } = JSON.parse(result.stdout) as Record<
    string,
    unknown
  >;
  if (systemMessage !== undefined) {
    assert(typeof systemMessage === "string" && systemMessage !== "");
    if (Object.keys(answer).length === 0) return "";
  }
  const text = answer["additionalContext"];
  assertEquals(answer, {
    hookSpecificOutput: {
      hookEventName: "SessionStart",
      additionalContext: text,
    },
    additionalContext: text,
  });
  assert(typeof text === "string" && text !== "");
  return text;
}

/** What a SessionStart's answer tells the person, `""` where that is nothing. */
export function messageOf(result: ProgramResult): string {
  briefOf(result);
  const answer = JSON.parse(result.stdout || "{}") as Record<string, unknown>;
  return String(answer["systemMessage"] ?? "");
}

/** The items of a section of a brief, without their dashes; `null` where there is no such section. */
export function section(brief: string, title: string): string[] | null {
  const parts = brief.split("\n## ").map((part) => part.split("\n"));
  const lines = parts.find(([first]) => first === title);
  return lines === undefined
    ? null
    : lines.slice(1).filter((line) => line !== "").map((line) => {
      assert(line.startsWith("- "), line);
      return line.slice(2);
    });
}

/** The titles of a brief's sections, in order. */
export function sectionTitles(brief: string): string[] {
  return brief.split("\n## ").slice(1).map((part) => part.split("\n")[0] ?? "");
}
