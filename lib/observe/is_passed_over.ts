import { wholePath } from "./_path.ts";
import { type ToolKind, toolKind } from "./tool_kind.ts";
import { fieldsOf, textIn } from "./values.ts";

/** What leaves no observation. */
export interface PassOver {
  /** Names of tools; `*` at the end of one stands for whatever goes on. */
  readonly skipTools: readonly string[];
  /** The product's own folders, absolute. */
  readonly own: readonly string[];
}

/** Commands that only look around, or only say something. */
const TRIVIAL =
  " ls dir pwd cd echo printf true false clear cls date whoami which type wait sleep exit : Get-Location Set-Location ";

/**
 * Whether a use of a tool is none that anybody wants to find again: of a tool that is to be skipped, of our own memory, of a file of our
 * own, or a command that changes and teaches nothing.
 *
 * @param use The tool, what it was asked (redacted or not), and how it ended.
 * @param options What leaves no observation.
 */
export function isPassedOver(
  { tool, input, outcome, cwd }: {
    readonly tool: string;
    readonly input: unknown;
    readonly outcome: "success" | "error";
    readonly cwd: string;
  },
  { skipTools, own }: PassOver,
): boolean {
  const isSkipped = skipTools.some((name) =>
    name.endsWith("*") ? tool.startsWith(name.slice(0, -1)) : name === tool
  );
  if (isSkipped || isOwnMemory(tool)) return true;
  const fields = fieldsOf(input);
  const kind = toolKind(tool);
  if (isOfFiles(kind)) {
    const path = textIn(fields, "file_path", "notebook_path", "path");
    const whole = wholePath(path, cwd);
    if (
      whole !== null &&
      own.some((it) => whole === it || whole.startsWith(`${it}/`))
    ) return true;
  }
  return kind === "command" && outcome === "success" &&
    isTrivial(textIn(fields, "command"));
}

/**
 * Whether a tool is one of our own MCP server, by whatever name a user or a plugin registered it: `memory`, `plugin_memory-hooks_memory`.
 * A server that is only named like it (`memory-bank`) is another's.
 */
function isOwnMemory(tool: string): boolean {
  const parts = tool.split("__");
  return parts[0] === "mcp" &&
    /(?:^|[^a-z])memory(?:[-_]hooks)?$/i.test(parts.slice(1, -1).join("__"));
}

function isOfFiles(kind: ToolKind): boolean {
  return kind === "read" || kind === "write" || kind === "search";
}

/** Whether each command of a line only looks around, and writes nothing to a file. */
function isTrivial(command: string): boolean {
  // A long line, or one that runs another within it, is not looked into.
  if (command === "" || command.length > 1000 || /\$\(|`/.test(command)) {
    return false;
  }
  const plain = command.replace(/\d?>&\d|&?\d?>\s*\/dev\/null/g, "");
  if (plain.includes(">")) return false;
  return plain.split(/&&|\|\||[;|\n&]/).map((part) => part.trim())
    .filter((part) => part !== "" && !part.startsWith("#"))
    .every((part) => TRIVIAL.includes(` ${part.split(/\s/, 1)[0]} `));
}
