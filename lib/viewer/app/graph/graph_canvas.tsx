/// <reference lib="dom" />
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { VaultGraph } from "../api/types.ts";
import { Icon } from "../parts/icon.tsx";
import { Picture } from "./picture.ts";

/** The picture of the graph, with its buttons. All that a pointer can do, keys can. */
export function GraphCanvas(
  { graph, chosen, onOpen }: {
    readonly graph: VaultGraph;
    /** The note that is chosen, by its place in the graph. */
    readonly chosen: number | null;
    /** Opens a note. */
    readonly onOpen: (at: number) => void;
  },
): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useRef<Picture | null>(null);
  const [title, setTitle] = useState("");
  const open = useRef(onOpen);
  open.current = onOpen;
  useEffect(() => {
    if (canvas.current === null) return;
    const made = new Picture(
      canvas.current,
      graph,
      (at) => open.current(at),
      setTitle,
    );
    picture.current = made;
    made.choose(chosen);
    return () => made.close();
  }, [graph]);
  useEffect(() => picture.current?.choose(chosen), [chosen]);
  return (
    <div class="graph-picture">
      <canvas
        ref={canvas}
        tabIndex={0}
        role="application"
        aria-label={`Picture of ${graph.nodes.length} notes and their links. Arrow keys go from note to note, Enter opens one, plus and minus zoom, 0 shows all, Shift with an arrow key moves the picture. The list of notes has the same notes.`}
      />
      <p class="unseen" aria-live="polite">{title}</p>
      <div class="graph-buttons" role="group" aria-label="Zoom">
        <button
          type="button"
          class="icon-button"
          aria-label="Zoom in"
          onClick={() => picture.current?.zoom(1.4)}
        >
          <Icon name="plus" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="Zoom out"
          onClick={() => picture.current?.zoom(1 / 1.4)}
        >
          <Icon name="minus" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="Show all notes"
          onClick={() => picture.current?.fit()}
        >
          <Icon name="fit" />
        </button>
      </div>
    </div>
  );
}
