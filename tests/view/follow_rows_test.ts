import { assertEquals } from "@std/assert";
import type { StoredRow } from "../../lib/store/row.ts";
import { OWN } from "../../lib/store/row.ts";
import { followRows } from "../../lib/view/follow_rows.ts";
import { tempDir } from "../_support/temp.ts";
import { until } from "../_support/until.ts";
import { prompt, storeIn } from "./_rows.ts";

/** Follows the store of a folder; `seen` has what came so far. */
function follow(folder: string, rows: number) {
  const seen: StoredRow[] = [];
  const problems: string[] = [];
  const ending = new AbortController();
  const done = (async () => {
    for await (
      const row of followRows({
        folder: `${folder}/store`,
        rows,
        signal: ending.signal,
        onProblem: (problem) => problems.push(problem),
      })
    ) seen.push(row);
  })();
  return {
    problems,
    ids: () =>
      seen.map(({ id, kind }) => kind.startsWith("memory.store") ? kind : id),
    came: (count: number) =>
      until(`${count} rows`, () => seen.length >= count, 20_000),
    async [Symbol.asyncDispose]() {
      ending.abort();
      await done;
    },
  };
}

Deno.test("followRows() gives the last rows first, and then each new one once", async () => {
  await using tmp = await tempDir();
  using store = storeIn(tmp.path);
  store.append([1, 2, 3].map((number) => prompt(number)));
  await using following = follow(tmp.path, 2);
  await following.came(2);
  store.append([prompt(4)]);
  await following.came(3);
  store.append([prompt(5), prompt(6)]);
  await following.came(5);
  assertEquals(following.ids(), ["p2", "p3", "p4", "p5", "p6"]);
});

Deno.test("followRows() begins with what is new where no row is asked for, and waits for a store", async () => {
  await using tmp = await tempDir();
  await using waiting = follow(`${tmp.path}/later`, 0);
  using store = storeIn(tmp.path);
  store.append([prompt(1)]);
  await using following = follow(tmp.path, 0);
  using later = storeIn(`${tmp.path}/later`);
  later.append([prompt(7)]);
  await waiting.came(1);
  assertEquals(waiting.ids(), ["p7"]);
  store.append([prompt(2)]);
  await following.came(1);
  assertEquals(following.ids().at(-1), "p2");
});

Deno.test("followRows() goes on through more rows than are read at once", async () => {
  await using tmp = await tempDir();
  using store = storeIn(tmp.path);
  store.append([prompt(0)]);
  await using following = follow(tmp.path, 1);
  await following.came(1);
  store.append(Array.from({ length: 1200 }, (_, index) => prompt(index + 1)));
  await following.came(1201);
  assertEquals(
    following.ids(),
    Array.from({ length: 1201 }, (_, index) => `p${index}`),
  );
});

Deno.test("followRows() goes on with a store that took the place of another one", async () => {
  await using tmp = await tempDir();
  {
    using store = storeIn(tmp.path);
    store.append([prompt(1), prompt(2)]);
  }
  await using following = follow(tmp.path, 5);
  await following.came(2);
  await Deno.remove(`${tmp.path}/store`, { recursive: true });
  using store = storeIn(tmp.path);
  store.append([prompt(8), prompt(9)]);
  await following.came(5);
  assertEquals(following.ids(), ["p1", "p2", OWN.replaced, "p8", "p9"]);
});

Deno.test("followRows() goes on after the last row that it saw was pruned", async () => {
  await using tmp = await tempDir();
  using store = storeIn(tmp.path);
  store.append([prompt(1), prompt(2)]);
  await using following = follow(tmp.path, 5);
  await following.came(2);
  store.append([{ ...prompt(3), at: Date.UTC(2026, 5, 20) * 1e6 }]);
  store.prune({
    days: 1,
    maxBytes: 0,
    now: new Date(Date.UTC(2026, 5, 20, 1)),
  });
  await following.came(4);
  assertEquals(following.ids(), ["p1", "p2", "p3", OWN.pruned]);
});

Deno.test("followRows() says once why the store cannot be read", async () => {
  await using tmp = await tempDir();
  await Deno.mkdir(`${tmp.path}/store`);
  await Deno.writeTextFile(
    `${tmp.path}/store/store.sqlite`,
    "no database".repeat(99),
  );
  await using following = follow(tmp.path, 5);
  await until("a problem", () => following.problems.length > 0);
  await Deno.remove(`${tmp.path}/store`, { recursive: true });
  using store = storeIn(tmp.path);
  store.append([prompt(1)]);
  await following.came(1);
  assertEquals(following.problems.length, 1);
});
