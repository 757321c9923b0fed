import { DatabaseSync } from "node:sqlite";
import { sandbox } from "../tests/_support/sandbox.ts";
import { startProgram } from "../tests/_support/program.ts";
import { until } from "../tests/_support/until.ts";
import type { Row } from "./_measure.ts";

const CLIENTS = 8;

/** What the daemon took in, and at what cost. */
export interface DaemonFigures {
  /** Rows that the daemon stored in a second, from a tenth of the rows to the last one. */
  readonly rowsPerSecond: number;
  /** Seconds of processor time that a row cost the daemon. */
  readonly cpuSeconds: number;
  /** Resident memory in MB when half of the rows were stored, and when all were. */
  readonly early: number;
  readonly late: number;
  readonly rows: number;
}

/**
 * Has eight processes send rows as hooks do, each row kept in the spool and sent on a connection of its own, as fast as they can.
 *
 * @param rows How many rows in all.
 * @param withObservations Whether each says what its tool taught, to be searched.
 */
export async function measureDaemon(
  rows = 100_000,
  withObservations = true,
): Promise<DaemonFigures> {
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
            ...(withObservations ? ["observations"] : []),
          ],
          env: box.env,
          timeoutMs: 600_000,
        }),
    );
    let early = NaN;
    let begin: { time: number; cpu: number; count: number } | undefined;
    await until("all rows", async () => {
      // Each look costs the machine something.
      await new Promise((resolve) => setTimeout(resolve, 100));
      const count = stored(places.store);
      if (count >= rows / 10) {
        begin ??= { time: performance.now(), cpu: cpuOf(daemon.pid), count };
      }
      if (Number.isNaN(early) && count >= rows / 2) {
        early = resident(daemon.pid);
      }
      return count >= rows;
    }, 600_000);
    const { time, cpu, count } = begin ?? { time: NaN, cpu: NaN, count: NaN };
    const seconds = (performance.now() - time) / 1000;
    const cpuSeconds = (cpuOf(daemon.pid) - cpu) / (rows - count);
    const late = resident(daemon.pid);
    for (const { result } of clients) await result;
    return {
      rowsPerSecond: (rows - count) / seconds,
      cpuSeconds,
      early,
      late,
      rows,
    };
  } finally {
    daemon.kill("SIGTERM");
    await daemon.result;
  }
}

/** The figures as rows of a table, each with its bound. */
export function daemonRows(figures: DaemonFigures): Row[] {
  const { rowsPerSecond, cpuSeconds, early, late, rows } = figures;
  return [{
    what: `2,000 rows/s from ${CLIENTS} clients, by what is reached`,
    figure: `${Math.round(rowsPerSecond)} rows/s`,
    value: 2000 / rowsPerSecond,
    bound: 1,
  }, {
    what: "processors that the daemon needs for 2,000 rows/s",
    figure: `${(cpuSeconds * 1e6).toFixed(0)} µs a row`,
    value: 2000 * cpuSeconds,
    bound: 1,
  }, {
    what: `resident memory after ${rows} observations, by 150 MB`,
    figure: `${early.toFixed(0)} → ${late.toFixed(0)} MB`,
    value: late / 150,
    bound: 1,
  }, {
    what: `resident memory after ${rows}, by that after half of them`,
    figure: `${early.toFixed(0)} → ${late.toFixed(0)} MB`,
    value: late / early,
    bound: 1.25,
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

/** Seconds of processor time that a process has had; Linux counts them in hundredths. */
function cpuOf(pid: number): number {
  const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
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
    daemonRows(
      await measureDaemon(
        Number(Deno.args[0] ?? 100_000),
        Deno.args[1] !== "rows",
      ),
    ),
  );
}
