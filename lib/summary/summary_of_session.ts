import { join } from "../path.ts";
import type { Places } from "../place.ts";
import { parseProjectFile } from "./project_file.ts";
import { shortForm } from "./short_form.ts";

/** Projects that are looked through. */
const MOST_FILES = 500;

/**
 * What a session came to, as far as the daemon has left it for the hooks: one of the last of its project.
 *
 * @param places Where the project files are. Needs read permission on the store's folder.
 * @param session The host's id of the session.
 * @returns The short form of its summary; none where it is not among them.
 */
export function summaryOfSession(
  places: Pick<Places, "projects">,
  session: string,
): string[] {
  try {
    let seen = 0;
    for (const { name } of Deno.readDirSync(places.projects)) {
      if (seen++ === MOST_FILES) break;
      const file = parseProjectFile(join(places.projects, name));
      const found = file === null
        ? undefined
        : [file.last, ...file.earlier].find((it) => it?.session === session);
      if (found) return shortForm({ ...found });
    }
  } catch {
    // No store, or none that may be read.
  }
  return [];
}
