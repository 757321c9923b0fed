import { PROJECT_DEFAULTS, type ProjectSettings } from "./default_settings.ts";
import type { Reader } from "./reader.ts";

export type { ProjectSettings } from "./default_settings.ts";

/** Bytes of the file that are read; a longer one does not count. */
const MAX_BYTES = 64 * 1024;

/**
 * Reads what a project wants. The file is only read, never written.
 *
 * @param path The file.
 * @param read Reads it.
 * @returns What it says, and what of it does not count, each with its line.
 */
export async function projectSettings(
  path: string,
  read: Reader,
): Promise<
  { readonly settings: ProjectSettings; readonly problems: readonly string[] }
> {
  const text = read.text(path, MAX_BYTES);
  if (text === null) {
    const problem =
      `${path} does not count: it cannot be read, or is longer than ${MAX_BYTES} bytes`;
    return { settings: PROJECT_DEFAULTS, problems: [problem] };
  }
  // Few projects have one.
  const { parseProjectFile } = await import("./parse_project_file.ts");
  const { settings, problems } = parseProjectFile(text);
  return {
    settings,
    problems: problems.map(({ line, message }) =>
      `${path}:${line}: ${message}`
    ),
  };
}
