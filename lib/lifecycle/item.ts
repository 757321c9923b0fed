import type { ItemKind } from "./types.ts";

/** The kinds by their number in the full-text index's row ids and in `vectors`: an item's number there is `id * 4 +` this. */
const KINDS: readonly ItemKind[] = ["prompt", "observation", "summary"];

/** An item of the lifecycle, as its address names it. */
export interface Item {
  readonly kind: ItemKind;
  readonly id: number;
}

/** The address of an item, such as `observation:12`, by which it is named wherever it is told of. */
export function itemAddress(kind: ItemKind, id: number): string {
  return `${kind}:${id}`;
}

/**
 * Takes an address apart.
 *
 * @returns `null` where it names no prompt, observation or summary.
 */
export function parseAddress(text: string): Item | null {
  const [, kind, digits] =
    /^(prompt|observation|summary):([1-9]\d{0,14})$/.exec(text) ?? [];
  return kind === undefined
    ? null
    : { kind: kind as ItemKind, id: Number(digits) };
}

/** The number of an item among all items: the full-text index and `vectors` know it by that. */
export function itemNumber(kind: ItemKind, id: number): number {
  return id * 4 + KINDS.indexOf(kind);
}

/**
 * The item of such a number.
 *
 * @returns `null` where no kind has it.
 */
export function itemOfNumber(number: number): Item | null {
  const kind = KINDS[number % 4];
  return kind === undefined ? null : { kind, id: Math.floor(number / 4) };
}
