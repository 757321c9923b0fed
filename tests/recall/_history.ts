import { storeEvent } from "../../lib/lifecycle/store_event.ts";
import { storeSummary } from "../../lib/lifecycle/store_summary.ts";
import type { SummaryText } from "../../lib/lifecycle/types.ts";
import { answerRequest } from "../../lib/memory/answer_request.ts";
import type { Places } from "../../lib/place.ts";
import { openStore } from "../../lib/store/open_store.ts";
import {
  CAPTURED,
  type ObservationDraft,
  type Row,
} from "../../lib/store/row.ts";

/** What a session did, in its order. */
export interface Told {
  readonly session: string;
  readonly project: string;
  readonly prompts?: readonly string[];
  /** After the last prompt. */
  readonly observations?: readonly Partial<ObservationDraft>[];
  readonly summary?: Partial<SummaryText>;
  /** How long ago it was, in milliseconds. */
  readonly ago?: number;
}

const DAY_MS = 86_400_000;

/** Puts sessions into the store as the daemon does; it must not run. */
export function keepSessions(places: Places, sessions: readonly Told[]): void {
  using store = openStore({
    folder: places.store,
    headFile: `${places.capture}/chain-head.json`,
    now: () => new Date(),
    stored: (db, row, seq) => void storeEvent(db, row, seq),
  });
  for (const session of sessions) {
    store.append(rowsOf(session));
    const { summary } = session;
    if (summary === undefined) continue;
    store.change((db) => {
      const row = db.prepare("SELECT id FROM sessions WHERE session = ?")
        .get(session.session);
      storeSummary(db, Number(row?.["id"]), {
        request: "",
        looked: "",
        changed: "",
        decided: "",
        open: "",
        source: "extract",
        ...summary,
      });
    });
  }
}

/** Puts a memory into the store as the daemon does; it must not run. Returns its uid. */
export function keepMemory(
  places: Places,
  params: Record<string, unknown>,
): string {
  return askStore(places, "note", params);
}

/** Changes memories as the daemon does; it must not run. Returns the uid. */
export function askStore(
  places: Places,
  method: string,
  params: Record<string, unknown>,
): string {
  using store = openStore({
    folder: places.store,
    headFile: `${places.capture}/chain-head.json`,
    now: () => new Date(),
  });
  const made = store.change((db) =>
    answerRequest(
      db,
      { id: crypto.randomUUID(), method, params },
      { now: new Date(), domainCase: "preserve" },
    )
  );
  return (made as { uid: string }).uid;
}

function rowsOf(
  { session, project, prompts = [], observations = [], ago = DAY_MS }: Told,
): Row[] {
  const began = Date.now() - ago;
  const folder = project.replace(/\/\.git$/, "");
  const beside = {
    project,
    name: folder.split("/").at(-1) ?? "",
    host: "claude",
  };
  const row = (
    at: number,
    kind: string,
    payload: Record<string, unknown>,
    observation?: ObservationDraft,
  ): Row => ({
    id: crypto.randomUUID(),
    kind,
    at: (began + at * 1000) * 1e6,
    payload: { session_id: session, redaction_match_count: 0, ...payload },
    beside: observation === undefined ? beside : { ...beside, observation },
  });
  return [
    // A session begins with something, be it that a turn of it ended.
    row(0, CAPTURED.sessionCompleted, { last_assistant_message_redacted: "" }),
    ...prompts.map((text, at) =>
      row(at * 60, CAPTURED.prompt, { prompt_redacted: text, cwd: folder })
    ),
    ...observations.map((it, at) =>
      row(prompts.length * 60 + at, CAPTURED.toolUse, {
        tool_name: it.tool ?? "Edit",
        tool_args_hash: "00".repeat(32),
        outcome: it.outcome ?? "success",
      }, {
        kind: "write",
        tool: "Edit",
        outcome: "success",
        title: `Edited a file (${at})`,
        detail: "",
        files: [],
        ...it,
      })
    ),
  ];
}
