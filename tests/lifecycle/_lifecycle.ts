import type { DatabaseSync } from "node:sqlite";
import { mergeIndex } from "../../lib/lifecycle/merge_index.ts";
import { storeEvent } from "../../lib/lifecycle/store_event.ts";
import type { Change } from "../../lib/lifecycle/types.ts";
import { openStore, type Store } from "../../lib/store/open_store.ts";
import {
  type Beside,
  CAPTURED,
  type ObservationDraft,
  type Row,
} from "../../lib/store/row.ts";
import { type Verdict, verifyChain } from "../../lib/store/verify_chain.ts";
import { tempDir } from "../_support/temp.ts";

/** A store that keeps what happens in sessions, written without a daemon. */
export interface LifecycleLab extends AsyncDisposable {
  readonly path: string;
  readonly folder: string;
  readonly file: string;
  readonly headFile: string;
  /** Open; opened anew after `reopen()`. */
  store: Store;
  /** What changed, since it was last asked. */
  changes(): Change[];
  add(...rows: Row[]): void;
  read<T>(action: (db: DatabaseSync) => T): T;
  change<T>(action: (db: DatabaseSync) => T): T;
  verify(): Verdict;
  /** Sees to it that what was removed is gone from the files, as the daemon does. */
  scrub(): void;
  /** Closes the store and opens it. */
  reopen(): void;
  /** How often a text is in a file of the store's folder, or its head. */
  grep(text: string): number;
}

/** Milliseconds since the epoch at which all begins. */
export const BEGIN: number = Date.parse("2026-11-30T20:00:00.000Z");

export const BESIDE: Beside = {
  project: "/home/u/shop/.git",
  name: "shop",
  host: "claude",
};

export async function lifecycleLab(): Promise<LifecycleLab> {
  const tmp = await tempDir(" lifecycle");
  const folder = `${tmp.path}/data/store`;
  const headFile = `${tmp.path}/state/chain-head.json`;
  let changes: Change[] = [];
  const open = (): Store =>
    openStore({
      folder,
      headFile,
      now: () => new Date(BEGIN),
      stored: (db, row, seq) => void changes.push(...storeEvent(db, row, seq)),
    });
  const lab: LifecycleLab = {
    path: tmp.path,
    folder,
    file: `${folder}/store.sqlite`,
    headFile,
    store: open(),
    changes: () => {
      const all = changes;
      changes = [];
      return all;
    },
    add: (...rows) => void lab.store.append(rows),
    read: (action) => lab.store.read(action),
    change: (action) => lab.store.change(action),
    verify: () => verifyChain(folder, headFile),
    scrub: () => {
      while (lab.change(mergeIndex));
      for (let page: number | null = 1; page !== null;) {
        page = lab.store.scrub(page);
      }
    },
    reopen: () => {
      lab.store.close();
      lab.store = open();
    },
    grep: (text) => occurrences(tmp.path, text),
    async [Symbol.asyncDispose]() {
      lab.store.close();
      await tmp[Symbol.asyncDispose]();
    },
  };
  return lab;
}

/** How often a text is in the files below a folder. */
export function occurrences(folder: string, text: string): number {
  let count = 0;
  for (const { name, isDirectory, isFile } of [...Deno.readDirSync(folder)]) {
    const path = `${folder}/${name}`;
    if (isDirectory) count += occurrences(path, text);
    if (!isFile) continue;
    count += new TextDecoder("latin1").decode(bytesOf(path))
      .split(text).length - 1;
  }
  return count;
}

/** A file that has just been removed has none. */
function bytesOf(path: string): Uint8Array {
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return new Uint8Array();
    throw error;
  }
}

let rows = 0;

/** A prompt, so many milliseconds after the beginning. */
export function prompted(
  text: string,
  ms = 0,
  session = "s1",
  beside: Beside | null = BESIDE,
): Row {
  return {
    id: `p${++rows}`,
    kind: CAPTURED.prompt,
    at: (BEGIN + ms) * 1e6,
    payload: {
      session_id: session,
      prompt_redacted: text,
      cwd: "/home/u/shop",
      redaction_match_count: 0,
    },
    ...(beside === null ? {} : { beside }),
  };
}

/** What a use of a tool taught. */
export function draft(
  title: string,
  more: Partial<ObservationDraft> = {},
): ObservationDraft {
  return {
    kind: "read",
    tool: "Read",
    outcome: "success",
    title,
    detail: "",
    files: [],
    ...more,
  };
}

/** A use of a tool, so many milliseconds after the beginning. */
export function used(
  observation: ObservationDraft,
  ms = 0,
  session = "s1",
  beside: Beside = BESIDE,
): Row {
  const use = observation.useId ?? `use${++rows}`;
  return {
    id: `tool:${session}:${use}`,
    kind: CAPTURED.toolUse,
    at: (BEGIN + ms) * 1e6,
    payload: {
      session_id: session,
      tool_name: observation.tool,
      outcome: observation.outcome,
      redaction_match_count: 0,
    },
    beside: { ...beside, observation: { useId: use, ...observation } },
  };
}

/** The end of a turn. */
export function stopped(answer: string, ms = 0, session = "s1"): Row {
  return {
    id: `e${++rows}`,
    kind: CAPTURED.sessionCompleted,
    at: (BEGIN + ms) * 1e6,
    payload: {
      session_id: session,
      last_assistant_message_redacted: answer,
      redaction_match_count: 0,
    },
    beside: BESIDE,
  };
}

/** The numbers of items that the full-text index gives for an expression of its own. */
export function matches(db: DatabaseSync, expression: string): number[] {
  return db.prepare(
    "SELECT rowid FROM lifecycle_fts WHERE lifecycle_fts MATCH ? ORDER BY rowid",
  ).all(expression).map(({ rowid }) => Number(rowid));
}
