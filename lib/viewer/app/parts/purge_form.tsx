/// <reference lib="dom" />
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ProjectView } from "../api/types.ts";
import { countOf } from "../state/amounts.ts";
import { PurgeButton } from "./purge_button.tsx";

const BY = [
  ["project", "A project"],
  ["session", "A session"],
  ["before", "What is older than a day"],
] as const;

/** Removes all that is recorded of a project, a session, or before a day. */
export function PurgeForm(
  { projects }: { readonly projects: readonly ProjectView[] },
): JSX.Element {
  const [by, setBy] = useState<typeof BY[number][0]>("project");
  const [values, setValues] = useState({
    project: "",
    session: "",
    before: "",
  });
  const value = values[by].trim();
  const change = (text: string): void => setValues({ ...values, [by]: text });
  const project = projects.find((it) => it.project === value);
  return (
    <section class="panel" aria-labelledby="purge-name">
      <h2 id="purge-name">Purge</h2>
      <p class="quiet">
        Removes prompts, observations and summaries for good.
      </p>
      <fieldset class="choices">
        <legend class="unseen">What is purged</legend>
        {BY.map(([name, label]) => (
          <label key={name}>
            <input
              type="radio"
              name="purge-by"
              checked={by === name}
              onChange={() => setBy(name)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div class="inline-form">
        {by === "project"
          ? (
            <label class="field">
              <span>Project</span>
              <select
                value={value}
                onChange={(event) => change(event.currentTarget.value)}
              >
                <option value="">Choose one</option>
                {projects.map((it) => (
                  <option key={it.project} value={it.project}>
                    {`${it.name} (${it.project})`}
                  </option>
                ))}
              </select>
            </label>
          )
          : by === "session"
          ? (
            <label class="field">
              <span>The session's id</span>
              <input
                type="text"
                spellcheck={false}
                value={values.session}
                onInput={(event) => change(event.currentTarget.value)}
              />
            </label>
          )
          : (
            <label class="field">
              <span>Older than</span>
              <input
                type="date"
                value={values.before}
                onInput={(event) => change(event.currentTarget.value)}
              />
            </label>
          )}
        <PurgeButton
          what={by === "project"
            ? project?.name ?? "project"
            : by === "session"
            ? "session"
            : value === ""
            ? "older"
            : `all before ${value}`}
          target={{ [by]: value }}
          count={project === undefined ? "" : [
            countOf(project.sessions, "session"),
            countOf(project.prompts, "prompt"),
            countOf(project.observations, "observation"),
          ].join(", ")}
          isDisabled={value === ""}
        />
      </div>
    </section>
  );
}
