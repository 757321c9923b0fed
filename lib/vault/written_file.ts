import type { HostEvent } from "../event.ts";
import { isAbsolute, join } from "../path.ts";
import { WRITING_TOOLS } from "../writing_tools.ts";
import { wroteNothing } from "./wrote_nothing.ts";

/**
 * The file that a tool wrote.
 *
 * @param event A PostToolUse event of Write, Edit, MultiEdit or NotebookEdit. `tool_input` names the file absolutely, while
 * `tool_response` keeps the model's own spelling (Claude Code 2.1.332, measured).
 * @returns Its path, or `null` where the tool wrote nothing: another tool, no path, an unchanged content, a staged edit.
 */
export function writtenFile(event: HostEvent): string | null {
  const input = event.toolInput;
  const field = WRITING_TOOLS.get(event.toolName ?? "");
  // Some hosts name a notebook as any other file.
  const path = field === undefined
    ? undefined
    : input[field] ?? input.file_path;
  if (typeof path !== "string" || path === "" || path.includes("\0")) {
    return null;
  }
  if (wroteNothing(event.toolResponse)) return null;
  if (isAbsolute(path)) return path;
  return event.cwd === null ? null : join(event.cwd, path);
}
