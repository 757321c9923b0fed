import type { JSX } from "preact";
import type { ProjectView } from "../api/types.ts";
import { amount } from "../state/amounts.ts";
import { hrefOf } from "../state/route.ts";
import { shortDay } from "../state/times.ts";

/** The projects that had sessions. */
export function ProjectTable(
  { projects, problem }: {
    readonly projects: readonly ProjectView[];
    readonly problem: string | null;
  },
): JSX.Element {
  return (
    <section class="panel" aria-labelledby="projects-name">
      <h2 id="projects-name">Projects</h2>
      {problem !== null && <p class="problem" role="alert">{problem}</p>}
      {projects.length === 0
        ? <p class="quiet">No project had a session that was recorded.</p>
        : (
          <table class="project-table">
            <thead>
              <tr>
                <th scope="col">Project</th>
                <th scope="col">Sessions</th>
                <th scope="col">Prompts</th>
                <th scope="col">Observations</th>
                <th scope="col">Last</th>
              </tr>
            </thead>
            <tbody>
              {projects.map((it) => (
                <tr key={it.project}>
                  <th scope="row">
                    <a href={hrefOf("sessions", "", { project: it.project })}>
                      {it.name}
                    </a>
                    <span class="path">{it.project}</span>
                  </th>
                  <td data-name="Sessions">{amount(it.sessions)}</td>
                  <td data-name="Prompts">{amount(it.prompts)}</td>
                  <td data-name="Observations">{amount(it.observations)}</td>
                  <td data-name="Last">{shortDay(it.lastAt)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      <p class="quiet">
        A folder is left out by <code>projects.exclude</code>{" "}
        in config.yaml, or by <code>enabled: false</code> in its own{" "}
        <code>.memory-hooks.yaml</code>.
      </p>
    </section>
  );
}
