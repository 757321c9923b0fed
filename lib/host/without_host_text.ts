import { withoutPrivate } from "../redact/private_blocks.ts";

/** A block from its opening tag to behind its closing one. */
interface Block {
  readonly start: number;
  readonly end: number;
}

/**
 * What hosts, and other memories, put into a prompt or an answer: reminders, previews of long output, what was recalled. Made where it is
 * needed: an expression costs a fresh process 0.01 ms, matched or not.
 */
const tag = (): RegExp =>
  /<(\/?)(system-reminder|system[-_]instruction|persisted-output|claude-mem-context)(?:\s[^<>]*)?>/g;

/**
 * A text without the blocks that a host wrote into it, such as `<system-reminder>…</system-reminder>`. A tag without its counterpart stays:
 * somebody writes about it. So does a block with a tag of a private block in it, since without it a private block could end elsewhere.
 * The work is linear in the text's length.
 *
 * @param text A prompt, or what a tool answered; private blocks are still in it.
 */
export function withoutHostText(text: string): string {
  if (
    !text.includes("</system") && !text.includes("</persisted-output") &&
    !text.includes("</claude-mem-context")
  ) return text;
  const kept: string[] = [];
  let to = text.length;
  for (const { start, end } of blocksFromTheEnd(text)) {
    if (isCutting(text.slice(start, end))) continue;
    kept.push(text.slice(end, to));
    to = start;
  }
  if (kept.length === 0) return text;
  kept.push(text.slice(0, to));
  return kept.reverse().join("");
}

/** The blocks that are in no other one, the last one first. */
function blocksFromTheEnd(text: string): Block[] {
  const open = new Map<string, number[]>();
  const blocks: Block[] = [];
  for (
    const { 0: whole, 1: slash, 2: name = "", index } of text.matchAll(tag())
  ) {
    const starts = open.get(name) ?? [];
    open.set(name, starts);
    if (slash === "") {
      starts.push(index);
      continue;
    }
    const start = starts.pop();
    if (start === undefined) continue;
    // Those that began later are in it.
    while ((blocks.at(-1)?.start ?? -1) > start) blocks.pop();
    // One that begins before it and ends in it makes them one.
    const before = blocks.at(-1);
    const isCrossed = before !== undefined && before.end > start;
    if (isCrossed) blocks.pop();
    blocks.push({
      start: isCrossed ? before.start : start,
      end: index + whole.length,
    });
  }
  return blocks.reverse();
}

/** Whether a private block begins or ends in a text. */
function isCutting(text: string): boolean {
  return withoutPrivate(text).text !== text;
}
