import { assertEquals } from "@std/assert";
import { until } from "../_support/until.ts";
import {
  daemonBox,
  keep,
  LONG_MS,
  send,
  stored,
  toolRow,
  unspooled,
  untilStored,
  waiting,
} from "./_daemon.ts";

Deno.test("a row that is kept and sent is stored once, and waits no longer", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  await send(daemon.places.socket, keep(daemon.spool, toolRow(1)));
  await untilStored(daemon.places, 1);
  await until(
    "an empty spool",
    () => waiting(daemon.spool).length === 0,
    LONG_MS,
  );
  assertEquals(stored(daemon.places).map(({ id }) => id), [toolRow(1).id]);
});

Deno.test("a row that could not be kept is stored once", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  await send(
    daemon.places.socket,
    unspooled(toolRow(1)),
    unspooled(toolRow(2)),
  );
  await untilStored(daemon.places, 2);
  assertEquals(stored(daemon.places).map(({ id }) => id), [
    toolRow(1).id,
    toolRow(2).id,
  ]);
});
