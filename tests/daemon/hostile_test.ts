import { assert, assertEquals } from "@std/assert";
import { encodeFrame } from "../../lib/daemon/frame.ts";
import {
  daemonBox,
  send,
  storedIds,
  toolRow,
  unspooled,
  untilStored,
} from "./_daemon.ts";

const utf8 = new TextEncoder();

function frame(length: number, body: string): Uint8Array {
  const bytes = utf8.encode(`1234${body}`);
  new DataView(bytes.buffer).setUint32(0, length);
  return bytes;
}

/** What the daemon closes a connection for. */
const HOSTILE: Readonly<Record<string, Uint8Array>> = {
  "of length 0": frame(0, ""),
  "of 4 GiB": frame(0xffffffff, "secret"),
  "one byte too long": frame(1024 * 1024 + 1, "secret"),
  "that is not JSON": frame(7, "secret!"),
  "that is not UTF-8": new Uint8Array([0, 0, 0, 2, 0xff, 0xfe]),
  "that is an HTTP request": utf8.encode(
    "POST /secret HTTP/1.1\r\nHost: secret\r\nContent-Length: 2\r\n\r\nhi",
  ),
};

/** Frames that hold no row: the next one on the connection may. */
const NO_ROWS: readonly unknown[] = [
  null,
  1,
  "secret",
  [],
  {},
  { ...toolRow(1), kind: "memory.store_pruned" },
  { ...toolRow(1), kind: "secret" },
  { ...toolRow(1), id: "../secret" },
  { ...toolRow(1), id: "" },
  { ...toolRow(1), at: "secret" },
  { ...toolRow(1), at: -1 },
  { ...toolRow(1), at: 1e30 },
  { ...toolRow(1), payload: "secret" },
  { ...toolRow(1), payload: {} },
  { ...toolRow(1), payload: { session_id: "../../secret" } },
  {
    ...toolRow(1),
    payload: { ...toolRow(1).payload, secret: { nested: "secret" } },
  },
];

/** Writes bytes, and waits until the other side has closed the connection. */
async function sendUntilClosed(
  socket: string,
  bytes: Uint8Array,
): Promise<void> {
  using connection = await Deno.connect({ transport: "unix", path: socket });
  try {
    await connection.write(bytes);
    const count = await connection.read(new Uint8Array(16));
    assertEquals(count, null);
  } catch (error) {
    // A connection that is closed with bytes unread.
    if (!(error instanceof Deno.errors.ConnectionReset)) throw error;
  }
}

for (const [what, bytes] of Object.entries(HOSTILE)) {
  Deno.test(`a frame ${what} ends its connection, and no other`, async () => {
    await using daemon = await daemonBox();
    await daemon.listening();
    const { socket } = daemon.places;
    using other = await Deno.connect({ transport: "unix", path: socket });
    await sendUntilClosed(socket, bytes);
    await other.write(unspooled(toolRow(1)));
    await send(socket, unspooled(toolRow(2)));
    await untilStored(daemon.places, 2);
    const warnings = (await daemon.box.log()).filter((line) =>
      line.includes("Refused")
    );
    assertEquals(warnings.length, 1);
    assert(!/secret/.test(warnings.join()), warnings.join());
  });
}

Deno.test("a frame that is cut off is forgotten", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  const whole = unspooled(toolRow(1));
  for (const length of [1, 4, 5, whole.length - 1]) {
    await send(daemon.places.socket, whole.subarray(0, length));
  }
  await send(daemon.places.socket, unspooled(toolRow(2)));
  await untilStored(daemon.places, 1);
  assertEquals(storedIds(daemon.places), [toolRow(2).id]);
});

Deno.test("a frame that holds no row is passed over, with one line in the log that does not quote it", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  await send(
    daemon.places.socket,
    ...NO_ROWS.map(encodeFrame),
    unspooled(toolRow(9)),
  );
  await untilStored(daemon.places, 1);
  assertEquals(storedIds(daemon.places), [toolRow(9).id]);
  const log = await daemon.box.log();
  assertEquals(log.filter((line) => line.includes("Refused")).length, 1);
  assert(!log.join().includes("secret"), log.join("\n"));
});

Deno.test("a JSON value nested a hundred thousand deep is no row", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  const depth = 100_000;
  const body = `{"payload":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  await send(
    daemon.places.socket,
    frame(body.length, body),
    unspooled(toolRow(1)),
  );
  await send(daemon.places.socket, unspooled(toolRow(2)));
  await untilStored(daemon.places, 1);
  assert(storedIds(daemon.places).includes(toolRow(2).id));
});

Deno.test("two hundred connections that say nothing keep no row out", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  const { socket } = daemon.places;
  const silent: Deno.Conn[] = [];
  try {
    for (let number = 0; number < 200; number++) {
      silent.push(await Deno.connect({ transport: "unix", path: socket }));
    }
    await send(socket, unspooled(toolRow(1)));
    await untilStored(daemon.places, 1);
  } finally {
    for (const connection of silent) connection.close();
  }
  assertEquals(storedIds(daemon.places), [toolRow(1).id]);
});
