import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { connect } from "../mcp/_client.ts";
import { DECIDED, recallBox, RELATED } from "./_recall_box.ts";

Deno.test("what a prompt is told can be read whole with the tool that it names", async () => {
  await using box = await recallBox();
  await box.daemon.listening();
  const told = await box.told(RELATED) +
    await box.told("When are deploys of the label printer?");
  const addresses = [...told.matchAll(/get_memory with uid "([^"]+)"/g)]
    .map(([, address = ""]) => address);
  assert(addresses.length >= 2, told);
  await using server = await connect(box.box);
  for (const uid of addresses) await server.ok("get_memory", { uid });
  const summary = await server.ok("get_memory", { uid: "summary:1" });
  assertEquals(summary["decided"], DECIDED);
  assertEquals(summary["address"], "summary:1");
  const memory = await server.ok("get_memory", { uid: `memory:${box.memory}` });
  assertStringIncludes(String(memory["content"]), "Tuesdays");
  for (const uid of ["summary:99", "nothing:1", "observation:x"]) {
    const why = await server.failed("get_memory", { uid });
    assertStringIncludes(why, `there is no ${uid}`);
  }
});
