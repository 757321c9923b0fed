import { commandOutput } from "./answer_text.ts";
import { excerpt, oneLine } from "./lines.ts";
import type { Finding, ToolUse } from "./tool_use.ts";
import { fieldsOf, numberIn, textIn } from "./values.ts";

/** What was run, how it ended, and the lines of its output that say most. */
export function commandFinding(use: ToolUse): Finding {
  const input = fieldsOf(use.input);
  const answer = fieldsOf(use.answer);
  const command = textIn(input, "command", "script", "cmd") ||
    textIn(answer, "command");
  const task = textIn(input, "bash_id", "shell_id", "task_id");
  const what = oneLine(command, 150) ||
    (task === "" ? use.tool : `output of ${task}`);
  const said = use.outcome === "error"
    ? use.error ?? ""
    : commandOutput(use.answer);
  const description = oneLine(textIn(input, "description"));
  return {
    title: `${ending(use)}: ${what}`,
    detail: [description, excerpt(said, 6, 10)].filter((it) => it !== "")
      .join("\n"),
    files: [],
  };
}

function ending({ input, answer, outcome, error }: ToolUse): string {
  const fields = fieldsOf(answer);
  // What a command that failed says (Claude Code 2.1.332, measured).
  const code = Number(/^Exit code (\d{1,5})/.exec(error ?? "")?.[1] ?? NaN);
  const status = Number.isNaN(code)
    ? numberIn(fields, "exitCode", "exit_code", "code")
    : code;
  if (fields["interrupted"] === true) return "Interrupted";
  if (outcome === "error" || status !== null && status !== 0) {
    return status === null ? "Failed" : `Failed with exit ${status}`;
  }
  return textIn(fields, "backgroundTaskId") !== "" ||
      fieldsOf(input)["run_in_background"] === true
    ? "Started"
    : "Ran";
}
