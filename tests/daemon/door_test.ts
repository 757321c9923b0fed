import { assertEquals } from "@std/assert";
import { Door } from "../../lib/daemon/door.ts";
import { Reception } from "../../lib/daemon/reception.ts";
import { exists } from "../../lib/private_file.ts";
import { placesIn } from "../_support/places_in.ts";
import { recordedLog } from "../_support/recorded_log.ts";
import { tempDir } from "../_support/temp.ts";
import { until } from "../_support/until.ts";
import { LONG_MS, send, toolRow, unspooled } from "./_daemon.ts";

async function doorIn(home: string): Promise<{
  door: Door;
  socket: string;
  lines: string[];
  taken: string[];
}> {
  const places = placesIn(home);
  await Deno.mkdir(places.state, { recursive: true });
  const log = recordedLog();
  const taken: string[] = [];
  const reception = new Reception({
    take: ({ id }) => void taken.push(id),
    ask: () => Promise.reject(new TypeError("Cannot ask: nobody is there")),
    refuse: () => {},
    ring: () => {},
    room: () => Promise.resolve(),
  });
  const door = new Door(places, reception, log);
  return { door, socket: places.socket, lines: log.lines, taken };
}

Deno.test("who connects before anybody is let in is heard afterwards", async () => {
  await using tmp = await tempDir();
  const { door, socket, taken } = await doorIn(tmp.path);
  await door.open();
  await send(socket, unspooled(toolRow(1)));
  assertEquals(taken, []);
  door.letIn();
  await until("the row", () => taken.length === 1, LONG_MS);
  await door.close();
  assertEquals(exists(socket), false);
});

Deno.test("a socket that was removed is made again", async () => {
  await using tmp = await tempDir();
  const { door, socket, taken, lines } = await doorIn(tmp.path);
  await door.open();
  door.letIn();
  await Deno.remove(socket);
  await door.mend();
  await send(socket, unspooled(toolRow(1)));
  await until("the row", () => taken.length === 1, LONG_MS);
  await door.close();
  assertEquals(lines, []);
});

Deno.test("a socket that could not be had is had once the way is free, and the log has the reason once", async () => {
  await using tmp = await tempDir();
  const { door, socket, taken, lines } = await doorIn(tmp.path);
  await Deno.writeTextFile(socket, "");
  await door.open();
  door.letIn();
  await door.mend();
  assertEquals(lines, [
    `WARN Cannot listen on the socket: ${socket} is something else`,
  ]);
  await Deno.remove(socket);
  await door.mend();
  await send(socket, unspooled(toolRow(1)));
  await until("the row", () => taken.length === 1, LONG_MS);
  await door.close();
});

Deno.test("a socket that another program has made meanwhile is left to it", async () => {
  await using tmp = await tempDir();
  const { door, socket } = await doorIn(tmp.path);
  await door.open();
  door.letIn();
  await Deno.remove(socket);
  using other = Deno.listen({ transport: "unix", path: socket });
  await door.close();
  assertEquals(exists(socket), true);
  other.close();
});
