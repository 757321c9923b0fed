import { readRows } from "../store/read_rows.ts";
import { StoreBusy } from "../store/store_busy.ts";
import { type Finding, other } from "./finding.ts";
import type { Machine } from "./machine.ts";
import { whySocket } from "./why_socket.ts";

/**
 * Looks whether the daemon can do its work: its socket is where nobody else gets, and its store can be read.
 *
 * @param machine The machine. Needs read permission on both.
 */
export function checkCapture({ places }: Machine): Finding[] {
  const findings: Finding[] = [];
  const problem = whySocket(places.socket);
  if (problem !== null) {
    findings.push(
      other(
        `The daemon's socket cannot be used: ${problem}; rows go through files alone`,
      ),
    );
  }
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
