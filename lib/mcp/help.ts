import type { Tool } from "./tool.ts";
import { TOOLS } from "./tools.ts";

const KINDS: Readonly<Record<Tool["kind"], string>> = {
  writer: "Write",
  reader: "Read",
  editor: "Keep right",
};

/**
 * Explains the memory, or one of its tools.
 *
 * @param command The tool's name, also as the host writes it (`mcp__memory__note`); `undefined` for all of them.
 * @returns `null` where there is no such tool.
 */
export function help(command: string | undefined): string | null {
  if (command === undefined) return overview();
  const name = command.trim().replace(/^.*__/, "").replace(/\(.*$/, "");
  const tool = TOOLS.find((tool) => tool.name === name);
  return tool === undefined ? null : explained(tool);
}

function overview(): string {
  const lists = Object.entries(KINDS).map(([kind, title]) =>
    `${title}:\n${
      TOOLS.filter((tool) => tool.kind === kind)
        .map(({ name, description }) => `- ${name}: ${description}`)
        .join("\n")
    }`
  );
  return [
    "Memories are filed at domains: paths such as acme/x100, outermost first; a domain covers what is below it, and a part of a path finds it. Each has a uid of 16 hex digits; lists show its beginning, get_memory all of it. Confidence is unverified until set_confidence says otherwise. forget archives; nothing is deleted.",
    ...lists,
    "help(command) lists the parameters of one.",
  ].join("\n\n");
}

function explained(
  { name, description, inputSchema }: Tool,
): string {
  const parameters = Object.entries(inputSchema.properties).map(
    ([key, parameter]) => {
      const notes = [
        inputSchema.required.includes(key) ? "required" : "optional",
        parameter.type,
        ...parameter.enum === undefined ? [] : [parameter.enum.join(" | ")],
        ...parameter.minimum === undefined
          ? []
          : [`${parameter.minimum} to ${parameter.maximum}`],
        ...parameter.default === undefined
          ? []
          : [`default ${parameter.default}`],
      ];
      const text = parameter.description ?? "";
      return `- ${key} (${notes.join(", ")})${text === "" ? "" : `: ${text}`}`;
    },
  );
  return [
    `${name}: ${description}`,
    ...parameters.length === 0 ? ["It takes no parameters."] : parameters,
  ].join("\n");
}
