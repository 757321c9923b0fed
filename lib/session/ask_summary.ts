import { encodeRequest, FrameDecoder } from "../daemon/frame.ts";
import { after } from "../frame/after.ts";
import { dirname } from "../path.ts";
import type { Places } from "../place.ts";
import { shortForm } from "../summary/short_form.ts";

/** Milliseconds for all of it. The entry is worth more than what it says of the session. */
const WITHIN_MS = 300;

const BUFFER_BYTES = 16 * 1024;

/**
 * Asks the daemon what the session came to. It is never started for that.
 *
 * @param sessionId The host's id of the session, which has ended.
 * @param places Where the daemon listens. Needs read and write permission on the socket's folder, and that for its address.
 * @returns The short form of the summary; none where nobody answers in time, or there is nothing to tell.
 */
export async function askSummary(
  sessionId: string,
  places: Pick<Places, "socket" | "state">,
): Promise<string[]> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  after(WITHIN_MS, () => resolve(null));
  const answer = await Promise.race([ask(sessionId, places), late]);
  return typeof answer === "object" && answer !== null ? shortForm(answer) : [];
}

/** What is left open when the time is over ends with the process. */
async function ask(
  session: string,
  { socket, state }: Pick<Places, "socket" | "state">,
): Promise<unknown> {
  try {
    if (!isPrivate(dirname(socket), state)) return null;
    const connection = await Deno.connect({ transport: "unix", path: socket });
    try {
      const id = `summary-${Deno.pid}-${Math.random().toString(36).slice(2)}`;
      const request = {
        request: "summary",
        id,
        params: { session, ended: true },
      };
      const frame = encodeRequest(request);
      for (let at = 0; at < frame.length;) {
        at += await connection.write(frame.subarray(at));
      }
      return await read(connection, id);
    } finally {
      connection.close();
    }
  } catch {
    // Nobody listens, or somebody who is not the daemon.
    return null;
  }
}

async function read(connection: Deno.Conn, id: string): Promise<unknown> {
  const decoder = new FrameDecoder();
  const buffer = new Uint8Array(BUFFER_BYTES);
  while (true) {
    const count = await connection.read(buffer);
    if (count === null) return null;
    for (const value of decoder.push(buffer.subarray(0, count))) {
      const answer = value as Record<string, unknown> | null;
      return answer?.["id"] === id ? answer["result"] : null;
    }
  }
}

/** Whether nobody else can have put the socket there: the state folder's owner is who we are. */
function isPrivate(folder: string, state: string): boolean {
  const { isDirectory, mode, uid } = Deno.lstatSync(folder);
  return isDirectory && ((mode ?? 0) & 0o077) === 0 &&
    uid === Deno.lstatSync(state).uid;
}
