import { keepRow } from "../../lib/capture/row_spool.ts";
import { encodeFrame } from "../../lib/daemon/frame.ts";
import type { Places } from "../../lib/place.ts";
import { exists } from "../../lib/private_file.ts";
import { readRows } from "../../lib/store/read_rows.ts";
import type { StoredRow } from "../../lib/store/row.ts";
import { StoreBusy } from "../../lib/store/store_busy.ts";
import { type RunningProgram, startProgram } from "../_support/program.ts";
import {
  type Sandbox,
  sandbox,
  type SandboxOptions,
} from "../_support/sandbox.ts";
import { until } from "../_support/until.ts";

/** Milliseconds after which a wait is taken for a hang: a bound, and no measure of anything. */
export const LONG_MS = 90_000;

/** A home in which the daemon runs. Its socket is in a short folder: a socket's path cannot be long. */
export interface DaemonBox extends AsyncDisposable {
  readonly box: Sandbox;
  readonly places: Places;
  readonly spool: string;
  /** Starts a daemon; its end is awaited with the box. */
  start(): RunningProgram;
  /** Starts a daemon, and waits until it can be reached. */
  listening(): Promise<RunningProgram>;
}

/** A row as it is sent. */
export interface Sent {
  readonly id: string;
  readonly kind: string;
  readonly at: number;
  readonly payload: Record<string, unknown>;
}

export const SESSION = "22222222-2222-4222-8222-222222222222";

/** Makes such a home. */
export async function daemonBox(
  options: SandboxOptions = {},
): Promise<DaemonBox> {
  const box = await sandbox({
    home: "h",
    notes: null,
    ...options,
    env: (home) => ({ XDG_RUNTIME_DIR: home, ...options.env?.(home) }),
  });
  const { places } = box;
  const running: RunningProgram[] = [];
  const start = (): RunningProgram => {
    const program = startProgram({
      ...box.command("memoryd"),
      env: box.env,
      timeoutMs: 2 * LONG_MS,
    });
    running.push(program);
    return program;
  };
  return {
    box,
    places,
    spool: `${places.capture}/spool`,
    start,
    async listening() {
      const program = start();
      await until("the daemon's socket", () => answers(places.socket), LONG_MS);
      return program;
    },
    async [Symbol.asyncDispose]() {
      for (const program of running) {
        program.kill("SIGKILL");
        await program.result;
      }
      await box[Symbol.asyncDispose]();
    },
  };
}

/** Of this hour: what is old, or ahead of the clock, is pruned. */
export const BASE_MS: number = Date.now() - 60_000;

/** A row of a tool, told from others by its number. */
export function toolRow(number: number, session = SESSION): Sent {
  const at = (BASE_MS + number) * 1e6;
  return {
    id: `tool:${session}:use-${number}`,
    kind: "memory.claude_tool_use",
    at,
    payload: {
      session_id: session,
      tool_name: "Bash",
      tool_args_hash: "00".repeat(32),
      outcome: "success",
      duration_ms: number,
      trace_id: "ab".repeat(16),
      captured_at_ns: at,
      redaction_match_count: 0,
    },
  };
}

/** Puts a row into the spool, as a hook does. Returns its frame. */
export function keep(
  spool: string,
  row: Sent,
  nowMicros = Date.now() * 1000,
): Uint8Array {
  let frame: Uint8Array = new Uint8Array();
  keepRow(
    spool,
    (spooled) => frame = encodeFrame({ ...row, spooled }),
    "t",
    { nowMicros, maxBytes: 16 * 1024 * 1024 },
  );
  return frame;
}

/** The frame of a row that could not be put into the spool. */
export function unspooled(row: Sent): Uint8Array {
  return encodeFrame({ ...row, spooled: null });
}

/** Sends bytes on a connection of their own. */
export async function send(
  socket: string,
  ...pieces: Uint8Array[]
): Promise<void> {
  using connection = await Deno.connect({ transport: "unix", path: socket });
  for (const piece of pieces) await write(connection, piece);
}

/** Writes bytes whole. */
export async function write(
  connection: Deno.Conn,
  bytes: Uint8Array,
): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    at += await connection.write(bytes.subarray(at));
  }
}

/** What is in the store, in its order; nothing where there is no store yet, or one that the daemon has not replaced yet. */
export function stored(places: Places): StoredRow[] {
  try {
    using reader = readRows(places.store);
    return reader?.lastRows(1_000_000) ?? [];
  } catch (error) {
    // While a broken one is moved aside and the next one made, there is none to be opened.
    const isPassing = error instanceof StoreBusy ||
      (error as Error).name === "Unreadable" ||
      (error as Error).message.startsWith("unable to open database file");
    if (isPassing) return [];
    throw error;
  }
}

/** Waits until the store holds so many rows of the hooks'. */
export async function untilStored(
  places: Places,
  count: number,
): Promise<void> {
  await until(
    `${count} rows in the store`,
    () =>
      stored(places).filter(({ kind }) => kind.startsWith("memory.claude"))
        .length >= count,
    LONG_MS,
  );
}

/** The files of rows that wait. */
export function waiting(spool: string): string[] {
  return exists(spool)
    ? Array.from(Deno.readDirSync(spool), ({ name }) => name)
      .filter((name) => name.endsWith(".row")).sort()
    : [];
}

/** The ids in the store of rows that hooks sent. */
export function storedIds(places: Places): string[] {
  return stored(places)
    .filter(({ kind }) => kind.startsWith("memory.claude"))
    .map(({ id }) => id);
}

/** Waits until a line of the log matches. */
export async function untilLogged(
  daemon: DaemonBox,
  pattern: RegExp,
): Promise<void> {
  await until(
    `${pattern} in the log`,
    async () => (await daemon.box.log()).some((line) => pattern.test(line)),
    LONG_MS,
  );
}

/** Whether somebody listens on a socket. */
export async function answers(socket: string): Promise<boolean> {
  try {
    (await Deno.connect({ transport: "unix", path: socket })).close();
    return true;
  } catch {
    return false;
  }
}
