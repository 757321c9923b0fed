import { answerText } from "./answer_text.ts";
import { excerpt, oneLine } from "./lines.ts";
import type { Finding, ToolUse } from "./tool_use.ts";
import { fieldsOf, textIn } from "./values.ts";

/** Which page was read or what was looked for, and how what came back begins. */
export function webFinding(use: ToolUse): Finding {
  const input = fieldsOf(use.input);
  const url = oneLine(textIn(input, "url"), 150);
  const query = oneLine(textIn(input, "query", "prompt"), 150);
  const failed = use.outcome === "error";
  const title = url === ""
    ? `${failed ? "Could not search" : "Searched"} the web for ${
      JSON.stringify(query)
    }`
    : `${failed ? "Could not fetch" : "Fetched"} ${url}`;
  const asked = url === "" ? "" : query;
  return {
    title,
    detail: [asked, excerpt(answerText(use.answer), 10, 0)]
      .filter((it) => it !== "").join("\n"),
    files: [],
  };
}
