/// <reference lib="dom" />
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { callJson } from "../api/call.ts";
import type { VaultGraph } from "../api/types.ts";
import { GraphCanvas } from "../graph/graph_canvas.tsx";
import { NoteList } from "../graph/note_list.tsx";
import { NoteNames } from "../graph/note_names.ts";
import { NotePanel } from "../graph/note_panel.tsx";
import { Empty, Failed, Loading } from "../parts/states.tsx";
import { countOf } from "../state/amounts.ts";
import { hrefOf, type Route } from "../state/route.ts";
import { useLoaded } from "../state/use_loaded.ts";

/** The vault's notes, and how they are linked. */
export function GraphView(
  { route }: { readonly route: Route },
): JSX.Element {
  const loaded = useLoaded<VaultGraph>(
    (signal) => callJson("/api/graph", { signal }),
    [],
  );
  const graph = loaded.value;
  const names = useMemo(
    () => graph === null ? null : new NoteNames(graph),
    [graph],
  );
  if (graph === null || names === null) {
    return loaded.problem === null
      ? <Loading />
      : <Failed problem={loaded.problem} again={loaded.again} />;
  }
  if (graph.nodes.length === 0) {
    return (
      <Empty title="No notes to draw yet">
        <p>
          The vault has no notes, or they were not read yet: a session's start
          reads them. Check where the vault is:
        </p>
        <pre><code>deno run -A install.ts --check</code></pre>
      </Empty>
    );
  }
  const at = graph.nodes.findIndex(({ path }) => path === route.of);
  const open = (index: number): void => {
    const node = graph.nodes[index];
    if (node !== undefined) location.hash = hrefOf("graph", node.path);
  };
  const close = (): void => {
    location.hash = hrefOf("graph");
    document.querySelector<HTMLElement>(".graph-picture canvas")?.focus();
  };
  return (
    <div class={route.of === "" ? "graph" : "graph with-note"}>
      <div class="view-head">
        <h1>Vault</h1>
        <p class="quiet">
          {graph.total > graph.nodes.length
            ? `The best linked ${graph.nodes.length} of `
            : ""}
          {countOf(Math.max(graph.total ?? 0, graph.nodes.length), "note")},
          {" "}
          {countOf(graph.links.length, "link")}
        </p>
      </div>
      <NoteList graph={graph} chosen={at < 0 ? null : at} onOpen={open} />
      <GraphCanvas graph={graph} chosen={at < 0 ? null : at} onOpen={open} />
      {route.of !== "" && (
        <NotePanel
          path={route.of}
          graph={graph}
          names={names}
          onClose={close}
        />
      )}
    </div>
  );
}
