/// <reference lib="dom" />
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { callJson } from "../api/call.ts";
import { query } from "../api/query.ts";
import type { Note, VaultGraph } from "../api/types.ts";
import { Icon } from "../parts/icon.tsx";
import { Markdown } from "../parts/markdown.tsx";
import { Failed, Loading } from "../parts/states.tsx";
import { hrefOf } from "../state/route.ts";
import { useLoaded } from "../state/use_loaded.ts";
import type { NoteNames } from "./note_names.ts";

/** How many neighbours are named. */
const NEIGHBOURS = 30;

/** One note beside the picture: its text, and what it is linked with. */
export function NotePanel(
  { path, graph, names, onClose }: {
    readonly path: string;
    readonly graph: VaultGraph;
    readonly names: NoteNames;
    readonly onClose: () => void;
  },
): JSX.Element {
  const note = useLoaded<Note>(
    (signal) => callJson(query("/api/note", { path }), { signal }),
    [path],
  );
  const panel = useRef<HTMLElement>(null);
  // Both at once: the link that led here is gone, and a key must not go nowhere.
  useLayoutEffect(() => panel.current?.focus(), [path]);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      close.current();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
  const at = graph.nodes.findIndex((node) => node.path === path);
  const near = graph.links.flatMap(([a, b]) =>
    a === at ? [b] : b === at ? [a] : []
  ).map((index) => graph.nodes[index]).filter((node) => node !== undefined);
  const shown = note.value?.path === path ? note.value : null;
  return (
    <aside
      ref={panel}
      class="note-panel"
      tabIndex={-1}
      aria-label="Note"
    >
      <header>
        <div>
          <h2>{shown?.title ?? graph.nodes[at]?.title ?? path}</h2>
          <p class="path">{path}</p>
        </div>
        <button
          type="button"
          class="icon-button"
          aria-label="Close the note"
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      {near.length > 0 && (
        <nav class="near" aria-label="Linked notes">
          {near.slice(0, NEIGHBOURS).map((node) => (
            <a key={node.path} href={hrefOf("graph", node.path)}>
              {node.title}
            </a>
          ))}
          {near.length > NEIGHBOURS && (
            <span class="quiet">{`and ${near.length - NEIGHBOURS} more`}</span>
          )}
        </nav>
      )}
      {shown !== null
        ? (
          <Markdown
            text={shown.text}
            hrefOfNote={(name) => {
              const found = graph.nodes[names.find(name) ?? -1];
              return found === undefined ? null : hrefOf("graph", found.path);
            }}
          />
        )
        : note.problem !== null
        ? <Failed problem={note.problem} again={note.again} />
        : <Loading />}
    </aside>
  );
}
