import { blake3 } from "../hash/blake3.ts";
import { canonicalJson } from "../json/canonical_json.ts";
import { isAbsolute } from "../path.ts";
import type { ObservationDraft, SentUse } from "../store/row.ts";
import { MAX_DETAIL, MAX_TITLE } from "./limits.ts";
import { cut } from "./lines.ts";
import { observe } from "./observe.ts";
import type { ToolUse } from "./tool_use.ts";

/** What a row still lacks, and what goes beside it. */
export interface CompletedUse {
  /** BLAKE3 of what the tool was asked, redacted, as canonical JSON: equal arguments have the same, whatever their members' order. */
  readonly argsHash: string;
  /** `null` where there is to be none, or nothing changed. */
  readonly observation: ObservationDraft | null;
}

/** What it takes to complete a use. */
export interface Completing {
  /** Redacts a text. */
  readonly text: (text: string) => string;
  /** Told what went wrong where that is no matter of redacting or of the hash: there is no observation then. */
  readonly failed: (error: unknown) => void;
}

/**
 * Makes what a hook leaves out of a tool's row, since it takes a fresh process 2.5 ms (2.9.6, 4 KB, measured). What is put together for the
 * observation is redacted once more: putting lines together must not make up what none of them was.
 *
 * @param payload The row's payload: the tool's name, how it ended, the ids.
 * @param use What the hook sent beside it, redacted.
 * @param completing How to redact.
 * @throws {Error} when it cannot be redacted, or the arguments can have no hash.
 */
export function completeUse(
  payload: Readonly<Record<string, unknown>>,
  { input, seen }: SentUse,
  { text, failed }: Completing,
): CompletedUse {
  const argsHash = blake3(canonicalJson(input));
  if (seen === undefined) return { argsHash, observation: null };
  let draft: ObservationDraft | null;
  try {
    draft = observe({ ...toldBy(payload), ...seen, input });
  } catch (error) {
    failed(error);
    return { argsHash, observation: null };
  }
  const observation = draft && {
    ...draft,
    title: cut(text(draft.title), MAX_TITLE),
    detail: cut(text(draft.detail), MAX_DETAIL),
    files: draft.files.map((path) => text(path)).filter(isAbsolute),
  };
  return { argsHash, observation };
}

/** What the row itself says of the use. */
function toldBy(
  payload: Readonly<Record<string, unknown>>,
): Omit<ToolUse, "input" | "answer" | "cwd"> {
  const textOf = (name: string): string | null => {
    const value = payload[name];
    return typeof value === "string" ? value : null;
  };
  return {
    tool: textOf("tool_name") ?? "",
    outcome: payload["outcome"] === "error" ? "error" : "success",
    error: textOf("error_redacted"),
    agentId: textOf("agent_id"),
    useId: textOf("tool_use_id"),
  };
}
