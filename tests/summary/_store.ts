import type { DatabaseSync } from "node:sqlite";
import { storeEvent } from "../../lib/lifecycle/store_event.ts";
import type { Change } from "../../lib/lifecycle/types.ts";
import { openStore, type Store } from "../../lib/store/open_store.ts";
import {
  CAPTURED,
  type ObservationDraft,
  type Row,
} from "../../lib/store/row.ts";
import { tempDir } from "../_support/temp.ts";

/** A store with sessions in it, as the daemon keeps it. */
export interface StoreBox extends AsyncDisposable {
  readonly path: string;
  readonly places: { readonly projects: string };
  readonly store: Store;
  /** What became of rows since it was asked last. */
  changes(): Change[];
  read<T>(action: (db: DatabaseSync) => T): T;
  withStore<T>(action: (store: Store) => T): T;
}

/** Makes one, empty. */
export async function storeBox(): Promise<StoreBox> {
  const tmp = await tempDir();
  let changes: Change[] = [];
  const store = openStore({
    folder: `${tmp.path}/store`,
    headFile: `${tmp.path}/head.json`,
    now: () => new Date(),
    stored: (db, row, seq) => {
      changes.push(...storeEvent(db, row, seq));
    },
  });
  return {
    path: tmp.path,
    places: { projects: `${tmp.path}/store/projects` },
    store,
    changes() {
      const since = changes;
      changes = [];
      return since;
    },
    read: (action) => store.change(action),
    withStore: (action) => action(store),
    async [Symbol.asyncDispose]() {
      store.close();
      await tmp[Symbol.asyncDispose]();
    },
  };
}

/** Where a test's session is. */
export interface Place {
  readonly session?: string;
  readonly project?: string;
  readonly name?: string;
  readonly cwd?: string;
}

let rows = 0;

/** When rows of tests happen: a second after one another, in ms since the epoch. */
let clock = Date.UTC(2026, 10, 30, 10);

function row(
  kind: string,
  payload: Record<string, unknown>,
  place: Place,
  observation?: ObservationDraft,
): Row {
  const { session = "s1", project = "/home/u/shop/.git", name = "shop" } =
    place;
  const { cwd = "/home/u/shop" } = place;
  clock += 1000;
  return {
    id: `row-${rows++}`,
    kind,
    at: clock * 1e6,
    payload: { session_id: session, cwd, ...payload },
    beside: {
      project,
      name,
      host: "claude",
      ...observation === undefined ? {} : { observation },
    },
  };
}

/** The row of a prompt. */
export function asked(text: string, place: Place = {}): Row {
  return row(CAPTURED.prompt, { prompt_redacted: text }, place);
}

/** The row of a written file. */
export function wrote(path: string, place: Place = {}): Row {
  return row(
    CAPTURED.toolUse,
    { tool_name: "Write", outcome: "success" },
    place,
    {
      kind: "write",
      tool: "Write",
      outcome: "success",
      title: `Wrote ${path}`,
      detail: "",
      files: [path],
    },
  );
}

/** The row of the end of a turn. */
export function answered(text: string, place: Place = {}): Row {
  return row(
    CAPTURED.sessionCompleted,
    { last_assistant_message_redacted: text },
    place,
  );
}
