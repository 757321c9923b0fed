import { completeUse } from "../observe/complete_use.ts";
import { LONG_TEXT_BYTES } from "./cut_text.ts";
import type { Draft, Observing } from "./draft.ts";

/**
 * Makes at once what is otherwise left to the daemon: the hash of what a tool was asked, and the observation. For what is too long to be
 * sent, and for whoever needs to know it. Hooks import it lazily: it costs a fresh process 2.5 ms (2.9.6, 4 KB, measured).
 *
 * @param draft The draft; one that lacks nothing stays as it is.
 * @param observing How to redact.
 * @throws {Error} when it cannot be redacted: nothing may be kept then.
 */
export function completeDraft(draft: Draft, observing: Observing): Draft {
  const { use, ...rest } = draft;
  if (use === undefined) return draft;
  const { argsHash, observation } = completeUse(draft.payload, use, {
    text: (text) => observing.redactor.text(text, LONG_TEXT_BYTES),
    failed: observing.failed,
  });
  return {
    ...rest,
    payload: { ...draft.payload, tool_args_hash: argsHash },
    observation,
  };
}
