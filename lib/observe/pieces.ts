import { withoutHostText } from "../host/without_host_text.ts";
import type { ToolKind } from "./tool_kind.ts";
import { type Fields, fieldsOf, isFields } from "./values.ts";

/** What only repeats what is known already, or is for machines. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "originalFile",
  "original_file",
  "updated_file",
  "gitDiff",
  "oldString",
  "newString",
  "old_source",
  "encrypted_content",
]);

/** Lines of a change that are looked at. */
const MAX_LINES = 400;

/**
 * The pieces of what a tool answered that an observation may say something of. They are not redacted yet.
 *
 * @param kind What the tool is for.
 * @param answer What it answered, whatever its type.
 */
export function piecesOf(kind: ToolKind, answer: unknown): unknown {
  if (kind === "read") return readPieces(fieldsOf(answer));
  if (kind === "write") return writePieces(fieldsOf(answer));
  return otherPieces(answer, 0);
}

/** Of what was read nothing is kept: only where it stands. */
function readPieces(answer: Fields): Fields {
  const file = fieldsOf(answer["file"]);
  const { numLines, startLine, totalLines } = file;
  return { type: answer["type"] ?? null, numLines, startLine, totalLines };
}

function writePieces(answer: Fields): Fields {
  const { type, structuredPatch, content, originalFile, staged } = answer;
  const { oldString, newString } = answer;
  const hunks = Array.isArray(structuredPatch) ? structuredPatch : null;
  const lines = (hunks ?? []).flatMap((hunk) => {
    const of: unknown = fieldsOf(hunk)["lines"];
    return Array.isArray(of) ? of.filter((it) => typeof it === "string") : [];
  });
  const added = lines.filter((line) => line.startsWith("+"));
  // A write that changes nothing says `update` all the same (Claude Code 2.1.332, measured).
  const isSame = hunks?.length === 0 && type !== "create" &&
    (typeof content === "string" && content === originalFile ||
      typeof oldString === "string" && oldString === newString);
  return {
    type: typeof type === "string" ? type : null,
    changed: staged !== true && !isSame,
    patched: hunks !== null && lines.length > 0,
    added: added.length,
    removed: lines.filter((line) => line.startsWith("-")).length,
    // One text: what spans lines is to be seen as one.
    text: added.slice(0, MAX_LINES).map((line) => line.slice(1)).join("\n"),
  };
}

function otherPieces(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) {
    return depth > 8
      ? null
      : value.slice(0, 100).map((item) => otherPieces(item, depth + 1));
  }
  if (typeof value === "string") return withoutHostText(value);
  if (!isFields(value)) return value;
  if (depth > 8) return null;
  if (value["type"] === "image") return { type: "image" };
  const lengths: Record<string, unknown> = {};
  const pieces = Object.entries(value)
    .filter(([name, item]) => !LEFT_OUT.has(name) && !isBinary(name, item))
    .slice(0, 100)
    .map(([name, item]) => {
      // What is cut off later still counts.
      if (Array.isArray(item)) lengths[`${name}#`] = item.length;
      return [name, otherPieces(item, depth + 1)];
    });
  return { ...Object.fromEntries(pieces), ...lengths };
}

function isBinary(name: string, value: unknown): boolean {
  return (name === "data" || name === "base64") && typeof value === "string" &&
    !/\s/.test(value.slice(0, 200));
}
