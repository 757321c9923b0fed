import type { Config } from "../config.ts";
import { encodeFrame } from "../daemon/frame.ts";
import { isJustStarted, startDaemon } from "../daemon/start_daemon.ts";
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
  const { kind, payload, id, at } = row;
  const frameOf = (spooled: string | null): Uint8Array =>
    encodeFrame({ kind, payload, id, at, spooled });
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
    frame = frameOf(null);
    fate = "the row is lost";
  }
  const delivery = await deliver(
    frame,
    process.places.socket,
    ownerOf(process.places.state),
  );
  const { places, env, log, now } = process;
  if (delivery === "socket_unavailable" && !isJustStarted(places, now)) {
    const command = process.worker("memoryd");
    const started = startDaemon({ command, places, env, log, now });
    if (started === "started") {
      log.info("Started the daemon");
      fate = `the daemon is being started; ${fate}`;
    }
  }
  if (isFull) return "spool_full";
  if (delivery !== "emitted") warnings.say(delivery, fate);
  return delivery;
}

/** The user that a folder belongs to: this process's, since it has just written there. */
function ownerOf(folder: string): number | null {
  try {
    return Deno.lstatSync(folder).uid;
  } catch {
    return null;
  }
}
