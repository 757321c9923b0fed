/// <reference lib="dom" />
import type { Point } from "./camera.ts";

/** What is done with a picture. */
export interface GestureTargets {
  /** It is moved by so many pixels. */
  panned(dx: number, dy: number): void;
  /** It is made larger at a place. */
  zoomed(factor: number, at: Point): void;
  /** A place of it is pressed. */
  pressed(at: Point): void;
  /** The pointer is over a place of it, or no longer over it. */
  hovered(at: Point | null): void;
}

/** Pixels that a pointer may move while it still only presses. */
const STILL = 5;

/** Reads what pointers, fingers and the wheel do with a canvas. */
export class Gestures {
  readonly #canvas: HTMLCanvasElement;
  readonly #targets: GestureTargets;
  readonly #down = new Map<number, Point>();
  #moved = 0;

  constructor(
    canvas: HTMLCanvasElement,
    targets: GestureTargets,
    signal: AbortSignal,
  ) {
    this.#canvas = canvas;
    this.#targets = targets;
    const listen = (
      names: readonly (
        | "pointerdown"
        | "pointermove"
        | "pointerup"
        | "pointercancel"
        | "pointerleave"
      )[],
      told: (event: PointerEvent) => void,
    ): void => {
      for (const name of names) {
        canvas.addEventListener(name, told, { signal });
      }
    };
    listen(["pointerdown"], (event) => this.#begin(event));
    listen(["pointermove"], (event) => this.#move(event));
    listen(["pointerup", "pointercancel"], (event) => this.#end(event));
    listen(["pointerleave"], () => targets.hovered(null));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      // A touchpad tells of pixels, a wheel of lines.
      const lines = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
      targets.zoomed(Math.exp(-lines * 0.0016), this.#placeOf(event));
    }, { passive: false, signal });
  }

  #begin(event: PointerEvent): void {
    this.#canvas.setPointerCapture(event.pointerId);
    if (this.#down.size === 0) this.#moved = 0;
    this.#down.set(event.pointerId, this.#placeOf(event));
  }

  #move(event: PointerEvent): void {
    const before = this.#down.get(event.pointerId);
    const now = this.#placeOf(event);
    if (before === undefined) return this.#targets.hovered(now);
    this.#moved += Math.hypot(now.x - before.x, now.y - before.y);
    const [other] = [...this.#down].filter(([id]) => id !== event.pointerId)
      .map(([, place]) => place);
    this.#down.set(event.pointerId, now);
    if (other === undefined) {
      if (this.#moved > STILL) {
        this.#targets.panned(now.x - before.x, now.y - before.y);
      }
      return;
    }
    const [old, young] = [before, now].map((place) =>
      Math.hypot(place.x - other.x, place.y - other.y)
    );
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    if (old && young) this.#targets.zoomed(young / old, middle);
    this.#targets.panned((now.x - before.x) / 2, (now.y - before.y) / 2);
  }

  #end(event: PointerEvent): void {
    const place = this.#down.get(event.pointerId);
    this.#down.delete(event.pointerId);
    if (
      place !== undefined && event.type === "pointerup" &&
      this.#down.size === 0 && this.#moved <= STILL
    ) this.#targets.pressed(place);
  }

  #placeOf(event: MouseEvent): Point {
    const { left, top } = this.#canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
}
