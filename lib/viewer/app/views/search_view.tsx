/// <reference lib="dom" />
import type { JSX } from "preact";
import { callJson } from "../api/call.ts";
import { query } from "../api/query.ts";
import type { Hit, Hits } from "../api/types.ts";
import { HitRow } from "../parts/hit_row.tsx";
import { ProjectPicker } from "../parts/project_picker.tsx";
import { Empty, Failed, Loading } from "../parts/states.tsx";
import { amount } from "../state/amounts.ts";
import { useLive } from "../state/live.ts";
import { hrefOf, type Route } from "../state/route.ts";
import { useLoaded } from "../state/use_loaded.ts";

/** How many are asked for at once. */
const PAGE_SIZE = 60;

/** The groups, in the order in which they are shown. */
const GROUPS = [
  ["memory", "Memories"],
  ["note", "Notes"],
  ["summary", "Summaries"],
  ["prompt", "Prompts"],
  ["observation", "Observations"],
] as const;

/** What was found, by kind. */
export function SearchView(
  { route }: { readonly route: Route },
): JSX.Element {
  const project = route.params.get("project") ?? "";
  const found = useLoaded<Hits>(
    (signal) =>
      callJson(
        query("/api/search", { query: route.of, project, limit: PAGE_SIZE }),
        { signal },
      ),
    [route.of, project],
  );
  useLive(({ name, data }) => {
    if (name !== "deleted") return;
    found.set((hits) => ({
      ...hits,
      items: hits.items.filter(({ address }) => address !== data["address"]),
    }));
  });
  return (
    <>
      <div class="view-head">
        <h1>Search</h1>
        <ProjectPicker
          chosen={project}
          hrefFor={(chosen) => hrefOf("search", route.of, { project: chosen })}
        />
      </div>
      {found.problem !== null
        ? <Failed problem={found.problem} again={found.again} />
        : found.value === null
        ? <Loading />
        : found.value.items.length === 0
        ? (
          <Empty title={`Nothing found for “${route.of}”`}>
            <p>
              Fewer words find more. A word's beginning is enough.
            </p>
          </Empty>
        )
        : <Groups hits={found.value} words={route.of} />}
    </>
  );
}

function Groups(
  { hits, words }: { readonly hits: Hits; readonly words: string },
): JSX.Element {
  const groups = GROUPS.map(([kind, name]) => ({
    name,
    kind,
    hits: hits.items.filter((hit: Hit) => hit.kind === kind),
  })).filter((group) => group.hits.length > 0);
  return (
    <>
      <p class="quiet" role="status">
        {hits.total > hits.items.length
          ? `The best ${amount(hits.items.length)} of ${amount(hits.total)}`
          : `${amount(hits.items.length)} found`}
      </p>
      {groups.map((group) => (
        <section key={group.kind} class="group">
          <h2>
            {group.name} <span class="quiet">{group.hits.length}</span>
          </h2>
          <ul class="rows hits">
            {group.hits.map((hit) => (
              <HitRow key={hit.address} hit={hit} words={words} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
