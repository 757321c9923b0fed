import { claudeProgram } from "./claude_program.ts";
import type { MessagesApi } from "./messages_api.ts";
import { type ProgramResult, startProgram } from "./program.ts";
import { readTranscripts, type Transcript } from "./transcript.ts";

/** One run of Claude Code. */
export interface ClaudeOptions {
  /** Private HOME; its `.claude/settings.json` holds the hooks. */
  home: string;
  /** Folder to work in; it must exist. */
  cwd: string;
  /** The prompt, or a slash command such as `/compact keep names`. */
  prompt: string;
  /** Further arguments, such as `--continue`, or `--resume` and a session id. */
  args?: string[];
  api: MessagesApi;
  /** Added to, or in place of, the variables that the run sets itself. */
  env?: Record<string, string>;
  /** Tools that may be used without asking. Default `Write,Edit,NotebookEdit,Read,Bash,Agent`. */
  allowedTools?: string;
  /** Claude Code gets SIGKILL when this resolves, so that no SessionEnd fires: with a `hang` turn, `api.hanging`. */
  killWhen?: Promise<void>;
  /** Milliseconds after which the run throws. Default 300,000, so that no machine is too slow. */
  timeoutMs?: number;
}

/** How a run ended, and all transcripts that are in its HOME by then. */
export interface ClaudeResult extends ProgramResult {
  transcripts: Transcript[];
}

/**
 * Runs the real Claude Code once, as `claude -p PROMPT`, against a scripted Messages API. It inherits nothing: `PATH` is
 * `/usr/bin:/bin`, `HOME` is private, the key is a dummy, its temporary files stay below `home`.
 *
 * What works in `-p` (Claude Code 2.1.332, measured; one run takes 0.5 s, and 1.5 s with tools):
 *
 * | run | fires |
 * |---|---|
 * | a prompt | SessionStart(startup) … PostToolUse … Stop, SessionEnd(other) |
 * | `--continue` or `--resume ID`, and a prompt | SessionStart(resume), same session id and transcript |
 * | `--continue`, prompt `/compact` or `/compact words` | SessionStart(resume), PreCompact, SessionStart(compact), SessionEnd(other); no Stop; nothing on stdout |
 * | `--continue --fork-session`, and a prompt | SessionStart(fork), new session id |
 *
 * What SessionStart(compact) added reaches the model with the next prompt, that is in the next `--continue` run. The tool
 * `Agent` runs in the background: the main conversation goes on at once and gets one more turn when the subagent is done.
 * `NotebookEdit` needs a `Read` of the notebook before. `/clear` ends a session in interactive use only.
 */
export async function runClaude(options: ClaudeOptions): Promise<ClaudeResult> {
  const command = await claudeProgram();
  const temporary = `${options.home}/tmp`;
  await Deno.mkdir(temporary, { recursive: true });
  const env: Record<string, string> = {
    PATH: "/usr/bin:/bin",
    HOME: options.home,
    ANTHROPIC_API_KEY: "sk-ant-dummy",
    ANTHROPIC_BASE_URL: options.api.url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_TMPDIR: temporary,
    ...options.env,
  };
  const program = startProgram({
    command,
    args: [
      "-p",
      options.prompt,
      "--allowedTools",
      options.allowedTools ?? "Write,Edit,NotebookEdit,Read,Bash,Agent",
      ...options.args ?? [],
    ],
    env,
    cwd: options.cwd,
    timeoutMs: options.timeoutMs ?? 300_000,
  });
  options.killWhen?.then(() => program.kill("SIGKILL"));
  const result = await program.result;
  const configDir = env["CLAUDE_CONFIG_DIR"] ??
    `${options.home}/.claude`;
  return { ...result, transcripts: await readTranscripts(configDir) };
}
