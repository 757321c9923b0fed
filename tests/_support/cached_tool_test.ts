import { assertEquals, assertRejects } from "@std/assert";
import { cachedTool } from "./cached_tool.ts";
import { tempDir } from "./temp.ts";

Deno.test("cachedTool() installs once for callers that come at the same time", async () => {
  await using tmp = await tempDir(" tools");
  let installs = 0;
  const get = () =>
    cachedTool("t", "1.0", async (folder) => {
      installs++;
      await Deno.writeTextFile(`${folder}/t`, "");
    }, tmp.path);
  const folders = await Promise.all([get(), get(), get()]);
  assertEquals(folders, Array(3).fill(`${tmp.path}/t/1.0`));
  assertEquals([installs, await get()], [1, folders[0]]);
});

Deno.test("cachedTool() starts anew after an installation that failed half way, and passes its error on", async () => {
  await using tmp = await tempDir();
  const half = async (folder: string): Promise<void> => {
    await Deno.writeTextFile(`${folder}/half`, "");
    throw new Error("no network");
  };
  const got = () => cachedTool("t", "1.0", half, tmp.path);
  await assertRejects(got, Error, "no network");
  await assertRejects(got, Error, "no network");
  const folder = await cachedTool("t", "1.0", async () => {}, tmp.path);
  const names = [...Deno.readDirSync(folder)].map((entry) => entry.name);
  assertEquals(names, ["complete"]);
});
