import { assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { readRows } from "../../lib/store/read_rows.ts";
import { openStore, type Store } from "../../lib/store/open_store.ts";
import { CAPTURED, type Row, type StoredRow } from "../../lib/store/row.ts";
import { type Verdict, verifyChain } from "../../lib/store/verify_chain.ts";
import { tempDir } from "../_support/temp.ts";

/** A folder for one store and its head. */
export interface Lab extends AsyncDisposable {
  readonly path: string;
  readonly folder: string;
  readonly file: string;
  readonly headFile: string;
  open(): Store;
  verify(): Verdict;
  /** Runs SQL behind the store's back. */
  sql(text: string, ...values: (string | number | Uint8Array)[]): void;
  /** What SQL gives, behind the store's back. */
  get(text: string): Record<string, unknown>[];
  /** What is in the store's folder. */
  names(): string[];
}

export const NOW = new Date("2026-11-30T20:00:00.000Z");

/** `NOW` in nanoseconds, and so many milliseconds later. */
export function at(ms = 0): number {
  return (NOW.getTime() + ms) * 1e6;
}

export async function lab(): Promise<Lab> {
  const tmp = await tempDir(" a store");
  const folder = `${tmp.path}/data/store`;
  const file = `${folder}/store.sqlite`;
  const headFile = `${tmp.path}/state/capture/chain-head.json`;
  const within = <T>(action: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(file, { timeout: 5000 });
    try {
      return action(db);
    } finally {
      db.close();
    }
  };
  return {
    path: tmp.path,
    folder,
    file,
    headFile,
    open: () => openStore({ folder, headFile, now: () => NOW }),
    verify: () => verifyChain(folder, headFile),
    sql: (text, ...values) =>
      within((db) => {
        if (values.length === 0) db.exec(text);
        else db.prepare(text).run(...values);
      }),
    get: (text) => within((db) => db.prepare(text).all()),
    names: () => [...Deno.readDirSync(folder)].map(({ name }) => name).sort(),
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  };
}

/** A row of one tool's use. */
export function toolUse(
  id: string,
  payload: Record<string, unknown> = {},
  ms = 0,
): Row {
  return {
    id,
    kind: CAPTURED.toolUse,
    at: at(ms),
    payload: { session_id: "s1", tool_name: "Bash", ...payload },
  };
}

/** Rows `<from>` to `<to>`, whose ids are `r<number>`. */
export function toolUses(from: number, to: number): Row[] {
  return Array.from(
    { length: to - from + 1 },
    (_, index) => toolUse(`r${from + index}`),
  );
}

/** A row of a prompt. */
export function prompt(
  id: string,
  payload: Record<string, unknown> = {},
  ms = 0,
): Row {
  return {
    id,
    kind: CAPTURED.prompt,
    at: at(ms),
    payload: { session_id: "s1", prompt_redacted: "hello", ...payload },
  };
}

/** A row of a turn's end. */
export function completed(
  id: string,
  payload: Record<string, unknown> = {},
  ms = 0,
): Row {
  return {
    id,
    kind: CAPTURED.sessionCompleted,
    at: at(ms),
    payload: { session_id: "s1", ...payload },
  };
}

/** A closed store with rows 1 to 9. */
export async function nine(): Promise<Lab> {
  const it = await lab();
  using store = it.open();
  store.append(toolUses(1, 9));
  return it;
}

export function rowsOf(it: Lab): StoredRow[] {
  using reader = readRows(it.folder);
  return reader?.rowsAfter(0, 100_000) ?? [];
}

/** The chain is whole, and says itself what was lost: at which rows. */
export function assertTold(it: Lab, ...seqs: number[]): void {
  const { ok, bad, findings } = it.verify();
  const aside = rowsOf(it).filter(({ kind, payload }) =>
    kind === "memory.store_replaced" && payload.moved_to !== null
  );
  assertEquals([ok, bad, findings.map(({ seq }) => seq)], [
    seqs.length === aside.length,
    null,
    seqs,
  ]);
}

export function headOf(it: Lab): { seq: number; hash: string } {
  return JSON.parse(Deno.readTextFileSync(it.headFile));
}
