/**
 * The tools that write a file, each with the field of its `tool_input` that names it. Source: Claude Code 2.1.332, measured;
 * MultiEdit is of older versions.
 */
export const WRITING_TOOLS: ReadonlyMap<string, string> = new Map([
  ["Write", "file_path"],
  ["Edit", "file_path"],
  ["MultiEdit", "file_path"],
  ["NotebookEdit", "notebook_path"],
]);
