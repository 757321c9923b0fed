import { blake3 } from "../hash/blake3.ts";
import { CAPTURED } from "../store/row.ts";
import { cutText, LONG_TEXT_BYTES, SHORT_TEXT_BYTES } from "./cut_text.ts";
import type { MakeDraft } from "./draft.ts";
import type { Payload } from "./payload.ts";
import type { SessionFields } from "./read_session.ts";
import { readPrompt } from "./read_prompt.ts";

/**
 * A prompt, redacted. One that is private as a whole leaves no row, and makes its turn private.
 *
 * The hash is that of the text in the row, so that it says no more than the row does, and can be checked.
 *
 * @param payload What the host sent.
 * @throws {TypeError} when there is no prompt.
 */
export function draftPrompt(
  payload: Payload,
  { cwd }: SessionFields,
): MakeDraft {
  const { prompt } = readPrompt(payload);
  return (redactor, turn) => {
    if (redactor.isPrivate(prompt)) {
      turn.begin();
      return null;
    }
    turn.end();
    const text = cutText(redactor.text(prompt), LONG_TEXT_BYTES);
    const blocks = redactor.privateBlocks;
    return {
      kind: CAPTURED.prompt,
      payload: {
        prompt_hash: blake3(text),
        prompt_redacted: text,
        cwd: cutText(redactor.text(cwd), SHORT_TEXT_BYTES),
        ...(blocks > 0 ? { private_block_count: blocks } : {}),
      },
    };
  };
}
