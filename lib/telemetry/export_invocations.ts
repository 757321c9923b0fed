import type { Log } from "../log.ts";
import { join } from "../path.ts";
import { isMissing, readRegularFile, removeFile } from "../private_file.ts";
import { type Instruments, openInstruments } from "./_instruments.ts";
import { readInvocation } from "./_read_invocation.ts";
import { endAtOnce } from "./end_at_once.ts";
import { endProcess } from "./end_process.ts";
import { isFlushBounded } from "./is_flush_bounded.ts";
import { WAITING, WAITING_LIMIT } from "./waiting.ts";

/** Milliseconds between two looks at what the hooks have handed over. */
const EVERY_MS = 500;

/** Milliseconds in which a hook that had the file open has written its line. */
const SETTLED_MS = 50;

/** Milliseconds in which an exporter that works is heard of: twice the metrics' interval, unless the user has set a longer one. */
const HEARD_MS = 3000;

/** Makes spans and metrics of what the hooks hand over, until it is stopped. */
export interface Exporter {
  /**
   * Takes what is there, and then nothing more; 50 ms. To be called while the daemon's lock is held: the next one takes the rest.
   *
   * @returns What ends the process when the lock is given back and all is done. It sends what is left, and waits for the collector as
   * long as `OTEL_EXPORTER_OTLP_TIMEOUT` allows, twice; where Deno would wait for ever (2.7), for 3 s.
   */
  stop(): Promise<() => Promise<never>>;
}

/**
 * Begins to export what the hooks hand over. To be loaded only where `isTelemetryOn()`. The exporter needs no permission for the network.
 *
 * @param folder The folder of telemetry. Needs read and write permission on it. One process at a time may do this.
 * @param log Gets one line where it cannot be done.
 * @param denoVersion The Deno that this runs in.
 */
export function exportInvocations(
  folder: string,
  log: Log,
  denoVersion: string = Deno.version.deno,
): Exporter {
  let instruments: Instruments;
  try {
    instruments = openInstruments();
  } catch (error) {
    log.error("Cannot export telemetry", error);
    return { stop: () => Promise.resolve(() => endProcess(0)) };
  }
  let failed = false;
  const look = (): void => {
    try {
      for (const line of takeLines(folder)) {
        const invocation = readInvocation(line);
        if (invocation !== null) instruments.record(invocation);
      }
    } catch (error) {
      if (!failed) log.error("Cannot export what a hook handed over", error);
      failed = true;
    }
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      look();
      await pause(SETTLED_MS);
      look();
      return async () => {
        const isBounded = isFlushBounded(denoVersion) ||
          await isHeardOf(instruments);
        return isBounded ? await endProcess(0) : endAtOnce();
      };
    },
  };
}

/**
 * The lines that were put aside the last time; then puts aside what waits now. In between, a hook that had the file open when it was
 * renamed has written its line. Forgotten before they are sent: what is counted twice is worse than what is not.
 */
function takeLines(folder: string): string[] {
  const waiting = join(folder, WAITING);
  const aside = `${waiting}.taken`;
  const text = readRegularFile(aside, 2 * WAITING_LIMIT);
  if (text !== null) removeFile(aside);
  try {
    Deno.renameSync(waiting, aside);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return text === null ? [] : text.split("\n").filter((line) => line !== "");
}

/** Whether the metrics are collected once more, and not for the first time: then the export before has ended. */
async function isHeardOf(instruments: Instruments): Promise<boolean> {
  const enough = Math.max(2, instruments.collections + 1);
  const end = performance.now() + HEARD_MS;
  while (performance.now() < end) {
    if (instruments.collections >= enough) return true;
    await pause(SETTLED_MS);
  }
  return false;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
