import { askDaemon, DaemonError } from "../../lib/daemon/ask_daemon.ts";
import { FrameDecoder } from "../../lib/daemon/frame.ts";
import { MemoryReader } from "../../lib/memory/memory_reader.ts";
import { readSnapshot, type Snapshot } from "../../lib/memory/snapshot.ts";
import type { Places } from "../../lib/place.ts";
import { until } from "../_support/until.ts";
import type { DaemonBox } from "../daemon/_daemon.ts";

/** Asks the daemon of a box; it is started where it does not run. */
export function ask(
  box: DaemonBox,
  method: string,
  params: Record<string, unknown> = {},
  timeoutMs = 90_000,
): Promise<Record<string, unknown>> {
  const { places } = box;
  return askDaemon(
    { socket: places.socket, places, start: () => void box.start(), timeoutMs },
    method,
    params,
  ) as Promise<Record<string, unknown>>;
}

/** The code of what a request ends with. */
export async function codeOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
  } catch (error) {
    if (error instanceof DaemonError) return error.code;
    throw error;
  }
  return "none";
}

/** The texts of all memories, sorted. */
export function texts(places: Places): string[] {
  using reader = new MemoryReader({
    folder: places.store,
    domainCase: () => "preserve",
    now: () => new Date(),
  });
  return reader.read("list_recent", { limit: 100 }).memories
    .map(({ text }) => text).sort();
}

/** Waits for a snapshot of so many memories. */
export async function snapshotOf(
  places: Places,
  total: number,
): Promise<Snapshot> {
  await until(
    `a snapshot of ${total} memories`,
    () => readSnapshot(places)?.total === total,
  );
  const snapshot = readSnapshot(places);
  if (snapshot === null) throw new Error("Cannot read the snapshot again");
  return snapshot;
}

/** Reads so many answers from a connection. */
export async function answersOn(
  connection: Deno.Conn,
  count: number,
): Promise<Record<string, unknown>[]> {
  const decoder = new FrameDecoder();
  const buffer = new Uint8Array(4096);
  const answers: Record<string, unknown>[] = [];
  while (answers.length < count) {
    const length = await connection.read(buffer);
    if (length === null) break;
    for (const value of decoder.push(buffer.subarray(0, length))) {
      answers.push(value as Record<string, unknown>);
    }
  }
  return answers;
}
