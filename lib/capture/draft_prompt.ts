import { isHostText } from "../host/is_host_text.ts";
import { withoutHostText } from "../host/without_host_text.ts";
import { CAPTURED } from "../store/row.ts";
import { LONG_TEXT_BYTES, SHORT_TEXT_BYTES } from "./cut_text.ts";
import type { MakeDraft } from "./draft.ts";
import type { Payload } from "./payload.ts";
import type { SessionFields } from "./read_session.ts";
import { readPrompt } from "./read_prompt.ts";

/**
 * A prompt, redacted, without what the host wrote into it. One that is private as a whole leaves no row, and makes its turn private. One that
 * is no person's, but the host's or a subagent's, leaves no row, and is no turn of its own.
 *
 * Its hash is left to the daemon: it is that of the text in the row, and takes a fresh process 1.2 ms (2.9.6, 4 KB, measured).
 *
 * @param payload What the host sent.
 * @throws {TypeError} when there is no prompt.
 */
export function draftPrompt(
  payload: Payload,
  { cwd }: SessionFields,
): MakeDraft {
  const { prompt: given, agentId } = readPrompt(payload);
  return (redactor, turn) => {
    if (agentId !== null || isHostText(given)) return null;
    let prompt = "";
    // Until it is known not to be: who cannot tell keeps nothing.
    let isPrivate = true;
    try {
      prompt = withoutHostText(given);
      isPrivate = redactor.isPrivate(prompt);
    } finally {
      if (isPrivate) turn.begin();
      else turn.end();
    }
    if (isPrivate) return null;
    const text = redactor.text(prompt, LONG_TEXT_BYTES);
    const blocks = redactor.privateBlocks;
    return {
      kind: CAPTURED.prompt,
      payload: {
        prompt_redacted: text,
        cwd: redactor.text(cwd, SHORT_TEXT_BYTES),
        ...(blocks > 0 ? { private_block_count: blocks } : {}),
      },
    };
  };
}
