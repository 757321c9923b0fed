import { type Fields, firstText, present } from "./fields.ts";

/** What other hosts call the tools whose uses are understood, in lower case, and what Claude Code calls them. */
const NAMES: Readonly<Record<string, string>> = {
  read_file: "Read",
  read_many_files: "Read",
  view: "Read",
  write_file: "Write",
  create: "Write",
  create_file: "Write",
  replace: "Edit",
  edit: "Edit",
  str_replace_editor: "Edit",
  run_shell_command: "Bash",
  bash: "Bash",
  shell: "Bash",
  local_shell: "Bash",
  exec_command: "Bash",
  powershell: "PowerShell",
  search_file_content: "Grep",
  grep: "Grep",
  grep_search: "Grep",
  glob: "Glob",
  list_directory: "LS",
  web_fetch: "WebFetch",
  google_web_search: "WebSearch",
  web_search: "WebSearch",
  task: "Task",
};

/**
 * A use of a tool by the names that Claude Code has for the tool and its arguments; one of an unknown tool is left as it is.
 *
 * @param name The host's name of the tool.
 * @param input What the tool was asked.
 */
export function claudeTool(
  name: string,
  input: Fields,
): { readonly tool_name: string; readonly tool_input: Fields } {
  const known = Object.hasOwn(NAMES, name.toLowerCase())
    ? NAMES[name.toLowerCase()]
    : undefined;
  if (known === undefined) return { tool_name: name, tool_input: input };
  const path = firstText(
    input,
    "file_path",
    "absolute_path",
    "filePath",
    "path",
  );
  const command = commandIn(input);
  return {
    tool_name: known,
    tool_input: present({
      ...input,
      ...(/^(?:Read|Write|Edit)$/.test(known) ? { file_path: path } : {}),
      ...(/^(?:Bash|PowerShell)$/.test(known) ? { command } : {}),
    }),
  };
}

/** A command is one text, or the words of one that a shell is given. */
function commandIn(input: Fields): string | undefined {
  const { command, cmd } = input;
  const given = command ?? cmd;
  if (typeof given === "string") return given;
  if (!Array.isArray(given)) return undefined;
  const words = given.map(String);
  return /^(?:ba|z|da)?sh$/.test(words[0]?.replace(/^.*\//, "") ?? "") &&
      /^-\w*c$/.test(words[1] ?? "")
    ? words[2] ?? ""
    : words.join(" ");
}
