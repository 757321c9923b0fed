/// <reference lib="dom" />
import type { VaultGraph } from "../api/types.ts";
import {
  type Camera,
  fitted,
  panned,
  type Point,
  type Size,
  toLayout,
  toPicture,
  zoomed,
} from "./camera.ts";
import { type Colours, coloursOf } from "./colours.ts";
import { draw, pixelsOf } from "./draw.ts";
import { Gestures } from "./gestures.ts";
import { type Layout, layOut } from "./layout.ts";
import { type Direction, nearestTowards, pointAt } from "./nearest.ts";

/** Milliseconds of a frame that the layout may take. */
const STEP_MS = 10;

/** Pixels beside a note that still are the note. */
const REACH = 8;

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** The picture of a graph on a canvas: it lays itself out, and can be moved, made larger, and asked for its notes. */
export class Picture {
  readonly #canvas: HTMLCanvasElement;
  readonly #graph: VaultGraph;
  readonly #open: (at: number) => void;
  readonly #told: (title: string) => void;
  readonly #layout: Layout;
  readonly #ending = new AbortController();
  readonly #resized: ResizeObserver;
  readonly #isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  #size: Size = { width: 1, height: 1 };
  #camera: Camera = { x: 0, y: 0, scale: 1 };
  #colours: Colours;
  #chosen: number | null = null;
  #hovered: number | null = null;
  #near: ReadonlySet<number> = new Set();
  #isDone = false;
  /** Whether it was moved by hand, so that it is not fitted any more. */
  #isMoved = false;
  #frame = 0;

  /**
   * @param open Opens a note, by its place in the graph.
   * @param told Is told the title of the note that keys went to.
   */
  constructor(
    canvas: HTMLCanvasElement,
    graph: VaultGraph,
    open: (at: number) => void,
    told: (title: string) => void,
  ) {
    this.#canvas = canvas;
    this.#graph = graph;
    this.#open = open;
    this.#told = told;
    this.#layout = layOut(graph);
    this.#colours = coloursOf(canvas);
    const { signal } = this.#ending;
    new Gestures(canvas, {
      panned: (dx, dy) => this.#look(panned(this.#camera, dx, dy)),
      zoomed: (factor, at) =>
        this.#look(zoomed(this.#camera, this.#size, factor, at)),
      pressed: (at) => this.#press(at),
      hovered: (at) => this.#hover(at),
    }, signal);
    canvas.addEventListener("keydown", (event) => this.#key(event), { signal });
    matchMedia("(prefers-color-scheme: dark)").addEventListener(
      "change",
      () => {
        this.#colours = coloursOf(canvas);
        this.#redraw();
      },
      { signal },
    );
    this.#resized = new ResizeObserver(() => this.#resize());
    this.#resized.observe(canvas);
    this.#resize();
  }

  /** Chooses a note, and shows it. */
  choose(at: number | null): void {
    this.#chosen = at;
    this.#near = new Set(
      this.#graph.links.flatMap(([a, b]) =>
        a === at ? [b] : b === at ? [a] : []
      ),
    );
    const point = at === null ? undefined : this.#layout.points[at];
    if (point !== undefined && this.#isDone && !this.#isSeen(point)) {
      this.#camera = { ...this.#camera, ...{ x: point.x, y: point.y } };
    }
    this.#canvas.dataset["chosen"] = at === null
      ? ""
      : this.#graph.nodes[at]?.path ?? "";
    this.#redraw();
  }

  /** Makes it larger. */
  zoom(factor: number): void {
    this.#look(zoomed(this.#camera, this.#size, factor));
  }

  /** Shows all notes. */
  fit(): void {
    this.#isMoved = false;
    this.#camera = fitted(this.#layout.points, this.#size);
    this.#redraw();
  }

  /** Ends it. */
  close(): void {
    this.#ending.abort();
    this.#resized.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  #look(camera: Camera): void {
    this.#camera = camera;
    this.#isMoved = true;
    this.#redraw();
  }

  #isSeen(point: Point): boolean {
    const { x, y } = toPicture(this.#camera, this.#size, point);
    return x > 0 && y > 0 && x < this.#size.width && y < this.#size.height;
  }

  #noteAt(at: Point): number | null {
    const { scale } = this.#camera;
    return pointAt(
      this.#layout.points,
      toLayout(this.#camera, this.#size, at),
      (index) =>
        (pixelsOf(this.#graph.nodes[index]?.degree ?? 0, this.#camera) +
          REACH) / scale,
    );
  }

  #press(at: Point): void {
    const note = this.#noteAt(at);
    if (note !== null) this.#open(note);
  }

  #hover(at: Point | null): void {
    const note = at === null ? null : this.#noteAt(at);
    if (note === this.#hovered) return;
    this.#hovered = note;
    this.#canvas.style.cursor = note === null ? "grab" : "pointer";
    this.#redraw();
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = ARROWS[event.key];
    if (direction !== undefined && event.shiftKey) {
      const dx = direction === "left" ? 60 : direction === "right" ? -60 : 0;
      const dy = direction === "up" ? 60 : direction === "down" ? -60 : 0;
      this.#look(panned(this.#camera, dx, dy));
    } else if (direction !== undefined) {
      const from = this.#chosen ?? -1;
      const next = nearestTowards(this.#layout.points, from, direction);
      if (next !== null) {
        this.choose(next);
        this.#told(this.#graph.nodes[next]?.title ?? "");
      }
    } else if (event.key === "Enter" && this.#chosen !== null) {
      this.#open(this.#chosen);
    } else if (event.key === "+" || event.key === "=") this.zoom(1.4);
    else if (event.key === "-") this.zoom(1 / 1.4);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  #resize(): void {
    const { width, height } = this.#canvas.getBoundingClientRect();
    const ratio = devicePixelRatio;
    this.#size = { width: Math.max(1, width), height: Math.max(1, height) };
    this.#canvas.width = Math.round(this.#size.width * ratio);
    this.#canvas.height = Math.round(this.#size.height * ratio);
    this.#canvas.getContext("2d")?.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (!this.#isMoved) {
      this.#camera = fitted(this.#layout.points, this.#size);
    }
    this.#redraw();
  }

  #redraw(): void {
    if (this.#frame !== 0 || this.#ending.signal.aborted) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    if (!this.#isDone) {
      this.#isDone = this.#layout.step(STEP_MS);
      if (this.#isDone) this.#canvas.dataset["still"] = "";
      if (!this.#isMoved) {
        this.#camera = fitted(this.#layout.points, this.#size);
      }
      this.#redraw();
      // Nothing moves for those who want nothing to move.
      if (this.#isStill && !this.#isDone) return;
    }
    const context = this.#canvas.getContext("2d");
    if (context === null) return;
    draw(context, {
      graph: this.#graph,
      points: this.#layout.points,
      camera: this.#camera,
      size: this.#size,
      colours: this.#colours,
      chosen: this.#chosen,
      hovered: this.#hovered,
      near: this.#near,
    });
  }
}
