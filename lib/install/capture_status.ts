import { join } from "@std/path";
import { redact } from "../redact/redact.ts";
import type { Group } from "../registry.ts";
import { readRows, type RowReader } from "../store/read_rows.ts";
import { CAPTURED, type StoredRow } from "../store/row.ts";
import { GROUPS } from "./groups.ts";
import type { Machine } from "./machine.ts";
import { readSettings } from "./read_settings.ts";
import { readReceipt, type Receipt } from "./receipt.ts";
import { isOursIn } from "./register.ts";
import { type RunningDaemon, runningDaemon } from "./running_daemon.ts";
import { readHandlers } from "./settings/read_handlers.ts";
import { type WaitingRows, waitingRows, waitMs } from "./waiting_rows.ts";

/** What is registered in a settings file. */
export interface RegisteredIn {
  readonly path: string;
  /** The events of each group that has any. */
  readonly groups: Readonly<Partial<Record<Group, readonly string[]>>>;
  /** Why the file cannot be understood, else `null`. */
  readonly problem: string | null;
}

/** How capture stands. */
export interface CaptureStatus {
  readonly files: readonly RegisteredIn[];
  /** `null` where none runs, which is how it should be while nothing happens. */
  readonly daemon: RunningDaemon | null;
  readonly socket: string;
  /** What waits for the daemon. */
  readonly spool: WaitingRows;
  /** For how long the daemon could have taken the oldest row, in milliseconds. */
  readonly waitMs: number;
  readonly store: {
    readonly folder: string;
    /** `null` where there is no store. */
    readonly rows: number | null;
    readonly bytes: number;
    readonly first: StoredRow | null;
    readonly last: StoredRow | null;
    /** Why it cannot be read, else `null`. */
    readonly problem: string | null;
  };
  /** The last row that was captured: in the project if one is given. */
  readonly lastRow: StoredRow | null;
}

/**
 * Looks how capture stands. Nothing has to be installed, and nothing is changed.
 *
 * @param machine The machine. Needs read permission on the settings files, the state folder and the data folder.
 * @param settings The settings files to look into, beside those that the receipt knows.
 * @param project The project's folder, `null` for all.
 * @param emailAllow The domains whose addresses are kept, by which the project's path is redacted as its rows are.
 */
export function captureStatus(
  machine: Machine,
  settings: readonly string[],
  project: string | null,
  emailAllow: readonly string[],
): CaptureStatus {
  const { places } = machine;
  const paths = [
    ...settings,
    // Somebody who asks of one project does not ask of others.
    ...project === null
      ? receiptOf(machine)?.settings.map(({ path }) => path) ?? []
      : [],
  ];
  const daemon = runningDaemon(places);
  const spool = waitingRows(places, machine.now);
  // Sessions know their folder as it was named, or as it really is; the store has it redacted.
  const folders = project === null
    ? null
    : [project, realPath(project)].map((path) =>
      redact(path, { emailAllow }).text
    );
  return {
    files: [...new Set(paths)].map((path) => registeredIn(machine, path))
      .filter((file) =>
        !file.path.endsWith("settings.local.json") || saysAnything(file)
      ),
    daemon,
    socket: places.socket,
    spool,
    waitMs: waitMs(spool, daemon, machine.now()),
    ...storeIn(places.store, folders),
  };
}

function receiptOf(machine: Machine): Receipt | null {
  try {
    return readReceipt(machine.places.data);
  } catch {
    // `--check` says what is wrong with it.
    return null;
  }
}

function registeredIn(machine: Machine, path: string): RegisteredIn {
  const groups: Partial<Record<Group, string[]>> = {};
  try {
    const handlers = readHandlers(readSettings(path).text);
    for (const group of GROUPS) {
      const ours = isOursIn(machine, path, [group]);
      const events = handlers.filter(({ handler, event }) =>
        ours(handler, event)
      ).map(({ event }) => event);
      if (events.length > 0) groups[group] = [...new Set(events)];
    }
    return { path, groups, problem: null };
  } catch (error) {
    const { message } = error as Error;
    return {
      path,
      groups,
      problem: message.replace("; nothing was changed", ""),
    };
  }
}

/** Whether it is worth a line where there mostly is no such file. */
function saysAnything({ groups, problem }: RegisteredIn): boolean {
  return problem !== null || Object.keys(groups).length > 0;
}

function storeIn(
  folder: string,
  folders: readonly string[] | null,
): Pick<CaptureStatus, "store" | "lastRow"> {
  const none = { rows: null, bytes: 0, first: null, last: null, problem: null };
  try {
    using reader = readRows(folder);
    if (reader === null) return { store: { folder, ...none }, lastRow: null };
    return {
      store: {
        folder,
        rows: reader.count(),
        bytes: sizeOfStore(folder),
        first: reader.rowsAfter(0, 1)[0] ?? null,
        last: reader.lastRows(1)[0] ?? null,
        problem: null,
      },
      lastRow: lastCaptured(reader, folders),
    };
  } catch (error) {
    const { message } = error as Error;
    return { store: { folder, ...none, problem: message }, lastRow: null };
  }
}

function lastCaptured(
  reader: RowReader,
  folders: readonly string[] | null,
): StoredRow | null {
  if (folders === null) {
    return reader.lastRows(1, { kinds: Object.values(CAPTURED) })[0] ?? null;
  }
  const rows = folders.map((folder) => reader.lastRowOfProject(folder))
    .filter((row) => row !== null);
  return rows.sort((a, b) => a.seq - b.seq).at(-1) ?? null;
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    // It may be gone, or still to be made.
    return path;
  }
}

function sizeOfStore(folder: string): number {
  let bytes = 0;
  for (const { name, isFile } of Deno.readDirSync(folder)) {
    if (!isFile) continue;
    try {
      bytes += Deno.statSync(join(folder, name)).size;
    } catch {
      // SQLite has just removed it.
    }
  }
  return bytes;
}
