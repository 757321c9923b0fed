import type { Places } from "../place.ts";
import { readRows } from "../store/read_rows.ts";
import { StoreBusy } from "../store/store_busy.ts";
import { type Finding, other } from "./finding.ts";
import type { Machine } from "./machine.ts";
import { whySocket } from "./why_socket.ts";

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
 * Looks whether the daemon can do its work: its socket is where nobody else gets, and its store can be read.
 *
 * @param machine The machine. Needs read permission on both.
 */
export function checkCapture({ places }: Machine): Finding[] {
  const findings = socketProblems(places).map(other);
  try {
    readRows(places.store)?.close();
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
