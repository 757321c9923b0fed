/// <reference lib="dom" />
import type { VaultGraph } from "../api/types.ts";
import { type Camera, type Point, type Size, toPicture } from "./camera.ts";
import type { Colours } from "./colours.ts";
import { radiusOf } from "./layout.ts";

/** All that the picture shows. */
export interface Scene {
  readonly graph: VaultGraph;
  readonly points: readonly Point[];
  readonly camera: Camera;
  readonly size: Size;
  readonly colours: Colours;
  /** The note that is chosen, and the one under the pointer. */
  readonly chosen: number | null;
  readonly hovered: number | null;
  /** The neighbours of the chosen note. */
  readonly near: ReadonlySet<number>;
}

/** How many names are written at most, and how many square pixels each wants; the larger the layout is drawn, the fewer. */
const NAMES = { most: 80, area: 20_000 } as const;

/** Draws the picture. */
export function draw(context: CanvasRenderingContext2D, scene: Scene): void {
  const { size, camera, points } = scene;
  context.clearRect(0, 0, size.width, size.height);
  const places = points.map((point) => toPicture(camera, size, point));
  drawLinks(context, scene, places);
  drawNotes(context, scene, places);
  drawNames(context, scene, places);
}

function drawLinks(
  context: CanvasRenderingContext2D,
  { graph, colours, chosen, camera }: Scene,
  places: readonly Point[],
): void {
  const stroke = (isWanted: (a: number, b: number) => boolean): void => {
    context.beginPath();
    for (const [a, b] of graph.links) {
      const [from, to] = [places[a], places[b]];
      if (from === undefined || to === undefined || !isWanted(a, b)) continue;
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
    }
    context.stroke();
  };
  const isOfChosen = (a: number, b: number): boolean =>
    chosen !== null && (a === chosen || b === chosen);
  context.strokeStyle = colours.link;
  context.lineWidth = Math.min(1.2, Math.max(0.4, camera.scale));
  context.globalAlpha = chosen === null ? 1 : 0.45;
  stroke((a, b) => !isOfChosen(a, b));
  context.globalAlpha = 1;
  if (chosen === null) return;
  context.strokeStyle = colours.strong;
  context.lineWidth = 1.6;
  stroke(isOfChosen);
}

function drawNotes(
  context: CanvasRenderingContext2D,
  { graph, colours, camera, size, chosen, hovered, near }: Scene,
  places: readonly Point[],
): void {
  for (const [at, node] of graph.nodes.entries()) {
    const place = places[at];
    const radius = pixelsOf(node.degree, camera);
    if (place === undefined || !isWithin(place, size, radius)) continue;
    context.globalAlpha = chosen === null || at === chosen || near.has(at)
      ? 1
      : 0.3;
    context.fillStyle =
      colours.groups[node.community % colours.groups.length] ?? colours.text;
    context.beginPath();
    context.arc(place.x, place.y, radius, 0, 2 * Math.PI);
    context.fill();
    if (at !== chosen && at !== hovered) continue;
    context.globalAlpha = 1;
    context.strokeStyle = at === chosen ? colours.strong : colours.text;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(place.x, place.y, radius + 3.5, 0, 2 * Math.PI);
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** Names the notes that matter most, as far as the names do not cover each other. */
function drawNames(
  context: CanvasRenderingContext2D,
  scene: Scene,
  places: readonly Point[],
): void {
  const { graph, colours, camera, size, chosen, hovered, near } = scene;
  const first = [chosen, hovered].filter((at) => at !== null);
  const others = [...graph.nodes.keys()]
    .filter((at) => !first.includes(at))
    .sort((a, b) =>
      Number(near.has(b)) - Number(near.has(a)) ||
      (graph.nodes[b]?.degree ?? 0) - (graph.nodes[a]?.degree ?? 0)
    );
  const usual = Math.max(8, size.width * size.height / NAMES.area);
  const most = first.length +
    Math.min(NAMES.most, usual * Math.max(1, camera.scale ** 2));
  const taken: { x: number; y: number; width: number }[] = [];
  context.font = "500 12px system-ui, sans-serif";
  context.textAlign = "center";
  context.lineJoin = "round";
  context.lineWidth = 4;
  context.strokeStyle = colours.halo;
  context.fillStyle = colours.text;
  for (const at of [...first, ...others.slice(0, 400)]) {
    const [node, place] = [graph.nodes[at], places[at]];
    if (node === undefined || place === undefined) continue;
    if (!isWithin(place, size, 0) || taken.length >= most) continue;
    const isFirst = first.includes(at);
    if (!isFirst && chosen !== null && !near.has(at)) continue;
    const name = node.title.length > 28
      ? `${node.title.slice(0, 27)}…`
      : node.title;
    const width = context.measureText(name).width;
    const box = {
      x: place.x,
      y: place.y + pixelsOf(node.degree, camera) + 14,
      width,
    };
    const isCovered = taken.some((it) =>
      Math.abs(it.y - box.y) < 20 &&
      Math.abs(it.x - box.x) < (it.width + width) / 2 + 14
    );
    if (isCovered && !isFirst) continue;
    taken.push(box);
    context.strokeText(name, box.x, box.y);
    context.fillText(name, box.x, box.y);
  }
}

/** How large a note is drawn, in pixels: it grows more slowly than the picture. */
export function pixelsOf(degree: number, camera: Camera): number {
  return Math.max(1.6, radiusOf(degree) * camera.scale ** 0.65 * 0.95);
}

function isWithin(place: Point, size: Size, radius: number): boolean {
  return place.x > -radius && place.y > -radius &&
    place.x < size.width + radius && place.y < size.height + radius;
}
