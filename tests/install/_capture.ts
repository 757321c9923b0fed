import { runProgram } from "../_support/program.ts";

export const CAPTURED_SESSION = "0e3b1a2c-4f5d-6789-abcd-ef0123456789";

/** A turn of a session as Claude Code sends it: a prompt, a tool that works, one that fails, the end. */
const TURN: readonly (readonly [string, Record<string, unknown>])[] = [
  ["UserPromptSubmit", {
    prompt: "Use the key AKIA1234567890123456 \x1b[31m\nand more",
  }],
  ["PostToolUse", {
    tool_name: "Edit",
    tool_input: { file_path: "/x" },
    tool_response: { type: "update" },
    tool_use_id: "toolu_1",
    duration_ms: 142,
  }],
  ["PostToolUseFailure", {
    tool_name: "Bash",
    tool_input: { command: "false" },
    error: "Command failed",
    tool_use_id: "toolu_2",
    duration_ms: 1400,
  }],
  ["Stop", { stop_hook_active: false, last_assistant_message: "Done." }],
];

/**
 * Runs the hooks of one turn as the settings file has them registered.
 *
 * @param home The home folder.
 * @param project The folder of the session, with the settings file.
 */
export async function captureTurn(
  home: string,
  project: string,
): Promise<void> {
  const { hooks } = JSON.parse(
    await Deno.readTextFile(`${project}/.claude/settings.json`),
  );
  for (const [event, fields] of TURN) {
    const { command, args } = hooks[event].at(-1).hooks[0];
    const { code, stdout } = await runProgram({
      command,
      args,
      cwd: project,
      env: { HOME: home, PATH: "/usr/bin:/bin" },
      stdin: JSON.stringify({
        hook_event_name: event,
        session_id: CAPTURED_SESSION,
        cwd: project,
        ...fields,
      }),
    });
    if (code !== 0 || stdout !== "") {
      throw new Error(`Cannot capture ${event}: exit code ${code}, ${stdout}`);
    }
  }
}
