import { completeUse } from "../observe/complete_use.ts";
import { redact, type RedactOptions } from "../redact/redact.ts";
import { CAPTURED } from "../store/row.ts";
import { parseBeside } from "./parse_beside.ts";
import type { CapturedRow } from "./parse_row.ts";

/**
 * Makes what the hook of a tool left out, of the use that it sent beside its row: the arguments' hash, and the observation. What an older
 * hook made itself stays. The use goes no further: nothing of it is stored.
 *
 * A row whose hash cannot be made has none, and is kept: that the tool was used is known all the same.
 *
 * @param row The row, as a hook sent it.
 * @param options What may stay when the observation is redacted.
 */
export function completeRow(
  row: CapturedRow,
  options: RedactOptions,
): CapturedRow {
  if (row.beside?.use === undefined) return row;
  const { use, ...beside } = row.beside;
  const plain = { ...row, beside };
  if (row.kind !== CAPTURED.toolUse) return plain;
  try {
    let dropped: string | undefined;
    const { argsHash, observation } = completeUse(row.payload, use, {
      text: (text) => redact(text, options).text,
      failed: (error) => dropped = whyNot("observation", error),
    });
    const payload = {
      ...row.payload,
      tool_args_hash: row.payload["tool_args_hash"] ?? argsHash,
    };
    const whole = { ...plain, payload, ...(dropped && { dropped }) };
    if (observation === null || beside.observation !== undefined) return whole;
    // The row that it was made of is nobody's that is trusted.
    const found = parseBeside({ ...beside, observation });
    return typeof found === "string"
      ? { ...whole, dropped: found }
      : { ...whole, beside: found };
  } catch (error) {
    return { ...plain, dropped: whyNot("hash", error) };
  }
}

/** Without the message, which may quote the text. */
function whyNot(what: string, error: unknown): string {
  const name = error instanceof Error ? error.name : "Error";
  return `its use gives no ${what}: ${name}`;
}
