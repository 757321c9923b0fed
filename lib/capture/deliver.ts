import { isOwnSocket } from "../daemon/own_socket.ts";
import { after } from "../frame/after.ts";

/** What became of a frame: it was written whole; nobody listens, or not in a place of ours; whoever does is too slow. */
export type Delivery = "emitted" | "socket_unavailable" | "emit_timeout";

/** Milliseconds for connecting, writing and closing in all (source: the seed). */
const WITHIN_MS = 40;

/** The last of them: what has long been done, while this process itself got no time, is still noticed in it. */
const LAST_MS = 1;

/**
 * Writes a frame to the daemon's socket. No answer is waited for: the row waits in the spool until the daemon has stored it.
 *
 * @param frame The bytes; none only asks whether somebody listens.
 * @param socket The socket. Needs read and write permission on it, and that for its address.
 * @param state The state folder: see `isOwnSocket()`.
 */
export function deliver(
  frame: Uint8Array,
  socket: string,
  state: string,
): Promise<Delivery> {
  const { promise, resolve } = Promise.withResolvers<Delivery>();
  after(
    WITHIN_MS - LAST_MS,
    () => after(LAST_MS, () => resolve("emit_timeout")),
  );
  void send(frame, socket, state).then(resolve);
  return promise;
}

async function send(
  frame: Uint8Array,
  path: string,
  state: string,
): Promise<Delivery> {
  try {
    if (!isOwnSocket(path, state)) return "socket_unavailable";
    const connection = await Deno.connect({ transport: "unix", path });
    try {
      for (let at = 0; at < frame.length;) {
        at += await connection.write(frame.subarray(at));
      }
    } finally {
      connection.close();
    }
    return "emitted";
  } catch {
    return "socket_unavailable";
  }
}
