import type { PromptView } from "../lifecycle/types.ts";
import { oneLine } from "../memory/one_line.ts";
import { fitLines } from "./_fit_lines.ts";

/** UTF-16 units of the first request, and of each that came after it; and how many of those, the latest. */
const FIRST_UNITS = 320;
const LATER_UNITS = 110;
const MOST_LATER = 3;

/** What the host, and not the person, writes as a prompt, and what only lets the work go on. */
const NO_REQUEST =
  /^(?:<(?:task-notification|command-(?:name|message|args)|local-command-\w+|system-reminder)\b|\[Request interrupted)/;
const GO_ON =
  /^(?:y|yes|yep|yeah|ok|okay|sure|go(?: on| ahead)?|continue|proceed|please(?: do)?|do it|thanks?(?: you)?|thx|great|good|perfect|nice|right|correct|no|ja|nein|weiter|danke|mach(?: das)?|oui|non|merci|sí|si|gracias|да|нет|дальше|спасибо|好的?|继续|繼續|是的?|はい|続けて|お願いします|네|계속)(?:[\s,.!]+(?:please|thanks?|you|do it|go on|go ahead|yes|bitte|danke))*[\s.!。！]*$/iu;
const SLASH_COMMAND = /^\/[\w:-]+(?:\s|$)/;

/**
 * What was asked for: the first request, and in short what the session was turned to later.
 *
 * @param prompts In their order, redacted.
 * @param maxUnits UTF-16 units at most.
 */
export function requestText(
  prompts: readonly PromptView[],
  maxUnits: number,
): string {
  const texts = prompts.map(({ text }) => withoutCode(text));
  const requests = texts.filter(isRequest);
  // A session that has only commands of the host's was asked for the first of them.
  const [first, ...later] = requests.length > 0
    ? requests
    : texts.filter((text) => SLASH_COMMAND.test(text)).slice(0, 1);
  if (first === undefined) return "";
  const lines = [oneLine(first, FIRST_UNITS)];
  const told = new Set([key(first)]);
  const news = later.filter((text) => {
    const isNew = !told.has(key(text));
    told.add(key(text));
    return isNew;
  });
  const skipped = news.length - MOST_LATER;
  if (skipped > 0) {
    lines.push(`then ${skipped} more ${skipped === 1 ? "prompt" : "prompts"}`);
  }
  for (const text of news.slice(-MOST_LATER)) {
    lines.push(`then: ${oneLine(text, LATER_UNITS)}`);
  }
  return fitLines(lines, maxUnits);
}

/**
 * Whether a prompt asks for something, and does not only say "go on".
 *
 * @param text The prompt.
 */
export function isRequest(text: string): boolean {
  const start = text.slice(0, 200).trim();
  return start !== "" && !NO_REQUEST.test(start) && !GO_ON.test(start) &&
    !SLASH_COMMAND.test(start);
}

/** What is pasted is rarely what is asked for. */
function withoutCode(text: string): string {
  const start = text.slice(0, 8000).trim();
  const prose = start.replace(/(?:```|~~~)[\s\S]*?(?:```|~~~|$)/g, " ").trim();
  return prose === "" ? start : prose;
}

function key(text: string): string {
  return oneLine(text, 60).toLowerCase();
}
