import type { Hook } from "../../lib/registry.ts";
import type { Sandbox } from "../_support/sandbox.ts";
import { failed, prompted, stopped, used } from "../capture/_events.ts";

/** A hook and an event for it. */
export type Happening = readonly [
  hook: Hook["name"],
  event: Record<string, unknown>,
];

/** An event for each hook that Claude Code starts, the guard's among them. */
export function happenings(box: Sandbox): Happening[] {
  const note = `${box.vault}/a.md`;
  return [
    ["session-start", { source: "startup" }],
    ["user-prompt-submit", prompted("What of the outbox?")],
    ["capture-prompt", prompted("What of the outbox?")],
    ["guard", {
      tool_name: "mcp__memory__note",
      tool_input: { content: "Deploys are on Tuesdays.", title: "Deploys" },
    }],
    ["post-tool-use", {
      tool_name: "Write",
      tool_input: { file_path: note, content: "x" },
      tool_response: { type: "create", filePath: note },
    }],
    ["capture-tool", used()],
    ["capture-tool", failed()],
    ["pre-compact", { trigger: "manual" }],
    ["stop", stopped("Done.")],
    ["capture-stop", stopped("Done.")],
    ["session-end", { reason: "other" }],
  ];
}
