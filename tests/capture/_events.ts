/** The fields of a UserPromptSubmit (Claude Code 2.1.332, measured). */
export function prompted(
  prompt: unknown,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    prompt_id: "eed9b7a8-eb9e-4042-bd9a-2e49f402cc59",
    permission_mode: "auto",
    prompt,
    ...more,
  };
}

/** The fields of a PostToolUse of Bash. */
export function used(
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    prompt_id: "023a4443-c058-4333-80cd-658c7147ac7e",
    permission_mode: "acceptEdits",
    effort: { level: "medium" },
    tool_name: "Bash",
    tool_input: {
      command: "echo hello; echo warn >&2",
      description: "Say hello",
    },
    tool_response: {
      stdout: "hello\nwarn",
      stderr: "",
      interrupted: false,
      isImage: false,
      noOutputExpected: false,
    },
    tool_use_id: "toolu_01AAAD",
    duration_ms: 41,
    ...more,
  };
}

/** The fields of a PostToolUseFailure of Bash. */
export function failed(
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    hook_event_name: "PostToolUseFailure",
    permission_mode: "acceptEdits",
    effort: { level: "medium" },
    tool_name: "Bash",
    tool_input: { command: "ls /nonexistent-dir; exit 3" },
    tool_use_id: "toolu_01AAAE",
    error:
      "Exit code 3\nls: cannot access '/nonexistent-dir': No such file or directory",
    is_interrupt: false,
    duration_ms: 15,
    ...more,
  };
}

/** The fields of a Stop. */
export function stopped(
  message: unknown,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    permission_mode: "auto",
    effort: { level: "medium" },
    stop_hook_active: false,
    last_assistant_message: message,
    background_tasks: [],
    session_crons: [],
    ...more,
  };
}
