import type { ObservationDraft } from "../store/row.ts";
import { commandFinding } from "./_command.ts";
import { agentFinding, mcpFinding, otherFinding } from "./_other.ts";
import { wholePath } from "./_path.ts";
import { readFinding } from "./_read.ts";
import { searchFinding } from "./_search.ts";
import { webFinding } from "./_web.ts";
import { writeFinding } from "./_write.ts";
import { cut, excerpt, oneLine } from "./lines.ts";
import { MAX_DETAIL, MAX_FILES, MAX_PATHS, MAX_TITLE } from "./limits.ts";
import { type ToolKind, toolKind } from "./tool_kind.ts";
import type { Finding, ToolUse } from "./tool_use.ts";

/** A tool whose name says nothing. */
const NAMELESS = "?";

const FINDERS: Readonly<Record<ToolKind, (use: ToolUse) => Finding | null>> = {
  read: readFinding,
  write: writeFinding,
  command: commandFinding,
  search: searchFinding,
  web: webFinding,
  agent: agentFinding,
  mcp: mcpFinding,
  other: otherFinding,
};

/**
 * What a use of a tool changed or taught, in a few lines. It is made without a model, of what the tool was asked and what it answered.
 *
 * @param use The use, redacted.
 * @returns `null` where nothing was changed.
 */
export function observe(use: ToolUse): ObservationDraft | null {
  const kind = toolKind(use.tool);
  const finding = FINDERS[kind](use);
  if (finding === null) return null;
  const { tool, outcome, error, agentId, useId, cwd } = use;
  const said = outcome === "error" && kind !== "command"
    ? excerpt(error ?? "", 8, 4)
    : "";
  const detail = [said, finding.detail].filter((it) => it !== "").join("\n");
  return {
    kind: kind === "agent" || kind === "mcp" ? "other" : kind,
    tool: (oneLine(tool, 100) || NAMELESS).toWellFormed(),
    outcome,
    title: (oneLine(finding.title, MAX_TITLE) || NAMELESS)
      .toWellFormed(),
    detail: cut(detail, MAX_DETAIL).toWellFormed(),
    files: wholePaths(finding.files, cwd),
    ...(agentId ? { agent: agentId } : {}),
    ...(useId ? { useId } : {}),
  };
}

function wholePaths(said: readonly string[], cwd: string): string[] {
  const paths = new Set<string>();
  let room = MAX_PATHS;
  for (const one of said) {
    const path = wholePath(one, cwd);
    if (path === null || path.length > room || paths.has(path)) continue;
    room -= path.length;
    if (paths.add(path).size === MAX_FILES) break;
  }
  return [...paths];
}
