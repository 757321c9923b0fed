import { dirname } from "../path.ts";

/**
 * Paths as a summary names them: relative to the project where they are below it.
 *
 * @param session Its project (the common git folder, or the project's folder) and its folder.
 */
export function projectPaths(
  session: { readonly project: string; readonly cwd: string },
): (path: string) => string {
  const { project, cwd } = session;
  const root = /[\\/]\.git[\\/]?$/.test(project) ? dirname(project) : project;
  const roots = [root, cwd].filter((it) => it.length > 1);
  return (path) => {
    for (const folder of roots) {
      const rest = path.startsWith(folder) ? path.slice(folder.length) : "";
      if (/^[\\/]./.test(rest)) return rest.slice(1);
    }
    return path;
  };
}
