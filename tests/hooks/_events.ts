/** The fields of a PostToolUse for a file that was written anew. */
export function written(
  path: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    "tool_name": "Write",
    "tool_input": { "file_path": path, content: "new" },
    "tool_response": {
      type: "create",
      filePath: path,
      content: "new",
      structuredPatch: [],
      originalFile: null,
      userModified: false,
    },
    "tool_use_id": "toolu_01AAAA",
    "duration_ms": 9,
    ...more,
  };
}

/** The fields of a PostToolUse for a file in which a text was replaced. */
export function edited(
  path: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    "tool_name": "Edit",
    "tool_input": {
      "file_path": path,
      "old_string": "old",
      "new_string": "new",
      "replace_all": false,
    },
    "tool_response": {
      filePath: path,
      oldString: "old",
      newString: "new",
      originalFile: "old\n",
      structuredPatch: [{
        oldStart: 1,
        oldLines: 1,
        newStart: 1,
        newLines: 1,
        lines: ["-old", "+new"],
      }],
      userModified: false,
      replaceAll: false,
    },
    "tool_use_id": "toolu_01AAAB",
    "duration_ms": 17,
    ...more,
  };
}
