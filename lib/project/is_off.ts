import type { Places } from "../place.ts";
import { excluded, type GlobOptions } from "./excluded.ts";
import type { Project } from "./project_of.ts";
import type { ProjectSettings } from "./project_settings.ts";

/** Where a session works, and what is wanted there. */
export interface Whereabouts {
  /** The session's folder, and the hook's where that is another one; absolute. */
  readonly folders: readonly string[];
  readonly settings: ProjectSettings;
  /** Asked only where something is excluded. */
  project(): Project;
}

/**
 * Whether nothing at all is to be done: the project says so, or its folder is excluded, or the folder is the product's own, where no
 * person works.
 *
 * A folder is excluded with its repository: by the top of its working tree, and by the repository's main folder, too.
 *
 * @param where Where the session works.
 * @param places The product's own folders.
 * @param exclude The patterns of `projects.exclude`.
 * @param options What they mean here.
 */
export function isOff(
  { folders, settings, project }: Whereabouts,
  places: Pick<Places, "state" | "data">,
  exclude: readonly string[],
  options: GlobOptions,
): boolean {
  if (!settings.enabled) return true;
  const { state, data } = places;
  if (folders.some((it) => isWithin(it, state) || isWithin(it, data))) {
    return true;
  }
  if (exclude.length === 0) return false;
  const found = project();
  const all = [
    ...folders,
    found.root,
    found.project.replace(/\/\.(?:git|bare)$/, ""),
  ];
  return all.some((it) => it !== "" && excluded(it, exclude, options));
}

function isWithin(folder: string, other: string): boolean {
  if (folder === other || folder.startsWith(`${other}/`)) return true;
  return Deno.build.os === "windows" &&
    `${folder}/`.startsWith(`${other.replaceAll("\\", "/")}/`);
}
