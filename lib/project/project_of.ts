import { basename, dirname, join } from "../path.ts";
import { plainPath } from "./plain_path.ts";
import type { Reader } from "./reader.ts";
import { lookAround, type Surroundings } from "./surroundings.ts";

/** Which project a folder is. */
export interface Project {
  /**
   * Its identity, the same for all worktrees of one repository and for all folders in them: the path of the git common directory, else of the
   * folder itself. "" where there is no folder.
   */
  readonly project: string;
  /** What people call it: the name of the repository's main folder. No identity: two projects may have the same. */
  readonly name: string;
  /** The top of the working tree, else the folder itself. */
  readonly root: string;
}

/**
 * Tells projects apart, by files alone: no git is run. Paths of hooks come without links (Claude Code 2.1.332, measured).
 *
 * @param cwd The folder; `null` or "" is no folder.
 * @param read Looks at files.
 * @param options `home`: what `~` stands for. `around`: what was found there already.
 */
export function projectOf(
  cwd: string | null,
  read: Reader,
  { home = "", around }: { home?: string; around?: Surroundings } = {},
): Project {
  const folder = cwd === null ? null : around?.cwd ?? plainPath(cwd, home);
  if (folder === null) {
    return { project: "", name: shown(basename(cwd ?? "")), root: "" };
  }
  const found = around ?? lookAround(folder, read, { home });
  const root = found.root ?? folder;
  const project = found.root === null ? folder : commonDir(found, root, read);
  return { project, name: nameOf(project), root };
}

/**
 * What the working trees of a repository have in common. A linked one names its own folder in there, `…/worktrees/x`; a submodule, a
 * repository with `--separate-git-dir`, or one that is bare, itself.
 */
function commonDir(
  { gitDir, isReal }: Surroundings,
  root: string,
  read: Reader,
): string {
  const own = join(root, ".git");
  if (gitDir === null) {
    return isReal ? own : plainPath(read.realPath(own) ?? own) ?? own;
  }
  // A relative one is relative to the file (`worktree.useRelativePaths`, submodules).
  const path = plainPath(gitDir) ?? plainPath(join(root, gitDir)) ?? own;
  return /^(.+)\/worktrees\/[^/]+$/.exec(path)?.[1] ?? path;
}

/** `/a/shop/.git`, `/a/shop.git`, `/a/shop/.bare` and `/a/shop` are all called `shop`. */
function nameOf(project: string): string {
  const last = basename(project);
  const name = last === ".git" || last === ".bare"
    ? basename(dirname(project))
    : last.endsWith(".git")
    ? last.slice(0, -".git".length)
    : last;
  return shown(name === "" ? project : name);
}

/** One line that says something. */
function shown(name: string): string {
  const line = /^[ -~]*$/.test(name) ? name : name.replace(/\p{Cc}/gu, "?");
  return line === "" ? "unknown" : line;
}
