/** The number of a memory among all items: the kinds of the lifecycle take the other ones (`itemNumber()`). */
export function memoryNumber(id: number): number {
  return id * 4 + 3;
}

/** The memory's id of such a number; `null` where it is none of a memory. */
export function memoryOfNumber(item: number): number | null {
  return item % 4 === 3 ? (item - 3) / 4 : null;
}
