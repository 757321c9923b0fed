import type { Point } from "./camera.ts";

/** A direction in the picture. */
export type Direction = "left" | "right" | "up" | "down";

const STEPS: Readonly<Record<Direction, Point>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/**
 * The point next to another one in a direction.
 *
 * @returns Its place in the list, `null` where there is none.
 */
export function nearestTowards(
  points: readonly Point[],
  from: number,
  direction: Direction,
): number | null {
  const start = points[from];
  if (start === undefined) return points.length === 0 ? null : 0;
  const step = STEPS[direction];
  let [best, least]: [number | null, number] = [null, Infinity];
  for (const [at, { x, y }] of points.entries()) {
    const along = (x - start.x) * step.x + (y - start.y) * step.y;
    const aside = Math.abs((x - start.x) * step.y - (y - start.y) * step.x);
    if (at === from || along <= 0) continue;
    const cost = along + aside * 2;
    if (cost < least) [best, least] = [at, cost];
  }
  return best;
}

/**
 * The point at a place, or near to it.
 *
 * @param reach How far it may be away, by its place in the list.
 */
export function pointAt(
  points: readonly Point[],
  at: Point,
  reach: (index: number) => number,
): number | null {
  let [best, least]: [number | null, number] = [null, Infinity];
  for (const [index, { x, y }] of points.entries()) {
    const distance = Math.hypot(x - at.x, y - at.y);
    if (distance <= reach(index) && distance < least) {
      [best, least] = [index, distance];
    }
  }
  return best;
}
