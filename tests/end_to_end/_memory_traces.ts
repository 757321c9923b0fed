import { filesWith, pathsBelow } from "../_support/files_below.ts";
import { type Home, type Installation, SCRIPTS } from "./_home.ts";

/** Folders that others have a right to as well. */
const SHARED = [".cache", ".config", ".local", ".local/share", ".local/state"];

/** What Claude Code has in its folder by itself (2.1.332, measured): anything else there came with us. */
const OURS = /^\.claude\/(?:agents|skills|settings\.json\.|[^/]*memory)/;

/**
 * The files that hold one of some texts, in the home and beside it, but for those of Claude Code itself.
 *
 * @param texts What is looked for.
 * @param home The home.
 * @param folders Further folders.
 */
export async function filesOfOursWith(
  texts: readonly string[],
  home: Home,
  folders: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const folder of [home.home, ...folders]) {
    found.push(
      ...await filesWith(
        folder,
        texts,
        (path) => !isClaudes(path.replace(`${home.home}/`, "")),
      ),
    );
  }
  return found;
}

/**
 * What an uninstallation has left in a home.
 *
 * @param home The home.
 * @param before What was there before the installation, by paths below home.
 * @param installation How the hooks were installed.
 */
export async function leftIn(
  home: Home,
  before: Readonly<Record<string, unknown>>,
  installation: Installation,
): Promise<string[]> {
  return (await pathsBelow(home.home))
    .filter((path) => !path.startsWith(`${home.vault}/`))
    .map((path) => path.slice(home.home.length + 1))
    .filter((path) =>
      !(path in before) && !SHARED.includes(path) &&
      (!isClaudes(path) || OURS.test(path)) &&
      // What Deno keeps of scripts is its own and no matter of ours.
      (installation.form !== SCRIPTS.form ||
        !/^\.cache\/deno(?:$|\/)/.test(path))
    );
}

/** @param path Below home. */
function isClaudes(path: string): boolean {
  return /^(?:\.claude(?:$|\/|\.json)|\.cache\/claude-|tmp(?:$|\/))/.test(path);
}
