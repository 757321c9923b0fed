import { join, resolve } from "@std/path";
import type { HostName } from "../host/host.ts";
import type { Hook } from "../registry.ts";
import type { Machine } from "./machine.ts";

/** A host besides Claude Code. */
export type OtherHost = Exclude<HostName, "claude">;

/** How hooks are registered in a host. */
export interface HostFile {
  /** What people call the host. */
  readonly title: string;
  /** Its file for a user's hooks. */
  readonly file: (machine: Machine) => string;
  /** Its file in a project, relative to the project. */
  readonly projectFile: string;
  /** Whether the handlers of an event stand in groups, as in Claude Code, or one after the other. */
  readonly shape: "grouped" | "flat";
  /** The member that a handler's command is in. */
  readonly command: "command" | "bash";
  /** The member that a handler's timeout is in, and how much of it is a second; `null`: it has none. */
  readonly timeout: readonly [string, number] | null;
  /** What a handler has besides. */
  readonly more: Readonly<Record<string, unknown>>;
  /** The host's events that each hook is registered for, with the tools' names where the host has other ones. */
  readonly events: Readonly<
    Partial<Record<Hook["name"], readonly (readonly [string, string?])[]>>
  >;
}

/** A hook for all events of a tool, as most hosts have them. */
const AFTER = [["PostToolUse"]] as const;

/** The hosts (sources: their own references; see ARCHITECTURE.md). Cursor says nothing definite about the unit of its timeout. */
export const HOST_FILES: Readonly<Record<OtherHost, HostFile>> = {
  cursor: {
    title: "Cursor",
    file: ({ places }) => join(places.home, ".cursor", "hooks.json"),
    projectFile: ".cursor/hooks.json",
    shape: "flat",
    command: "command",
    timeout: null,
    more: {},
    events: {
      "session-start": [["sessionStart"]],
      "user-prompt-submit": [["beforeSubmitPrompt"]],
      "post-tool-use": [["afterFileEdit"]],
      "session-end": [["sessionEnd"]],
      "capture-prompt": [["beforeSubmitPrompt"]],
      "capture-tool": [
        ["afterFileEdit"],
        ["afterShellExecution"],
        ["afterMCPExecution"],
      ],
      "capture-stop": [["afterAgentResponse"]],
    },
  },
  gemini: {
    title: "Gemini CLI",
    file: ({ places }) => join(places.home, ".gemini", "settings.json"),
    projectFile: ".gemini/settings.json",
    shape: "grouped",
    command: "command",
    timeout: ["timeout", 1000],
    more: { type: "command" },
    events: {
      "session-start": [["SessionStart"]],
      "user-prompt-submit": [["BeforeAgent"]],
      "post-tool-use": [["AfterTool", "write_file|replace"]],
      "guard": [["BeforeTool"]],
      "session-end": [["SessionEnd"]],
      "capture-prompt": [["BeforeAgent"]],
      "capture-tool": [["AfterTool"]],
      "capture-stop": [["AfterAgent"]],
    },
  },
  codex: {
    title: "Codex",
    file: ({ env, places }) =>
      join(env("CODEX_HOME") || join(places.home, ".codex"), "hooks.json"),
    projectFile: ".codex/hooks.json",
    shape: "grouped",
    command: "command",
    timeout: ["timeout", 1],
    more: { type: "command" },
    events: {
      "session-start": [["SessionStart"]],
      "user-prompt-submit": [["UserPromptSubmit"]],
      "post-tool-use": [["PostToolUse", "apply_patch|Write|Edit"]],
      "guard": [["PreToolUse"]],
      "capture-prompt": [["UserPromptSubmit"]],
      "capture-tool": AFTER,
      "capture-stop": [["Stop"]],
    },
  },
  copilot: {
    title: "Copilot CLI",
    file: ({ env, places }) =>
      join(
        env("COPILOT_HOME") || join(places.home, ".copilot"),
        "hooks",
        "memory-hooks.json",
      ),
    projectFile: ".github/hooks/memory-hooks.json",
    shape: "flat",
    command: "bash",
    timeout: ["timeoutSec", 1],
    more: { type: "command" },
    events: {
      "session-start": [["SessionStart"]],
      "user-prompt-submit": [["UserPromptSubmit"]],
      "post-tool-use": AFTER,
      "session-end": [["SessionEnd"]],
      "capture-prompt": [["UserPromptSubmit"]],
      "capture-tool": [["PostToolUse"], ["PostToolUseFailure"]],
      "capture-stop": [["Stop"]],
    },
  },
};

/**
 * The host that a settings file is of, by its place; `null` for Claude Code.
 *
 * @param machine The machine.
 * @param path The file.
 */
export function hostOf(machine: Machine, path: string): OtherHost | null {
  const full = resolve(machine.cwd, path).replaceAll("\\", "/");
  for (const [name, host] of Object.entries(HOST_FILES)) {
    const own = host.file(machine).replaceAll("\\", "/");
    if (full === own || full.endsWith(`/${host.projectFile}`)) {
      return name as OtherHost;
    }
  }
  return null;
}
