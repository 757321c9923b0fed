// @ts-types="@types/d3-force"
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from "d3-force";
import type { VaultGraph } from "../api/types.ts";
import type { Point } from "./camera.ts";

/** Where the notes are. */
export interface Layout {
  /** By the notes' places in the graph. They move until it is done. */
  readonly points: readonly Point[];
  /**
   * Goes on for a while.
   *
   * @param ms Milliseconds that it may take.
   * @returns Whether it is done.
   */
  step(ms: number): boolean;
}

interface Body extends SimulationNodeDatum {
  x: number;
  y: number;
  radius: number;
}

/** How large a note with so many neighbours is drawn, in units of the layout. */
export function radiusOf(degree: number): number {
  return 3.2 + Math.sqrt(degree) * 1.6;
}

/** Lays the notes out: linked ones near each other, all of them apart. The same graph always looks the same. */
export function layOut({ nodes, links }: VaultGraph): Layout {
  const bodies = nodes.map(({ degree }, at): Body => ({
    // Like the seeds of a sunflower.
    x: Math.sqrt(at + 0.5) * 14 * Math.cos(at * 2.4),
    y: Math.sqrt(at + 0.5) * 14 * Math.sin(at * 2.4),
    radius: radiusOf(degree),
  }));
  const isLarge = nodes.length > 1500;
  const simulation = forceSimulation<Body>(bodies)
    .force(
      "charge",
      forceManyBody<Body>().strength((body) => -24 - body.radius * 6)
        .theta(isLarge ? 1.2 : 0.9),
    )
    .force(
      "links",
      forceLink<Body, { source: number; target: number }>(
        links.map(([source, target]) => ({ source, target })),
      ).distance(38),
    )
    .force("x", forceX<Body>(0).strength(0.06))
    .force("y", forceY<Body>(0).strength(0.06))
    .alphaDecay(isLarge ? 0.045 : 0.028)
    .stop();
  if (!isLarge) {
    simulation.force(
      "apart",
      forceCollide<Body>((body) => body.radius + 3),
    );
  }
  return {
    points: bodies,
    step(ms) {
      const end = performance.now() + ms;
      while (simulation.alpha() > simulation.alphaMin()) {
        simulation.tick();
        if (performance.now() > end) break;
      }
      return simulation.alpha() <= simulation.alphaMin();
    },
  };
}
