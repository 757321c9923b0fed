import { DatabaseSync } from "node:sqlite";
import { sandbox } from "../tests/_support/sandbox.ts";
import { startProgram } from "../tests/_support/program.ts";
import { until } from "../tests/_support/until.ts";
import type { Row } from "./_measure.ts";

const CLIENTS = 8;

/** What the daemon took in, and at what cost. */
export interface DaemonFigures {
  /** Rows that the daemon stored in a second, sustained, from the first row sent to the last one stored. */
  readonly rowsPerSecond: number;
  /** Resident memory in MB when a fifth of the rows was stored, and when all were. */
  readonly early: number;
  readonly late: number;
  readonly rows: number;
}

/**
 * Has eight processes send rows as hooks do, each row kept in the spool and sent on a connection of its own, as fast as they can.
 *
 * @param rows How many rows in all.
 */
export async function measureDaemon(rows = 100_000): Promise<DaemonFigures> {
  await using box = await sandbox({
    notes: null,
    env: (home) => ({ XDG_RUNTIME_DIR: home }),
  });
  const { places } = box;
  const daemon = startProgram({
    ...box.command("memoryd"),
    env: box.env,
    timeoutMs: 600_000,
  });
  try {
    await until("the socket", () => answers(places.socket), 60_000);
    const began = performance.now();
    const clients = Array.from(
      { length: CLIENTS },
      (_, number) =>
        startProgram({
          command: Deno.execPath(),
          args: [
            "run",
            "-A",
            "--no-check",
            `${import.meta.dirname}/_daemon_client.ts`,
            places.socket,
            `${places.capture}/spool`,
            `33333333-3333-4333-8333-33333333333${number}`,
            `${rows / CLIENTS}`,
          ],
          env: box.env,
          timeoutMs: 600_000,
        }),
    );
    let early = NaN;
    await until("all rows", async () => {
      // Each look costs the machine something.
      await new Promise((resolve) => setTimeout(resolve, 100));
      const count = stored(places.store);
      if (Number.isNaN(early) && count >= rows / 5) {
        early = resident(daemon.pid);
      }
      return count >= rows;
    }, 600_000);
    const seconds = (performance.now() - began) / 1000;
    const late = resident(daemon.pid);
    for (const { result } of clients) await result;
    return { rowsPerSecond: rows / seconds, early, late, rows };
  } finally {
    daemon.kill("SIGTERM");
    await daemon.result;
  }
}

/** The figures as rows of a table, each with its bound. */
export function daemonRows(figures: DaemonFigures): Row[] {
  const { rowsPerSecond, early, late, rows } = figures;
  return [{
    what: `2,000 rows/s from ${CLIENTS} clients, by what is reached`,
    figure: `${Math.round(rowsPerSecond)} rows/s`,
    value: 2000 / rowsPerSecond,
    bound: 1,
  }, {
    what: `resident memory after ${rows} rows, by that after a fifth`,
    figure: `${early.toFixed(0)} → ${late.toFixed(0)} MB`,
    value: late / early,
    bound: 1.15,
  }];
}

function stored(folder: string): number {
  try {
    using db = new DatabaseSync(`${folder}/store.sqlite`, { readOnly: true });
    return Number(
      db.prepare("SELECT max(seq) AS n FROM rows").get()?.["n"] ?? 0,
    );
  } catch {
    return 0;
  }
}

function resident(pid: number): number {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024;
}

async function answers(path: string): Promise<boolean> {
  try {
    (await Deno.connect({ transport: "unix", path })).close();
    return true;
  } catch {
    return false;
  }
}

if (import.meta.main) {
  const { printTable } = await import("./_measure.ts");
  printTable(
    "The daemon",
    daemonRows(await measureDaemon(Number(Deno.args[0] ?? 100_000))),
  );
}
