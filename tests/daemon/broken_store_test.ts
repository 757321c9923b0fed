import { assertEquals, assertMatch } from "@std/assert";
import { daemonBox, keep, toolRow, untilStored } from "./_daemon.ts";

Deno.test("a store that was moved aside, or cut off, is in the log, too", async () => {
  await using daemon = await daemonBox();
  const { store, capture } = daemon.places;
  await Deno.mkdir(store, { recursive: true });
  await Deno.writeTextFile(`${store}/store.sqlite`, "no store ".repeat(1000));
  keep(daemon.spool, toolRow(0));
  const program = await daemon.listening();
  await untilStored(daemon.places, 1);
  program.kill("SIGTERM");
  await program.result;
  const head = { seq: 9, hash: "a".repeat(64) };
  await Deno.writeTextFile(`${capture}/chain-head.json`, JSON.stringify(head));
  keep(daemon.spool, toolRow(1));
  await daemon.listening();
  await untilStored(daemon.places, 2);
  const warnings = (await daemon.box.log())
    .filter((line) => line.includes(" WARN memoryd: "));
  assertEquals(warnings.length, 2, warnings.join("\n"));
  assertMatch(
    warnings[0] ?? "",
    /Began a new store: file is not a database; the old one is store\.corrupt-\w+\.sqlite$/,
  );
  assertMatch(
    warnings[1] ?? "",
    /The store's end was cut off: rows 3 to 9 are missing$/,
  );
});
