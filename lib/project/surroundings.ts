import { dirname, join } from "../path.ts";
import { PROJECT_FILES, PROJECT_LEVELS } from "../project_files.ts";
import type { Reader } from "./reader.ts";

/** What stands in a folder and above it. */
export interface Surroundings {
  /** The folder, a plain path. */
  readonly cwd: string;
  /** The top of the working tree that it is in, `null`: it is in none. */
  readonly root: string | null;
  /** Where a `.git` that is a file says that the repository is, as it is written there; `null`: `.git` is the folder. */
  readonly gitDir: string | null;
  /** Whether `root` and the name `.git` in it are known to have no link in them. */
  readonly isReal: boolean;
  /** The nearest file of settings up to the top of the working tree. */
  readonly settings: string | null;
}

/** Bytes of a `.git` that is a file: one line with a path. */
const MAX_GIT_FILE = 8192;

/**
 * Looks for `.git` and `.memory-hooks.yaml`, from a folder upwards, `PROJECT_LEVELS` folders, and no further than the home folder. A `.git`
 * that is neither a folder nor a file which names one is not there.
 *
 * @param cwd The folder, a plain path.
 * @param read Looks.
 * @param options `home`: the home folder, a plain path; what is above it is nobody's project. `isReal`: whether the path is known to have no
 * link in it.
 */
export function lookAround(
  cwd: string,
  read: Reader,
  { home = "", isReal = false }: { home?: string; isReal?: boolean } = {},
): Surroundings {
  let settings: string | null = null;
  let folder = cwd;
  for (let level = 0; level < PROJECT_LEVELS; level++) {
    const git = gitAt(join(folder, PROJECT_FILES.git), read);
    if (settings === null) {
      const path = join(folder, PROJECT_FILES.settings);
      if (read.look(path)?.isFile) settings = path;
    }
    if (git !== null) {
      const { gitDir, isLink } = git;
      return {
        cwd,
        root: folder,
        gitDir,
        isReal: isReal && !isLink,
        settings,
      };
    }
    const above = dirname(folder);
    if (above === folder || folder === home) break;
    folder = above;
  }
  return { cwd, root: null, gitDir: null, isReal, settings };
}

function gitAt(
  path: string,
  read: Reader,
): { gitDir: string | null; isLink: boolean } | null {
  const found = read.look(path);
  if (found === null) return null;
  const { isLink } = found;
  if (found.isFolder) return { gitDir: null, isLink };
  if (!found.isFile) return null;
  // What git writes: `gitdir: `, a path, a line's end (git 2.39, gitrepository-layout(5)).
  const text = read.text(path, MAX_GIT_FILE) ?? "";
  const gitDir = /^gitdir: ([^\0\r\n]+?)\s*$/.exec(text)?.[1];
  return gitDir === undefined ? null : { gitDir, isLink };
}
