import { findClosingMarks, findOpeningMarks, type Mark } from "./find_marks.ts";
import { guardedTool, requiredTable } from "./guarded_tool.ts";

/** What is to be done with a call: refuse it, let it go through and say what is odd, or let it go through. */
export type Verdict = { readonly refuse: string } | {
  readonly warn: string;
} | null;

/**
 * Judges a call of a tool. A writer of the memory whose required text never arrived, or arrived with a part of the call's markup in it, is
 * refused: what was lost on the way can only be typed again.
 *
 * @param name The tool's name as the host sent it.
 * @param input What it is called with.
 */
export function judgeCall(
  name: string,
  input: Readonly<Record<string, unknown>>,
): Verdict {
  const tool = guardedTool(name);
  if (tool === null) return null;
  const missing = tool.inputSchema.required.filter((it) =>
    isMissing(input, it)
  );
  const marks = findClosingMarks(tool, input);
  if (missing.length > 0 || marks.length > 0) {
    return { refuse: refusal(name, missing, marks) };
  }
  const unset = (tool.watched ?? []).filter((it) => isMissing(input, it));
  const opening = findOpeningMarks(input);
  return unset.length > 0 || opening.length > 0
    ? { warn: warning(name, unset, opening) }
    : null;
}

/** Absent, null and blank are the same to a host that drops what it cannot parse. Anything but a text is there. */
function isMissing(
  input: Readonly<Record<string, unknown>>,
  name: string,
): boolean {
  const value = Object.hasOwn(input, name) ? input[name] : null;
  return value === undefined || value === null ||
    (typeof value === "string" && value.trim() === "");
}

function refusal(
  name: string,
  missing: readonly string[],
  marks: readonly Mark[],
): string {
  const found = [
    missing.length === 0
      ? ""
      : `required parameter(s) missing: ${
        missing.join(", ")
      }. A parameter tag that is opened without antml: is dropped, and the text in it with it.`,
    marks.length === 0
      ? ""
      : `a closing tag of the call's own markup is inside the text of ${
        marks.map(({ parameter, tag }) => `${parameter} (${tag})`).join(", ")
      }. Parameters that came after it have become part of that text, or are lost. If the text is about such a tag, put a space into it: </ ${
        marks[0]?.tag.slice(2)
      }.`,
  ].filter((it) => it !== "").join(" Besides, ");
  return `BLOCKED (${name}): ${found} Nothing was stored. Call the tool again and type every parameter anew, each with its whole opening and closing tag; do not copy the failed block. Required texts: ${requiredTable()}.`;
}

function warning(
  name: string,
  unset: readonly string[],
  marks: readonly Mark[],
): string {
  const found = [
    unset.length === 0
      ? ""
      : `optional parameter(s) missing (${unset.join(", ")})`,
    marks.length === 0
      ? ""
      : `the source of a parameter tag is inside the text of ${
        marks.map(({ parameter }) => parameter).join(", ")
      }`,
  ].filter((it) => it !== "").join("; ");
  return `${name}: ${found}. The write goes through; edit_memory can mend it.`;
}
