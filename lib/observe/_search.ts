import { shownPath } from "./_path.ts";
import { answerText } from "./answer_text.ts";
import { excerpt, oneLine } from "./lines.ts";
import type { Finding, ToolUse } from "./tool_use.ts";
import { type Fields, fieldsOf, numberIn, textIn, textsIn } from "./values.ts";

/** What was looked for, where, and how much was found. */
export function searchFinding(use: ToolUse): Finding {
  const { tool, outcome, cwd } = use;
  const input = fieldsOf(use.input);
  const answer = fieldsOf(use.answer);
  const pattern = oneLine(textIn(input, "pattern", "query", "glob"), 100);
  const path = textIn(input, "path");
  const names = textsIn(answer["filenames"]);
  const verb = tool === "LS" ? "Listed" : "Searched for";
  const words = [
    verb,
    pattern === "" ? "" : JSON.stringify(pattern),
    path === ""
      ? ""
      : tool === "LS"
      ? shownPath(path, cwd)
      : `in ${shownPath(path, cwd)}`,
  ].filter((word) => word !== "").join(" ");
  const found = outcome === "error" ? "failed" : amount(use.answer, answer);
  return {
    title: found === "" ? words : `${words}: ${found}`,
    detail: names.length > 0
      ? names.slice(0, 20).map((name) => shownPath(name, cwd)).join("\n")
      : excerpt(answerText(use.answer), 10, 0),
    files: names,
  };
}

function amount(answer: unknown, fields: Fields): string {
  const matches = numberIn(fields, "numMatches", "totalMatches");
  if (matches !== null) return counted(matches, "match", "matches");
  const files = numberIn(fields, "numFiles", "filenames#");
  if (files !== null) return counted(files, "file", "files");
  const lines = numberIn(fields, "numLines");
  if (lines !== null) return counted(lines, "line", "lines");
  if (Array.isArray(answer)) return counted(answer.length, "hit", "hits");
  return "";
}

function counted(count: number, one: string, many: string): string {
  return count === 0 ? "nothing" : `${count} ${count === 1 ? one : many}`;
}
