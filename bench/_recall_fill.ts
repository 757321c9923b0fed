// Puts a made-up history where a user has one: the store, and a vault with its index.
import { assembleConfig } from "../lib/config/assemble_config.ts";
import { storeEvent } from "../lib/lifecycle/store_event.ts";
import { storeSummary } from "../lib/lifecycle/store_summary.ts";
import { answerRequest } from "../lib/memory/answer_request.ts";
import type { Places } from "../lib/place.ts";
import { buildIndex } from "../lib/rebuild/build_index.ts";
import { openStore } from "../lib/store/open_store.ts";
import { CAPTURED, type Row } from "../lib/store/row.ts";
import type { History } from "./_recall_history.ts";
import type { MadeObservation, MadeSession } from "./_recall_session.ts";

/** A session's length, and the time between two. */
const SESSION_MS = 3_600_000;

/** What of a history counts as an answer: for a session's number all that tells of it. */
export interface Filled {
  readonly answers: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The identity of a made-up project. */
export function projectAt(history: History, project: number): string {
  return `/home/u/src/${history.projects[project]}/.git`;
}

/**
 * Fills store and vault.
 *
 * @param places Where they are.
 * @param vault The vault's folder.
 */
export async function fillHistory(
  history: History,
  places: Places,
  vault: string,
): Promise<Filled> {
  const answers = new Map<string, Set<string>>();
  fillStore(history, places, answers);
  await Deno.mkdir(vault, { recursive: true });
  const used = new Set<string>();
  for (const [at, { title, text, tags }] of history.notes.entries()) {
    let path = `${title.replace(/[^\p{L}\p{N} ]/gu, "")}.md`;
    if (used.has(path)) path = path.replace(".md", ` ${at}.md`);
    used.add(path);
    await Deno.writeTextFile(
      `${vault}/${path}`,
      `---\ntags: [${tags.join(", ")}]\n---\n# ${title}\n\n${text}\n`,
    );
    answers.set(`note ${at}`, new Set([`note:${path}`]));
  }
  await buildIndex({
    places,
    config: assembleConfig({ "vault.path": vault }, places.home),
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  return { answers };
}

function fillStore(
  history: History,
  places: Places,
  answers: Map<string, Set<string>>,
): void {
  using store = openStore({
    folder: places.store,
    headFile: `${places.capture}/chain-head.json`,
    now: () => new Date(),
    stored: (db, row, seq) => void storeEvent(db, row, seq),
  });
  const began = Date.now() - history.sessions.length * SESSION_MS - SESSION_MS;
  for (const [at, session] of history.sessions.entries()) {
    store.append(rowsOf(history, session, at, began + at * SESSION_MS));
  }
  store.change((db) => {
    for (const [at, { summary, observations }] of history.sessions.entries()) {
      const row = db.prepare("SELECT id FROM sessions WHERE session = ?")
        .get(`s-${at}`);
      const id = Number(row?.["id"]);
      storeSummary(db, id, { ...summary, source: "extract" });
      const own = new Set<string>();
      const take = (kind: string, sql: string, ...args: string[]): void => {
        for (const row of db.prepare(sql).all(id, ...args)) {
          own.add(`${kind}:${row["id"]}`);
        }
      };
      take("summary", "SELECT id FROM summaries WHERE session_id = ?");
      take(
        "prompt",
        "SELECT id FROM prompts WHERE session_id = ? AND number < 3",
      );
      for (const { tells, title } of observations) {
        if (!tells) continue;
        take(
          "observation",
          "SELECT id FROM observations WHERE session_id = ? AND title = ?",
          title,
        );
      }
      answers.set(`session ${at}`, own);
    }
  });
  store.change((db) => {
    for (const [at, { title, text, tags }] of history.memories.entries()) {
      const made = answerRequest(db, {
        id: `memory-${at}`,
        method: "note",
        params: {
          title,
          content: text,
          tags,
          domain: history.projects[at % history.projects.length],
        },
      }, { now: new Date(), domainCase: "preserve" });
      const { uid } = made as { uid: string };
      answers.set(`memory ${at}`, new Set([`memory:${uid}`]));
    }
  });
}

function rowsOf(
  history: History,
  session: MadeSession,
  at: number,
  began: number,
): Row[] {
  const id = `s-${at}`;
  const beside = {
    project: projectAt(history, session.project),
    name: history.projects[session.project] ?? "",
    host: "claude",
  };
  const rows: Row[] = [];
  const add = (
    kind: string,
    payload: Record<string, unknown>,
    observation?: MadeObservation,
  ): void => {
    const ns = (began + rows.length * 60_000) * 1e6;
    rows.push({
      id: `${id}-${rows.length}`,
      kind,
      at: ns,
      payload: {
        session_id: id,
        ...payload,
        trace_id: "ab".repeat(16),
        captured_at_ns: ns,
        redaction_match_count: 0,
      },
      beside: observation === undefined ? beside : {
        ...beside,
        observation: {
          kind: observation.kind,
          tool: observation.tool,
          outcome: observation.outcome,
          title: observation.title,
          detail: observation.detail,
          files: observation.files,
        },
      },
    });
  };
  const cwd = `/home/u/src/${beside.name}`;
  const share = Math.ceil(
    session.observations.length / session.prompts.length,
  );
  for (const [turn, prompt] of session.prompts.entries()) {
    add(CAPTURED.prompt, { prompt_redacted: prompt, cwd });
    const own = session.observations.slice(turn * share, (turn + 1) * share);
    for (const observation of own) {
      add(CAPTURED.toolUse, {
        tool_name: observation.tool,
        tool_args_hash: "00".repeat(32),
        outcome: observation.outcome,
        duration_ms: 10,
      }, observation);
    }
  }
  add(CAPTURED.sessionCompleted, {
    prompt_count: session.prompts.length,
    tool_use_count: session.observations.length,
    duration_ms: 1,
    last_assistant_message_redacted: session.summary.decided,
  });
  return rows;
}
