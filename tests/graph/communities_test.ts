import { assertEquals } from "@std/assert";
import { communities } from "../../lib/graph/index/communities.ts";

/** Every pair of these. */
function clique(...members: number[]): [number, number][] {
  return members.flatMap((a) =>
    members.filter((b) => a < b).map((b): [number, number] => [a, b])
  );
}

Deno.test("communities() finds dense groups, and numbers the largest 0", () => {
  const edges = [...clique(0, 1, 2), ...clique(3, 4, 5, 6, 7)];
  assertEquals(
    [...communities(9, [...edges, [2, 3]])],
    [1, 1, 1, 0, 0, 0, 0, 0, 2],
  );
});

Deno.test("communities() takes a graph without links, and one without notes", () => {
  assertEquals([...communities(3, [])], [0, 1, 2]);
  assertEquals([...communities(0, [])], []);
});

Deno.test("communities() comes to an end on a graph that never rests", () => {
  const ring = Array.from(
    { length: 1000 },
    (_, n): [number, number] => [n, (n + 1) % 1000],
  );
  const first = communities(1000, ring);
  assertEquals(first.length, 1000);
  assertEquals([...communities(1000, ring)], [...first]);
});
