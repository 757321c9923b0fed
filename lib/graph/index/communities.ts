/**
 * Groups notes by label propagation: each takes the label that most of its neighbours have, until nothing changes. The order of work is
 * fixed, so that the same graph is always grouped in the same way.
 *
 * @param count How many notes there are.
 * @param edges Pairs of indices below `count`.
 * @returns Each note's community, by index: 0 is the largest one.
 */
export function communities(
  count: number,
  edges: readonly (readonly [number, number])[],
): Int32Array {
  const { starts, neighbours } = adjacency(count, edges);
  const labels = Int32Array.from({ length: count }, (_, index) => index);
  const votes = new Map<number, number>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let moved = 0;
    for (let note = 0; note < count; note++) {
      votes.clear();
      const end = starts[note + 1] ?? 0;
      for (let at = starts[note] ?? 0; at < end; at++) {
        const label = labels[neighbours[at] ?? 0] ?? 0;
        votes.set(label, (votes.get(label) ?? 0) + 1);
      }
      const label = winner(votes, labels[note] ?? 0);
      if (label !== labels[note]) {
        labels[note] = label;
        moved++;
      }
    }
    if (moved === 0) break;
  }
  return bySize(labels);
}

/** Labels of a graph with a loop of two may never come to rest. */
const MAX_ROUNDS = 20;

/**
 * The label with most votes: its own among equals, else the largest. Notes are visited by number, so that is the label which has spread
 * least: with the smallest, the first group would run over all others.
 */
function winner(votes: Map<number, number>, own: number): number {
  let best = own;
  let most = votes.get(own) ?? 0;
  for (const [label, count] of votes) {
    if (count > most || (count === most && best !== own && label > best)) {
      best = label;
      most = count;
    }
  }
  return best;
}

function adjacency(
  count: number,
  edges: readonly (readonly [number, number])[],
): { starts: Int32Array; neighbours: Int32Array } {
  const starts = new Int32Array(count + 1);
  const add = (array: Int32Array, index: number): number => {
    const before = array[index] ?? 0;
    array[index] = before + 1;
    return before;
  };
  for (const [a, b] of edges) {
    add(starts, a + 1);
    add(starts, b + 1);
  }
  for (let note = 0; note < count; note++) {
    starts[note + 1] = (starts[note + 1] ?? 0) + (starts[note] ?? 0);
  }
  const next = starts.slice();
  const neighbours = new Int32Array(edges.length * 2);
  for (const [a, b] of edges) {
    neighbours[add(next, a)] = b;
    neighbours[add(next, b)] = a;
  }
  return { starts, neighbours };
}

/** Numbers labels anew, the most frequent one first. */
function bySize(labels: Int32Array): Int32Array {
  const sizes = new Map<number, number>();
  for (const label of labels) sizes.set(label, (sizes.get(label) ?? 0) + 1);
  const order = [...sizes].sort(([labelA, a], [labelB, b]) =>
    b - a || labelA - labelB
  );
  const numbers = new Map(order.map(([label], number) => [label, number]));
  return labels.map((label) => numbers.get(label) ?? 0);
}
