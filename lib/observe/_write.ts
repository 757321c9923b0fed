import { shownPath } from "./_path.ts";
import { excerpt } from "./lines.ts";
import type { Finding, ToolUse } from "./tool_use.ts";
import { type Fields, fieldsOf, textIn } from "./values.ts";

/** Which file was written, what kind of change that was, and a little of the new text; `null` where nothing changed. */
export function writeFinding(use: ToolUse): Finding | null {
  const { tool, outcome, cwd } = use;
  const input = fieldsOf(use.input);
  const answer = fieldsOf(use.answer);
  const path = textIn(input, "file_path", "notebook_path", "path");
  const name = shownPath(path, cwd);
  if (outcome === "error") {
    return { title: `Could not write ${name}`, detail: "", files: [path] };
  }
  if (answer["changed"] === false) return null;
  const isPatched = answer["patched"] === true;
  const text = isPatched ? textIn(answer, "text") : newText(input);
  const created = answer["type"] === "create";
  const size = isPatched
    ? ` (+${answer["added"]} -${answer["removed"]})`
    : tool === "Write"
    ? ` (${lines(countLines(text))})`
    : "";
  const verb = created ? "Created" : tool === "Write" ? "Wrote" : "Edited";
  const mode = textIn(input, "edit_mode");
  const cell = tool === "NotebookEdit"
    ? `, ${mode === "insert" || mode === "delete" ? mode : "replace"} cell ${
      textIn(input, "cell_id") || "at the top"
    }`
    : "";
  return {
    title: `${verb} ${name}${size}${cell}`,
    detail: excerpt(text, 12, 0),
    files: [path],
  };
}

/** What is new, as the tool was asked for it. */
function newText(input: Fields): string {
  const text = textIn(input, "content", "new_string", "new_source");
  if (text !== "") return text;
  const edits = input["edits"];
  return Array.isArray(edits)
    ? edits.slice(0, 20).map((edit) => textIn(fieldsOf(edit), "new_string"))
      .join("\n")
    : "";
}

function lines(count: number): string {
  return count === 1 ? "1 line" : `${count} lines`;
}

function countLines(text: string): number {
  let count = text.endsWith("\n") || text === "" ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    count++;
  }
  return count;
}
