import type { Config } from "../config.ts";
import { encodeFrame } from "../daemon/frame.ts";
import { isJustStarted } from "../daemon/just_started.ts";
import type { HookProcess } from "../frame/hook_process.ts";
import { join } from "../path.ts";
import { CAPTURED, type Row } from "../store/row.ts";
import { deliver, type Delivery } from "./deliver.ts";
import { keepRow, type KindLetter } from "./row_spool.ts";
import type { Warnings } from "./warnings.ts";

const LETTERS: Readonly<Record<string, KindLetter>> = {
  [CAPTURED.prompt]: "p",
  [CAPTURED.toolUse]: "t",
  [CAPTURED.sessionCompleted]: "s",
  [CAPTURED.redactionFailed]: "f",
};

const NOTHING: Uint8Array = new Uint8Array(0);

/** What became of a row. */
export type Outcome = Delivery | "spool_full";

/**
 * Hands a row over to the daemon: it is kept in the spool first, so that nothing can lose it, and then sent. Where nobody listens, the
 * daemon is started; it begins with what waits in the spool.
 *
 * @param process The hook's.
 * @param config How much may wait.
 * @param row The row, redacted.
 * @param warnings Where it is said that the daemon does not have it yet.
 */
export async function handOver(
  process: HookProcess,
  config: Config,
  row: Row,
  warnings: Warnings,
): Promise<Outcome> {
  const spool = join(process.places.capture, "spool");
  const { kind, payload, id, at, beside } = row;
  const frameOf = (spooled: string): Uint8Array =>
    encodeFrame({ kind, payload, id, at, spooled, beside });
  let frame: Uint8Array = NOTHING;
  let fate = "the row waits in the spool";
  let isFull = false;
  try {
    const kept = keepRow(
      spool,
      (file) => frame = frameOf(file),
      LETTERS[kind] ?? "f",
      { nowMicros: at / 1000, maxBytes: config.capture.spoolMaxBytes },
    );
    if ("full" in kept) {
      isFull = true;
      // It counts as lost, so nobody may have it. That somebody listens is asked all the same: a daemon empties the spool.
      frame = NOTHING;
      warnings.warn("spool_full", "the row is lost, and counted in a gap");
    }
  } catch (error) {
    process.log.error("Cannot keep the row in the spool", error);
    fate = "the row is lost";
    const told = tellable(row, error);
    if (told !== null) frame = encodeFrame({ ...told, spooled: null });
  }
  const delivery = await deliver(
    frame,
    process.places.socket,
    process.places.state,
  );
  const { places, now } = process;
  if (delivery === "socket_unavailable" && !isJustStarted(places, now)) {
    if (await isStarting(process)) {
      fate = `the daemon is being started; ${fate}`;
    }
  }
  if (isFull) return "spool_full";
  if (delivery !== "emitted") warnings.say(delivery, fate);
  return delivery;
}

/**
 * What may be told of a row that could not be kept. Where the state folder cannot be written, no prompt could mark its turn as private, so
 * nobody can tell whether this one is. A disk that is full still takes a mark, which is an empty file.
 */
function tellable(row: Row, error: unknown): Row | null {
  const isFull = (error as { code?: unknown } | null)?.code === "ENOSPC";
  if (isFull || row.kind === CAPTURED.prompt) return row;
  if (row.kind === CAPTURED.toolUse) return null;
  return "last_assistant_message_redacted" in row.payload
    ? {
      ...row,
      payload: { ...row.payload, last_assistant_message_redacted: "" },
    }
    : row;
}

async function isStarting(process: HookProcess): Promise<boolean> {
  try {
    const { startAbsentDaemon } = await import("./start_absent_daemon.ts");
    return startAbsentDaemon(process);
  } catch (error) {
    process.log.error("Cannot start the daemon", error);
    return false;
  }
}
