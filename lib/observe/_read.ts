import { shownPath } from "./_path.ts";
import type { Finding, ToolUse } from "./tool_use.ts";
import { fieldsOf, numberIn, textIn } from "./values.ts";

/** Which file was read, and which part of it. What it says is in the file. */
export function readFinding({ input, answer, outcome, cwd }: ToolUse): Finding {
  const asked = fieldsOf(input);
  const path = textIn(asked, "file_path", "notebook_path", "path");
  const { startLine, numLines, totalLines } = fieldsOf(answer);
  const start =
    numberIn({ startLine, offset: asked["offset"] }, "startLine", "offset") ??
      1;
  const count = numberIn(
    { numLines, limit: asked["limit"] },
    "numLines",
    "limit",
  );
  const total = typeof totalLines === "number" ? totalLines : null;
  const isWhole = count === null || start <= 1 && count === total;
  const part = isWhole
    ? total === null ? "" : ` (${lines(total)})`
    : ` (lines ${start}-${start + Math.max(1, count) - 1}${
      total === null ? "" : ` of ${total}`
    })`;
  const verb = outcome === "error" ? "Could not read" : "Read";
  return {
    title: `${verb} ${shownPath(path, cwd)}${outcome === "error" ? "" : part}`,
    detail: "",
    files: [path],
  };
}

function lines(count: number): string {
  return count === 1 ? "1 line" : `${count} lines`;
}
