import type { StoredRow } from "../store/row.ts";
import { durationText } from "../view/duration_text.ts";
import { kindWord } from "../view/kind_word.ts";
import { localTime } from "../view/local_time.ts";
import { plainText } from "../view/plain_text.ts";
import { rowMs } from "../view/row_ms.ts";
import { rowTime } from "../view/row_time.ts";
import type { CaptureStatus, RegisteredIn } from "./capture_status.ts";
import type { Colours } from "./report.ts";
import { type WardenSwitch, wardenText } from "./switch_warden.ts";

/** Milliseconds that a row may wait for a daemon that runs: it mostly takes a few. */
const PATIENCE_MS = 5000;

/**
 * How capture stands, for people.
 *
 * @param status How it stands.
 * @param project The project that was asked of, `null` for none.
 * @param paint The colours.
 * @param more `warden`: how the warden is switched, `null` where that is not known; `off`: why nothing is captured in the project all the
 * same, `null` where nothing stands against it.
 */
export function reportStatus(
  status: CaptureStatus,
  project: string | null,
  paint: Colours,
  { warden, off }: { warden: WardenSwitch | null; off: string | null } = {
    warden: null,
    off: null,
  },
): string {
  const { files, daemon, socket, spool, store, lastRow, waitMs } = status;
  const isOn = files.some(({ groups }) => groups.capture !== undefined);
  const where = project === null ? "" : ` for ${project}`;
  const running = daemon === null
    ? "not running; a hook starts it when there is something to store"
    : `running (process ${daemon.pid ?? "unknown"}${
      daemon.since === null
        ? ""
        : `, since ${localTime(daemon.since.getTime())}`
    }${daemon.version === null ? "" : `, version ${daemon.version}`})${
      answers(status)
        ? ""
        : `, but it does not answer: it has left a row waiting for ${
          durationText(waitMs)
        }`
    }`;
  const lost = spool.lost === 0
    ? ""
    : `; ${spool.lost} found no room and are lost`;
  const oldest = waitMs > PATIENCE_MS
    ? `, the oldest for ${durationText(waitMs)}`
    : "";
  const rows: [string, string][] = [
    ...files.map((file): [string, string] => ["Settings", settingsLine(file)]),
    ["Daemon", running],
    ["Socket", socket],
    [
      "Waiting",
      spool.rows === 0 && spool.lost === 0
        ? "nothing"
        : `${counted(spool.rows, "row")}, ${
          sizeText(spool.bytes)
        }${oldest}${lost}`,
    ],
    ["Store", storeLine(store)],
    [
      project === null ? "Last row" : "Last row in the project",
      lastRow === null ? "none" : rowLine(lastRow),
    ],
    ...warden === null
      ? []
      : [["Warden", wardenText(warden)] satisfies [string, string]],
  ];
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return [
    isOn && off !== null
      ? `Capture is installed, but off${where}: ${plainText(off)}.`
      : isOn
      ? paint.good(`Capture is installed${where}.`)
      : `Capture is not installed${where}.`,
    ...rows.map(([name, text]) =>
      `${paint.strong(`${name}:`.padEnd(width))} ${plainText(text)}`
    ),
    "",
  ].join("\n");
}

/** How capture stands, as JSON. */
export function statusJson(status: CaptureStatus): Record<string, unknown> {
  const { daemon, store, lastRow } = status;
  return {
    installed: status.files.some(({ groups }) => groups.capture !== undefined),
    files: status.files,
    daemon: {
      running: daemon !== null,
      pid: daemon?.pid ?? null,
      since: daemon?.since?.toISOString() ?? null,
      version: daemon?.version ?? null,
      answers: daemon === null ? null : answers(status),
      socket: status.socket,
    },
    spool: {
      ...status.spool,
      oldest: status.spool.oldest?.toISOString() ?? null,
    },
    store: {
      folder: store.folder,
      rows: store.rows,
      bytes: store.bytes,
      first: rowTime(store.first),
      last: rowTime(store.last),
      problem: store.problem,
    },
    lastRow: lastRow === null ? null : {
      seq: lastRow.seq,
      time: rowTime(lastRow),
      kind: lastRow.kind,
      session: lastRow.session,
    },
  };
}

/** Whether the daemon that runs takes what waits. */
function answers({ waitMs }: CaptureStatus): boolean {
  return waitMs <= PATIENCE_MS;
}

function settingsLine({ path, groups, problem }: RegisteredIn): string {
  if (problem !== null) return `${path}: ${problem}`;
  const parts = Object.entries(groups)
    .map(([group, events]) => `${group} (${events.join(", ")})`);
  return `${path}: ${parts.length === 0 ? "nothing" : parts.join("; ")}`;
}

function storeLine(store: CaptureStatus["store"]): string {
  const { folder, rows, bytes, first, last, problem } = store;
  if (problem !== null) return `${folder}: ${problem}`;
  if (rows === null) return `${folder}: not there yet`;
  const range = first === null || last === null
    ? ""
    : `, from ${localTime(rowMs(first))} to ${localTime(rowMs(last))}`;
  return `${folder}: ${counted(rows, "row")}, ${sizeText(bytes)}${range}`;
}

function rowLine(row: StoredRow): string {
  return `${localTime(rowMs(row))}, ${kindWord(row.kind)}, session ${
    row.session || "none"
  }`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function sizeText(bytes: number): string {
  return bytes < 1024
    ? counted(bytes, "byte")
    : bytes < 1024 ** 2
    ? `${(bytes / 1024).toFixed(1)} KB`
    : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
