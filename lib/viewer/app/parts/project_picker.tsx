/// <reference lib="dom" />
import type { JSX } from "preact";
import { callJson } from "../api/call.ts";
import type { ProjectView } from "../api/types.ts";
import { replaceRoute } from "../state/route.ts";
import { useLoaded } from "../state/use_loaded.ts";

/** Chooses the project that a view shows. Two of the same name are told apart by their folders. */
export function ProjectPicker(
  { chosen, hrefFor }: {
    /** The project, `""` for all. */
    readonly chosen: string;
    /** The fragment of the view for a project. */
    readonly hrefFor: (project: string) => string;
  },
): JSX.Element {
  const { value } = useLoaded(loadProjects, []);
  const projects = value ?? [];
  const names = projects.map(({ name }) => name);
  const isTwice = (name: string): boolean =>
    names.indexOf(name) !== names.lastIndexOf(name);
  return (
    <label class="picker">
      <span>Project</span>
      <select
        value={chosen}
        onChange={(event) => replaceRoute(hrefFor(event.currentTarget.value))}
      >
        <option value="">All projects</option>
        {projects.map(({ project, name }) => (
          <option key={project} value={project} selected={project === chosen}>
            {isTwice(name) ? `${name} (${project})` : name}
          </option>
        ))}
      </select>
    </label>
  );
}

async function loadProjects(
  signal: AbortSignal,
): Promise<readonly ProjectView[]> {
  const { projects } = await callJson<{ projects: readonly ProjectView[] }>(
    "/api/projects",
    { signal },
  );
  return projects;
}
