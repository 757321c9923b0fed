import { openStore, type Store } from "../../lib/store/open_store.ts";
import { CAPTURED, type Row, type StoredRow } from "../../lib/store/row.ts";

/** The time of the first row: a moment that every time zone shows in the same year. */
export const TIME = Date.UTC(2026, 5, 15, 12, 0, 0);

export const SESSION = "0e3b1a2c-4f5d-6789-abcd-ef0123456789";

/** A prompt as a hook hands it over. */
export function prompt(number: number, text = `Prompt ${number}`): Row {
  return {
    id: `p${number}`,
    kind: CAPTURED.prompt,
    at: (TIME + number) * 1e6,
    payload: {
      session_id: SESSION,
      prompt_redacted: text,
      cwd: "/p",
      trace_id: "0af7651916cd43dd8448eb211c80319c",
      captured_at_ns: (TIME + number) * 1e6,
      redaction_match_count: 0,
    },
  };
}

/** A row as the store gives it. */
export function storedRow(
  kind: string,
  payload: Record<string, unknown>,
): StoredRow {
  return {
    seq: 1,
    id: "r1",
    kind,
    at: TIME * 1e6,
    session: SESSION,
    payload,
    prevHash: "0".repeat(64),
    hash: "1".repeat(64),
  };
}

/** A store below a folder of the test. */
export function storeIn(folder: string): Store {
  return openStore({
    folder: `${folder}/store`,
    headFile: `${folder}/chain-head.json`,
    now: () => new Date(TIME + 1_000_000),
  });
}
