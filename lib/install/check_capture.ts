import { join } from "@std/path";
import type { Places } from "../place.ts";
import { checkHead } from "../store/check_head.ts";
import { StoreBusy } from "../store/store_busy.ts";
import { durationText } from "../view/duration_text.ts";
import { type Finding, other } from "./finding.ts";
import type { Machine } from "./machine.ts";
import { runningDaemon } from "./running_daemon.ts";
import { waitingRows, waitMs } from "./waiting_rows.ts";
import { whySocket } from "./why_socket.ts";

/** Milliseconds after which a row should be stored, also by a daemon that had to be started. */
const PATIENCE_MS = 60_000;

/**
 * Why rows can only take the slower way, through files.
 *
 * @param places Where the socket is. Needs read permission on its folder.
 * @returns The problem in words, or none.
 */
export function socketProblems(places: Pick<Places, "socket">): string[] {
  const problem = whySocket(places.socket);
  return problem === null ? [] : [
    `The daemon's socket cannot be used: ${problem}; rows go through files alone`,
  ];
}

/**
 * Looks whether the daemon can do its work: its socket is where nobody else gets, and its store can be read and ends where its head says,
 * and it takes the rows that wait.
 *
 * @param machine The machine. Needs read permission on both.
 */
export function checkCapture({ places, now }: Machine): Finding[] {
  const findings = [...socketProblems(places), ...waiting(places, now)]
    .map(other);
  try {
    const headFile = join(places.capture, "chain-head.json");
    const problem = checkHead(places.store, headFile);
    if (problem !== null) {
      findings.push(
        other(`The store in ${places.store}: ${problem}; --verify tells more`),
      );
    }
  } catch (error) {
    // One that is in use is one that works.
    if (!(error instanceof StoreBusy)) {
      findings.push(
        other(`The store in ${places.store}: ${(error as Error).message}`),
      );
    }
  }
  return findings;
}

/** Rows that the daemon should have taken. */
function waiting(places: Places, now: () => Date): string[] {
  const spool = waitingRows(places, now);
  const daemon = runningDaemon(places);
  const ms = waitMs(spool, daemon, now());
  if (ms <= PATIENCE_MS) return [];
  const rows = spool.rows === 1 ? "1 row waits" : `${spool.rows} rows wait`;
  return [
    `${rows} to be stored, the oldest for ${durationText(ms)}: ${
      daemon === null
        ? "no daemon runs; the next hook starts one"
        : `the daemon (process ${
          daemon.pid ?? "unknown"
        }) runs and does not take them; where it is ended, the next hook starts another`
    }`,
  ];
}
