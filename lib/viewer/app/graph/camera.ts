/** Where the picture is looked at from: what is at the middle of it, and how large. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  /** Pixels for each unit of the layout. */
  readonly scale: number;
}

/** A picture's size, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A place, in pixels or in units of the layout. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

const SCALE = { least: 0.02, most: 8 } as const;

/** Pixels left free around what is fitted into the picture. */
const MARGIN = 48;

/** Where a place of the layout is in the picture. */
export function toPicture(camera: Camera, size: Size, at: Point): Point {
  return {
    x: (at.x - camera.x) * camera.scale + size.width / 2,
    y: (at.y - camera.y) * camera.scale + size.height / 2,
  };
}

/** What place of the layout is at a place of the picture. */
export function toLayout(camera: Camera, size: Size, at: Point): Point {
  return {
    x: (at.x - size.width / 2) / camera.scale + camera.x,
    y: (at.y - size.height / 2) / camera.scale + camera.y,
  };
}

/** Moves the picture by so many pixels. */
export function panned(camera: Camera, dx: number, dy: number): Camera {
  return {
    ...camera,
    x: camera.x - dx / camera.scale,
    y: camera.y - dy / camera.scale,
  };
}

/** Makes the picture larger by a factor, so that what is at a place of it stays there. */
export function zoomed(
  camera: Camera,
  size: Size,
  factor: number,
  at: Point = { x: size.width / 2, y: size.height / 2 },
): Camera {
  const scale = Math.min(
    SCALE.most,
    Math.max(SCALE.least, camera.scale * factor),
  );
  const fixed = toLayout(camera, size, at);
  return {
    scale,
    x: fixed.x - (at.x - size.width / 2) / scale,
    y: fixed.y - (at.y - size.height / 2) / scale,
  };
}

/** Looks at all of these places at once. */
export function fitted(points: readonly Point[], size: Size): Camera {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (left > right) return { x: 0, y: 0, scale: 1 };
  const scale = Math.min(
    2,
    Math.max(1, size.width - 2 * MARGIN) / Math.max(1, right - left),
    Math.max(1, size.height - 2 * MARGIN) / Math.max(1, bottom - top),
  );
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    scale: Math.max(SCALE.least, scale),
  };
}
