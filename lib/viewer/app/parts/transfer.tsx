/// <reference lib="dom" />
import type { JSX } from "preact";
import { useContext, useRef, useState } from "preact/hooks";
import { call, callJson } from "../api/call.ts";
import { query } from "../api/query.ts";
import type { ProjectView } from "../api/types.ts";
import { countOf } from "../state/amounts.ts";
import { LiveContext } from "../state/live.ts";
import { useAnnounce } from "../state/use_announce.ts";

/** What an import came to. */
type Counts = Readonly<Record<string, number>>;

/** Saves what is recorded as a file, and takes such a file in. */
export function Transfer(
  { projects }: { readonly projects: readonly ProjectView[] },
): JSX.Element {
  const [project, setProject] = useState("");
  const [isBusy, setBusy] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const announce = useAnnounce();
  const live = useContext(LiveContext);
  const attempt = async (action: () => Promise<string>): Promise<void> => {
    setBusy(true);
    try {
      announce(await action());
    } catch (error) {
      announce(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  const save = async (): Promise<string> => {
    const response = await call(query("/api/export", { project }));
    saveAs(await response.blob(), "memory-hooks.jsonl");
    return "Exported";
  };
  const takeIn = async (chosen: File): Promise<string> => {
    const counts = await callJson<Counts>("/api/import", {
      method: "POST",
      text: await chosen.text(),
    });
    live.tell({ name: "purged", data: {} });
    const { known = 0, unfit = 0, ...added } = counts;
    const total = Object.values(added).reduce((sum, it) => sum + it, 0);
    return `Imported ${countOf(total, "record")}; ${known} were there already${
      unfit > 0 ? `, ${unfit} are none` : ""
    }`;
  };
  return (
    <section class="panel" aria-labelledby="transfer-name">
      <h2 id="transfer-name">Export and import</h2>
      <p class="quiet">
        One file of JSON Lines. Importing one twice adds nothing.
      </p>
      <div class="inline-form">
        <label class="field">
          <span>Project</span>
          <select
            value={project}
            onChange={(event) => setProject(event.currentTarget.value)}
          >
            <option value="">All projects</option>
            {projects.map((it) => (
              <option key={it.project} value={it.project}>{it.name}</option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="button"
          disabled={isBusy}
          onClick={() => attempt(save)}
        >
          Export
        </button>
        <button
          type="button"
          class="button"
          disabled={isBusy}
          onClick={() => file.current?.click()}
        >
          Import…
        </button>
        <input
          ref={file}
          type="file"
          class="unseen"
          accept=".jsonl,.ndjson,application/json"
          aria-label="File to import"
          tabIndex={-1}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            if (chosen !== undefined) attempt(() => takeIn(chosen));
            event.currentTarget.value = "";
          }}
        />
      </div>
    </section>
  );
}

function saveAs(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
