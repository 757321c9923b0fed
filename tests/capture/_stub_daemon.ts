import { FrameDecoder } from "../../lib/daemon/frame.ts";
import { dirname } from "../../lib/path.ts";
import { until } from "../_support/until.ts";
import type { SentRow } from "./_rows.ts";

/** Nothing of a test may hang for longer. */
const HANG_MS = 60_000;

/** Stands in for the daemon: it listens on its socket, and keeps what comes. */
export interface StubDaemon extends AsyncDisposable {
  /** The rows of all frames so far. */
  readonly rows: SentRow[];
  /** All bytes so far. */
  readonly bytes: Uint8Array[];
  /** How many connections there were. */
  readonly connections: number;
  /** Waits for so many rows, and gives them. */
  take(count: number): Promise<SentRow[]>;
}

/**
 * Listens on a socket, in a private folder.
 *
 * @param socket The socket.
 * @param serve What is done with a connection; by default its frames are read. It must close it.
 */
export async function stubDaemon(
  socket: string,
  serve?: (connection: Deno.Conn) => Promise<void> | void,
): Promise<StubDaemon> {
  await Deno.mkdir(dirname(socket), { recursive: true, mode: 0o700 });
  const listener = Deno.listen({ transport: "unix", path: socket });
  const rows: SentRow[] = [];
  const bytes: Uint8Array[] = [];
  const open = new Set<Promise<void>>();
  let connections = 0;
  const read = async (connection: Deno.Conn): Promise<void> => {
    using _ = connection;
    const decoder = new FrameDecoder();
    const piece = new Uint8Array(65_536);
    for (;;) {
      const length = await connection.read(piece);
      if (length === null) break;
      bytes.push(piece.slice(0, length));
      for (const row of decoder.push(piece.subarray(0, length))) {
        rows.push(row as SentRow);
      }
    }
  };
  const accepting = (async (): Promise<void> => {
    for await (const connection of listener) {
      connections++;
      const served = Promise.resolve((serve ?? read)(connection));
      open.add(served);
      void served.finally(() => open.delete(served));
    }
  })();
  return {
    rows,
    bytes,
    get connections() {
      return connections;
    },
    async take(count) {
      await until(`${count} rows`, () => rows.length >= count, HANG_MS);
      return rows;
    },
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting;
      await Promise.all(open);
    },
  };
}
