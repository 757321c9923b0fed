import { assertEquals, assertStringIncludes } from "@std/assert";
import { lookAtStore } from "../../lib/install/look_at_store.ts";
import { openStore } from "../../lib/store/open_store.ts";
import { tempDir } from "../_support/temp.ts";

function makeStore(folder: string): void {
  const headFile = `${folder}/../chain-head.json`;
  openStore({ folder, headFile, now: () => new Date() }).close();
}

Deno.test("lookAtStore() names the store that cannot be read, and what becomes of it", async () => {
  await using tmp = await tempDir();
  const folder = `${tmp.path}/store`;
  assertEquals(lookAtStore(folder), {
    folder,
    schema: null,
    memories: null,
    aside: [],
    problem: null,
  });
  await Deno.mkdir(folder);
  await Deno.writeTextFile(`${folder}/store.sqlite`, "none ".repeat(1000));
  const { problem } = lookAtStore(folder);
  assertStringIncludes(
    problem ?? "",
    `"${folder}/store.sqlite" cannot be read`,
  );
  assertStringIncludes(problem ?? "", "file is not a database");
});

Deno.test("lookAtStore() names the stores that were moved aside, and nothing else", async () => {
  await using tmp = await tempDir();
  const folder = `${tmp.path}/store`;
  makeStore(folder);
  const aside = [
    "store.corrupt-20260605T120000Z-2.sqlite",
    "store.corrupt-20260605T120000Z.sqlite",
  ];
  for (const name of [...aside, `${aside[0]}-wal`, "store.corrupt.sqlite"]) {
    await Deno.writeTextFile(`${folder}/${name}`, "x");
  }
  const found = lookAtStore(folder);
  assertEquals([found.problem, found.memories], [null, 0]);
  assertEquals(found.aside, aside);
});
