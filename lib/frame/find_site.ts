import { looksAtProject } from "./looks_at_project.ts";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import type { Places } from "../place.ts";
import { plainPath } from "../project/plain_path.ts";
import type { Project } from "../project/project_of.ts";
import { projectReader } from "../project/project_reader.ts";
import type { ProjectSettings } from "../project/project_settings.ts";
import type { Reader } from "../project/reader.ts";
import { sayProblems } from "../project/say_problems.ts";
import { lookAround } from "../project/surroundings.ts";
import { findWorkplace } from "../project/workplace.ts";
import type { Hook } from "../registry.ts";

/** Where a session works, as far as it matters to a hook. */
export interface Site {
  /** Whether the hook is to do nothing at all: no answer, no file, not even the log's. */
  readonly off: boolean;
  /** What the project wants. */
  readonly settings: ProjectSettings;
  /** Which project it is; found out when it is asked for. */
  project(): Project;
}

/** What `findSite()` is told of the hook's process. */
export interface SiteOptions {
  readonly hook: Hook;
  readonly places: Places;
  readonly log: Log;
  /**
   * The settings.
   *
   * @param quiet Whether nothing may be written with such settings.
   */
  config(quiet: (config: Config) => boolean): Promise<Config>;
}

/** Finds a site, given the session's folder as the host says, `null` where it does not. */
export type FindSite = (cwd: string | null) => Promise<Site>;

/**
 * Looks around in the folder that the process is in, in which nearly every session works, and tells how to find the site with that. Apart
 * from finding it, since it needs no event: it is done while the event is waited for.
 *
 * @param options What there is to know. Needs read permission on the files of the project; what may not be read is not there.
 */
export function siteFinder(
  { hook, places, log, config }: SiteOptions,
): FindSite {
  const read = looksAtProject(hook) ? projectReader : BLIND;
  const processFolder = currentFolder();
  const around = processFolder === null
    ? undefined
    : lookAround(processFolder, read, { home: places.home, isReal: true });
  return async (cwd) => {
    const found = await findWorkplace(cwd, {
      places,
      read,
      processFolder,
      foldsCase: Deno.build.os === "darwin" || Deno.build.os === "windows",
      ...(around && { around }),
    });
    const { settings, project } = found;
    const isOff = ({ projects }: Config): boolean =>
      isUnwanted(hook, settings) || found.isOff(projects.exclude);
    const off = isOff(await config(isOff));
    if (!off) sayProblems(found.problems, places.state, log);
    return { off, settings, project };
  };
}

/** Who sees nothing. */
const BLIND: Reader = {
  look: () => null,
  text: () => null,
  realPath: () => null,
};

/** Whether the project does not want what the hook is for. */
function isUnwanted(hook: Hook, settings: ProjectSettings): boolean {
  return hook.groups.every((group) => group === "capture")
    ? !settings.capture
    : hook.name === "user-prompt-submit" && !settings.recall;
}

/** Without links, as the system knows it; `null` where it was removed. */
function currentFolder(): string | null {
  try {
    const folder = Deno.cwd();
    return Deno.build.os === "windows" ? plainPath(folder) : folder;
  } catch {
    return null;
  }
}
