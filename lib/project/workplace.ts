import { basename } from "../path.ts";
import type { Places } from "../place.ts";
import { PROJECT_DEFAULTS } from "./default_settings.ts";
import { isOff } from "./is_off.ts";
import { plainPath } from "./plain_path.ts";
import { type Project, projectOf } from "./project_of.ts";
import { type ProjectSettings, projectSettings } from "./project_settings.ts";
import type { Reader } from "./reader.ts";
import { lookAround, type Surroundings } from "./surroundings.ts";

/** Where a session works. */
export interface Workplace {
  readonly settings: ProjectSettings;
  /** What of the project's file does not count, in words, each with its line. */
  readonly problems: readonly string[];
  /** The project; found out when it is asked for. */
  project(): Project;
  /**
   * Whether nothing is to be done here.
   *
   * @param exclude The patterns of `projects.exclude`.
   */
  isOff(exclude: readonly string[]): boolean;
}

/** What `findWorkplace()` needs to know. */
export interface WorkplaceOptions {
  readonly places: Pick<Places, "home" | "state" | "data">;
  readonly read: Reader;
  /** The folder that the process is in, a plain path without links; `null` where that cannot be found out. */
  readonly processFolder: string | null;
  /** Whether upper and lower case are the same in names of files. */
  readonly foldsCase: boolean;
  /** What stands around the process's folder, where that was looked at already. */
  readonly around?: Surroundings;
}

/**
 * Finds out where a session works. Where its project says nothing, that takes a look at two files (0.1 ms; 2.9.6, measured).
 *
 * @param cwd The session's folder as the host says, `null` where it does not: then it is the process's, as it nearly always is anyway.
 * @param options What else there is to know.
 */
export async function findWorkplace(
  cwd: string | null,
  options: WorkplaceOptions,
): Promise<Workplace> {
  const { places, read, processFolder, foldsCase } = options;
  const { home } = places;
  // Nearly always it is this one, as it is.
  const started = processFolder;
  const said = cwd === null || cwd === ""
    ? null
    : cwd === started
    ? started
    : plainPath(cwd, home);
  const folder = said === null
    ? cwd ? null : started
    : sameFolder(said, started);
  const around = folder === null
    ? undefined
    : folder === options.around?.cwd
    ? options.around
    : lookAround(folder, read, { home, isReal: folder === started });
  const file = around?.settings ?? null;
  const { settings, problems } = file === null
    ? { settings: PROJECT_DEFAULTS, problems: [] }
    : await projectSettings(file, read);
  let known: Project | undefined;
  const project = (): Project =>
    known ??= projectOf(folder ?? cwd, read, {
      home,
      ...(around && { around }),
    });
  const folders = [said, folder, started].filter((it) => it !== null);
  return {
    settings,
    problems,
    project,
    isOff: (exclude) =>
      isOff({ folders, settings, project }, places, exclude, {
        home,
        foldsCase,
      }),
  };
}

/**
 * The session's folder by a path below which files may be read. Hooks are started in it, and know that path without links; a host that
 * says it with links in it leads to no file that may be read. A path that has nothing but its last name in common with the process's is one.
 */
function sameFolder(said: string, started: string | null): string {
  if (started === null || said === started) return said;
  const isRelated = said.startsWith(`${started}/`) ||
    started.startsWith(said.endsWith("/") ? said : `${said}/`);
  return !isRelated && basename(said) === basename(started) ? started : said;
}
