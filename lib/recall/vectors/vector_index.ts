/** An item that is near to what was asked. */
export interface Near {
  /** Its number (`itemNumber()`; a memory's is `id * 4 + 3`). */
  readonly item: number;
  /** The cosine: 1 is the same. */
  readonly cosine: number;
  /** Whether it stands out so far from all others that it is relevant by that alone. */
  readonly isClose: boolean;
}

/** Vectors that are held, the latest ones: 30 MB of 1,000 numbers each. */
const MAX_VECTORS = 30_000;

/** How many deviations above the mean of all an item has to be, and how near in any case; or so near, whatever the others are. */
const STANDS_OUT = 4;
const LEAST_COSINE = 0.4;
const CLOSE_COSINE = 0.8;

/** Of what all memories and all projects are: the group that is looked in with each other one. */
export const EVERYWHERE = "";

/** Vectors in memory, each number in a byte: to be gone through for each prompt. */
export class VectorIndex {
  #model = "";
  #length = 0;
  /** Of `MAX_VECTORS` places at most. */
  #bytes = new Int8Array(0);
  #items: number[] = [];
  #groups: number[] = [];
  readonly #groupNumbers = new Map<string, number>([[EVERYWHERE, 0]]);
  readonly #places = new Map<number, number>();

  /** The model that made the vectors. */
  get model(): string {
    return this.#model;
  }

  /** How many there are. */
  get size(): number {
    return this.#items.length;
  }

  /** Whether an item is in it. */
  has(item: number): boolean {
    return this.#places.has(item);
  }

  /** Forgets all, and takes vectors of another model from now on. */
  begin(model: string): void {
    this.#model = model;
    this.#length = 0;
    this.#bytes = new Int8Array(0);
    this.#items = [];
    this.#groups = [];
    this.#places.clear();
  }

  /**
   * Takes a vector in, in place of one of the same item. One of another length than the first is passed over.
   *
   * @param group The project of the item, or `EVERYWHERE`.
   */
  put(item: number, group: string, vector: Float32Array): void {
    if (this.#length === 0) this.#length = vector.length;
    if (vector.length !== this.#length) return;
    let place = this.#places.get(item);
    if (place === undefined) {
      place = this.#items.length < MAX_VECTORS
        ? this.#items.length
        : this.#placeOfOldest();
      const before = this.#items[place];
      if (before !== undefined) this.#places.delete(before);
      this.#items[place] = item;
      this.#places.set(item, place);
    }
    this.#groups[place] = this.#numberOf(group);
    this.#makeRoom(place);
    const at = place * this.#length;
    for (let n = 0; n < this.#length; n++) {
      this.#bytes[at + n] = Math.round((vector[n] ?? 0) * 127);
    }
  }

  /**
   * Finds the items that are nearest to a vector, the nearest first.
   *
   * @param group The project in which is looked, beside `EVERYWHERE`.
   * @param limit How many at most.
   */
  nearest(vector: Float32Array, group: string, limit: number): Near[] {
    if (vector.length !== this.#length) return [];
    const own = this.#groupNumbers.get(group) ?? 0;
    const found: { item: number; cosine: number }[] = [];
    let sum = 0;
    let squares = 0;
    for (let place = 0; place < this.#items.length; place++) {
      const its = this.#groups[place];
      if (its !== 0 && its !== own) continue;
      const at = place * this.#length;
      let product = 0;
      let size = 0;
      for (let n = 0; n < this.#length; n++) {
        const value = this.#bytes[at + n] ?? 0;
        product += value * (vector[n] ?? 0);
        size += value * value;
      }
      const cosine = size === 0 ? 0 : product / Math.sqrt(size);
      sum += cosine;
      squares += cosine * cosine;
      found.push({ item: this.#items[place] ?? 0, cosine });
    }
    const mean = sum / found.length;
    const deviation = Math.sqrt(
      Math.max(0, squares / found.length - mean * mean),
    );
    return found.sort((a, b) => b.cosine - a.cosine || b.item - a.item)
      .slice(0, limit).map(({ item, cosine }) => ({
        item,
        cosine,
        isClose: cosine >= CLOSE_COSINE ||
          cosine >= LEAST_COSINE && cosine - mean >= STANDS_OUT * deviation,
      }));
  }

  #numberOf(group: string): number {
    let number = this.#groupNumbers.get(group);
    if (number === undefined) {
      number = this.#groupNumbers.size;
      this.#groupNumbers.set(group, number);
    }
    return number;
  }

  #placeOfOldest(): number {
    let oldest = 0;
    this.#items.forEach((item, place) => {
      if (item < (this.#items[oldest] ?? Infinity)) oldest = place;
    });
    return oldest;
  }

  /** The room doubles. */
  #makeRoom(place: number): void {
    const needed = (place + 1) * this.#length;
    if (needed <= this.#bytes.length) return;
    const room = new Int8Array(
      Math.min(
        Math.max(needed, 2 * this.#bytes.length),
        MAX_VECTORS * this.#length,
      ),
    );
    room.set(this.#bytes);
    this.#bytes = room;
  }
}
