import type { SeenUse } from "../store/row.ts";
import { isPassedOver, type PassOver } from "./is_passed_over.ts";
import { piecesOf } from "./pieces.ts";
import { mended, shorten } from "./shorten.ts";
import { toolKind } from "./tool_kind.ts";
import { isFields } from "./values.ts";

/** A use of a tool as the host told it. Only the answer is not redacted yet. */
export interface ToldUse {
  /** Redacted. */
  readonly tool: string;
  /** Redacted. */
  readonly input: unknown;
  /** What it answered, as it came; `null` where it did not. */
  readonly answer: unknown;
  readonly outcome: "success" | "error";
  /** The session's folder, absolute, redacted; "" where it is not known. */
  readonly cwd: string;
}

/**
 * What an observation of a use can be made of, beside what the tool was asked: the pieces of its answer that one may say something of,
 * shortened first and then redacted.
 *
 * @param told The use.
 * @param redactValue How to redact a JSON value: private blocks and secrets out of each text in it.
 * @param options What leaves no observation.
 * @returns `null` where there is nothing that anybody wants to find again.
 */
export function seenOf(
  told: ToldUse,
  redactValue: (value: unknown) => unknown,
  options: PassOver,
): SeenUse | null {
  if (isPassedOver(told, options)) return null;
  const pieces = piecesOf(toolKind(told.tool), told.answer);
  const answer = saysNothing(pieces)
    ? pieces
    : mended(redactValue(shorten(pieces)));
  return { answer, cwd: told.cwd };
}

/** What answers call the kind of what was read or written (Claude Code 2.1.332, measured). */
const TYPES = " text image notebook pdf file_unchanged create update ";

/**
 * Whether pieces have no text but the name of a kind, as those of most files that were read or made: there is nothing to be redacted then,
 * which takes a fresh process 0.3 ms (2.9.6, measured). The names of fields are our own there.
 */
function saysNothing(pieces: unknown): boolean {
  if (!isFields(pieces)) return false;
  const { type, text, ...rest } = pieces;
  return (type === null ||
    typeof type === "string" && TYPES.includes(` ${type} `)) &&
    (text === undefined || text === "") &&
    Object.entries(rest).every(([name, value]) =>
      OWN.includes(` ${name} `) && isPlain(value)
    );
}

/** The other fields of `piecesOf()` for files. */
const OWN = " numLines startLine totalLines changed patched added removed ";

function isPlain(value: unknown): boolean {
  return value === undefined || typeof value === "boolean" ||
    typeof value === "number";
}
