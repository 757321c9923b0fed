import type { DatabaseSync } from "node:sqlite";
import type { Config } from "../config.ts";
import { basename, dirname, isAbsolute, join } from "../path.ts";
import type { Places } from "../place.ts";
import { plainPath } from "../project/plain_path.ts";
import { projectReader } from "../project/project_reader.ts";
import { findWorkplace } from "../project/workplace.ts";
import { knownProject } from "./_project.ts";
import type { StoreReader } from "./_store_reader.ts";

/** Where somebody who sends something works. */
export interface SenderPlace {
  readonly project: string;
  readonly name: string;
  /** Whether nothing of it may be kept. */
  readonly isExcluded: boolean;
}

/** Folders above the sender's that are looked at. */
const LEVELS = 8;

/**
 * Finds out which project somebody works in: that of the session where it is known, else the one that is named, else the folder's.
 * The daemon may look at no folder of the user's, so a repository is known by what its hooks have told.
 *
 * @param said What the sender says.
 */
export async function placeOf(
  said: {
    readonly session: string;
    readonly project: string | null;
    readonly cwd: string | null;
  },
  { places, config, store }: {
    readonly places: Places;
    readonly config: Config;
    readonly store: StoreReader;
  },
): Promise<SenderPlace> {
  const { home } = places;
  const isFolder = said.project !== null && isAbsolute(said.project);
  const folder = said.cwd !== null && said.cwd !== ""
    ? said.cwd
    : isFolder
    ? said.project
    : null;
  const workplace = await findWorkplace(folder, {
    places,
    read: projectReader,
    processFolder: null,
    foldsCase: Deno.build.os === "darwin" || Deno.build.os === "windows",
  });
  const isExcluded = folder !== null &&
    workplace.isOff(config.projects.exclude);
  const known = store.read((db) =>
    projectOfSession(db, said.session) ?? named(db, said.project) ??
      (folder === null ? null : projectOfFolder(db, plainPath(folder, home)))
  );
  if (known !== null) return { ...known, isExcluded };
  const { project, name } = workplace.project();
  return { project, name, isExcluded };
}

type Known = Omit<SenderPlace, "isExcluded">;

function projectOfSession(db: DatabaseSync, session: string): Known | null {
  return first(db, "session = ?", session);
}

/** A project that is named and that nobody has heard of is one by that name. */
function named(db: DatabaseSync, project: string | null): Known | null {
  if (project === null || project.trim() === "") return null;
  const known = knownProject(db, project);
  if (known !== null) return first(db, "project = ?", known);
  return isAbsolute(project) ? null : { project, name: basename(project) };
}

/** By a session in the same folder, or in a repository that it is in. */
function projectOfFolder(
  db: DatabaseSync,
  folder: string | null,
): Known | null {
  if (folder === null) return null;
  const same = first(db, "cwd = ?", folder);
  let above = folder;
  for (let level = 0; same === null && level < LEVELS; level++) {
    const found = first(db, "project = ?", join(above, ".git"));
    if (found !== null) return found;
    if (dirname(above) === above) break;
    above = dirname(above);
  }
  return same;
}

function first(db: DatabaseSync, where: string, value: string): Known | null {
  const row = db.prepare(
    `SELECT project, name FROM sessions WHERE ${where} ORDER BY last_at DESC LIMIT 1`,
  ).get(value);
  return row === undefined
    ? null
    : { project: String(row["project"]), name: String(row["name"]) };
}
