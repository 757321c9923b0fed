import { encodeRequest, FrameDecoder } from "../daemon/frame.ts";
import { isOwnSocket } from "../daemon/own_socket.ts";
import { after } from "../frame/after.ts";
import type { Places } from "../place.ts";
import type { RecallAnswer, RecallQuery } from "./recall.ts";

/** Milliseconds for connecting, asking, and the answer in all. */
const WITHIN_MS = 150;

/** Why there is no answer: nobody listens; whoever does is no daemon of ours, or too slow. */
export type NoAnswer = "nobody" | "no answer";

/** A call to the daemon that was begun. */
export interface Call {
  /**
   * Asks what bears on a prompt, once. It never throws.
   *
   * @param query What is asked.
   */
  ask(query: RecallQuery): Promise<RecallAnswer | NoAnswer>;
  /** Ends a call in which nothing is asked. */
  end(): void;
}

/**
 * Begins a call to the daemon: it gets ready to listen while this process finds out what to ask.
 *
 * @param places Where the socket is. Needs read and write permission on it, and that for its address.
 */
export function callDaemon(
  { socket, state }: Pick<Places, "socket" | "state">,
): Call {
  const connecting = connect(socket, state);
  return {
    ask(query) {
      const { promise, resolve } = Promise.withResolvers<
        RecallAnswer | NoAnswer
      >();
      after(WITHIN_MS, () => resolve("no answer"));
      void connecting
        .then((it) => it === null ? "nobody" : converse(it, query))
        .then(resolve, () => resolve("no answer"));
      return promise;
    },
    end: () => void connecting.then((it) => it?.close()),
  };
}

async function connect(path: string, state: string): Promise<Deno.Conn | null> {
  try {
    return isOwnSocket(path, state)
      ? await Deno.connect({ transport: "unix", path })
      : null;
  } catch {
    return null;
  }
}

async function converse(
  connection: Deno.Conn,
  query: RecallQuery,
): Promise<RecallAnswer | NoAnswer> {
  try {
    const id = `recall-${Deno.pid}-${Math.random().toString(36).slice(2)}`;
    const frame = encodeRequest({ request: "recall", id, params: query });
    for (let at = 0; at < frame.length;) {
      at += await connection.write(frame.subarray(at));
    }
    const decoder = new FrameDecoder();
    const piece = new Uint8Array(16 * 1024);
    while (true) {
      const length = await connection.read(piece);
      if (length === null) return "no answer";
      for (const value of decoder.push(piece.subarray(0, length))) {
        return answerIn(value, id) ?? "no answer";
      }
    }
  } finally {
    connection.close();
  }
}

function answerIn(value: unknown, id: string): RecallAnswer | null {
  const answer = value as Record<string, unknown> | null;
  if (typeof answer !== "object" || answer?.["id"] !== id) return null;
  const result = answer["result"] as Record<string, unknown> | undefined;
  const text = result?.["text"];
  const items = result?.["items"];
  return typeof text === "string" && Array.isArray(items) &&
      items.every((it) => typeof it === "string")
    ? { text, items }
    : null;
}
