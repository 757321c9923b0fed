import type { JSX } from "preact";
import { ProjectTable } from "../parts/project_table.tsx";
import { PurgeForm } from "../parts/purge_form.tsx";
import { Transfer } from "../parts/transfer.tsx";
import { WardenForm } from "../parts/warden_form.tsx";
import { WorkerFacts } from "../parts/worker_facts.tsx";
import { callJson } from "../api/call.ts";
import type { ProjectView } from "../api/types.ts";
import { useLive } from "../state/live.ts";
import { useLoaded } from "../state/use_loaded.ts";

/** What can be switched, and removed. */
export function SettingsView(): JSX.Element {
  const projects = useLoaded(
    (signal) =>
      callJson<{ projects: readonly ProjectView[] }>("/api/projects", {
        signal,
      }),
    [],
  );
  useLive(({ name }) => {
    if (name === "purged") projects.again();
  });
  const list = projects.value?.projects ?? [];
  return (
    <>
      <div class="view-head">
        <h1>Settings</h1>
      </div>
      <WardenForm />
      <ProjectTable projects={list} problem={projects.problem} />
      <PurgeForm projects={list} />
      <Transfer projects={list} />
      <WorkerFacts />
    </>
  );
}
