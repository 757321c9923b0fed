import type { Config } from "../config.ts";
import { projectReader } from "../project/project_reader.ts";
import { findWorkplace } from "../project/workplace.ts";
import type { Machine } from "./machine.ts";

/**
 * Why nothing is captured in a project although capture may be installed, in words; `null` where nothing stands against it.
 *
 * @param machine The machine. Needs read permission on the project.
 * @param project The project's folder, absolute.
 * @param config The settings, `null` where they are not known.
 */
export async function whyOff(
  { places, windows }: Machine,
  project: string,
  config: Config | null,
): Promise<string | null> {
  const { settings, isOff } = await findWorkplace(project, {
    places,
    read: projectReader,
    processFolder: null,
    foldsCase: windows || Deno.build.os === "darwin",
  });
  if (!settings.enabled) return "its .memory-hooks.yaml says enabled: false";
  if (!settings.capture) return "its .memory-hooks.yaml says capture: false";
  return isOff(config?.projects.exclude ?? [])
    ? "it is excluded (projects.exclude in config.yaml), or a folder of memory-hooks"
    : null;
}
