import { answerText } from "./answer_text.ts";
import { excerpt, oneLine } from "./lines.ts";
import type { Finding, ToolUse } from "./tool_use.ts";
import { fieldsOf, isFields, textIn } from "./values.ts";

/** What another agent was to do, and how its answer begins. */
export function agentFinding(use: ToolUse): Finding {
  const input = fieldsOf(use.input);
  const task = oneLine(textIn(input, "description", "prompt"), 120);
  const agent = oneLine(textIn(input, "subagent_type", "agent_type"), 40);
  return {
    title: `Delegated${agent === "" ? "" : ` to ${agent}`}: ${task}`,
    detail: excerpt(answerText(use.answer), 16, 0, 400),
    files: [],
  };
}

/** Which server's tool was asked what, and what it said. */
export function mcpFinding(use: ToolUse): Finding {
  const [, server = "", ...rest] = use.tool.split("__");
  return shortFinding(`${server}: ${rest.join("__")}`, use);
}

/** A tool that nobody knows: what it was asked, and what it said. */
export function otherFinding(use: ToolUse): Finding {
  return shortFinding(use.tool, use);
}

function shortFinding(name: string, use: ToolUse): Finding {
  const asked = shortArguments(use.input);
  const text = answerText(use.answer) || shortValue(use.answer);
  return {
    title: asked === "" ? name : `${name} (${asked})`,
    detail: excerpt(text, 10, 4),
    files: [textIn(fieldsOf(use.input), "file_path", "notebook_path")],
  };
}

function shortArguments(input: unknown): string {
  if (!isFields(input)) return shortValue(input);
  return Object.entries(input).slice(0, 6)
    .map(([name, value]) => `${oneLine(name, 40)}: ${shortValue(value)}`)
    .join(", ");
}

function shortValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return oneLine(value, 60);
  if (typeof value !== "object") return String(value);
  return oneLine(JSON.stringify(value), 100);
}
