import { assert, assertEquals } from "@std/assert";
import { CASES } from "./cases.ts";

/** How many cases each group has. */
const GROUPS: Readonly<Record<string, number>> = {
  P: 19,
  I: 2,
  X: 12,
  S: 5,
  O: 5,
  A: 5,
  C: 20,
  T: 5,
  F: 6,
  N: 7,
  W: 8,
  H: 5,
  Q: 2,
  E: 2,
  G: 2,
  L: 1,
};

Deno.test("every case has its tests, or a reason why it has none", () => {
  const all = Object.entries(GROUPS).flatMap(([group, count]) =>
    Array.from({ length: count }, (_, number) => `${group}${number + 1}`)
  );
  assertEquals(CASES.map(({ id }) => id), all);
  for (const { id, where = [], reason = "" } of CASES) {
    assert(where.length > 0 || reason !== "", id);
  }
});

Deno.test("every file that a case is tested in is there", async () => {
  const root = new URL("../../", import.meta.url);
  for (const path of new Set(CASES.flatMap(({ where = [] }) => where))) {
    const { isFile } = await Deno.stat(new URL(path, root));
    assert(isFile, path);
  }
});
