import { KEYS } from "./keys.ts";

/** Edits that turn one name into the other, for them to be taken for the same with a slip in it. */
const SLIPS = 2;

const NAMES = new Set(
  Object.keys(KEYS).flatMap((name) => [name, name.replace(/\..*$/, "")]),
);

/**
 * The setting, or section of settings, that an unknown name was most likely meant to be.
 *
 * @param name The name with its section, e.g. `graph.modell`.
 * @returns The nearest one that is at most two edits away, `null` where there is none.
 */
export function nearestSetting(name: string): string | null {
  let nearest: string | null = null;
  let least = SLIPS + 1;
  for (const known of NAMES) {
    // Longer ones are further away, and may be very long.
    if (Math.abs(known.length - name.length) > SLIPS) continue;
    const edits = distance(name, known);
    if (edits >= least) continue;
    nearest = known;
    least = edits;
  }
  return nearest;
}

/** Levenshtein's distance: letters that are inserted, removed or replaced. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      ));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
