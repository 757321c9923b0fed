import { CAPTURE_GAP, CAPTURED, OWN, type StoredRow } from "../store/row.ts";
import { durationText } from "./duration_text.ts";
import { kindWord } from "./kind_word.ts";
import { localTime } from "./local_time.ts";
import { plainText } from "./plain_text.ts";
import { rowMs } from "./row_ms.ts";

/** How rows are shown. */
export interface RowStyle {
  /** Whether with colours: on a terminal, and without `NO_COLOR`. */
  readonly colour: boolean;
  /** Columns of the terminal; what does not fit is cut. `null`: a line may be {@linkcode LINE} long. */
  readonly columns: number | null;
}

/** UTF-16 units of a line where nobody says how wide the terminal is. */
const LINE = 240;

/** Columns of time, kind and session, with the gaps between. */
const HEAD = 19 + 2 + 8 + 2 + 8 + 2;

/**
 * A row in one line for people: local time, a short word for its kind, the beginning of the session's id, and what it says.
 *
 * @param row The row. Nothing in it can make the terminal do anything.
 * @param style How it is shown.
 */
export function printRow(row: StoredRow, style: RowStyle): string {
  const { payload } = row;
  const room = Math.max(20, (style.columns ?? LINE) - HEAD);
  const { text, mark } = content(row.kind, payload);
  const marked = mark === "" ? "" : `  ${mark}`;
  const paint = (code: number, words: string): string =>
    style.colour && words !== "" ? `\x1b[${code}m${words}\x1b[0m` : words;
  const bad = row.kind === CAPTURED.toolUse
    ? payload["outcome"] === "error"
    : !QUIET.has(row.kind);
  return [
    paint(2, localTime(rowMs(row))),
    paint(bad ? 31 : 36, cut(plainText(kindWord(row.kind)), 8).padEnd(8)),
    paint(2, cut(plainText(row.session), 8, "").padEnd(8)),
    cut(text, room - marked.length) + paint(2, marked),
  ].join("  ").trimEnd();
}

/** Kinds that tell of nothing that went wrong. */
const QUIET: ReadonlySet<string> = new Set([
  CAPTURED.prompt,
  CAPTURED.sessionCompleted,
  OWN.pruned,
  OWN.purged,
]);

/** What a row says, and what of it must be seen however long that is. */
function content(
  kind: string,
  payload: Readonly<Record<string, unknown>>,
): { readonly text: string; readonly mark: string } {
  const text = (name: string): string => firstLine(payload[name]);
  const count = (name: string, one: string, many = `${one}s`): string => {
    const value = payload[name];
    return typeof value === "number"
      ? `${value} ${value === 1 ? one : many}`
      : "";
  };
  const duration = (): string => {
    const value = payload["duration_ms"];
    return typeof value === "number" ? durationText(value) : "";
  };
  const joined = (...parts: string[]): string =>
    parts.filter((part) => part !== "").join(", ");
  const matches = Number(payload["redaction_match_count"] ?? 0);
  const mark = matches > 0 ? `(${matches} redacted)` : "";
  if (payload["purged"] === true) return { text: "(purged)", mark: "" };
  switch (kind) {
    case CAPTURED.prompt:
      return { text: text("prompt_redacted"), mark };
    case CAPTURED.toolUse:
      return {
        text: [
          text("tool_name"),
          text("outcome"),
          duration(),
          text("error_redacted"),
        ].filter((part) => part !== "").join("  "),
        mark,
      };
    case CAPTURED.sessionCompleted: {
      const counts = joined(
        count("prompt_count", "prompt"),
        count("tool_use_count", "tool"),
        duration(),
      );
      const last = text("last_assistant_message_redacted");
      return { text: [counts, last].filter(Boolean).join(": "), mark };
    }
    case CAPTURED.redactionFailed:
      return {
        text: `a text was not kept, since redaction failed: ${text("error")}`,
        mark: "",
      };
    case CAPTURE_GAP:
      return {
        text: `${count("lost", "row")} could not be kept: ${text("reason")}`,
        mark: "",
      };
    case OWN.pruned:
      return {
        text: `${count("rows", "row")} up to ${text("upto_seq")} went by ${
          text("reason")
        }`,
        mark: "",
      };
    case OWN.purged:
      return {
        text: `the content of ${count("rows", "row")} was purged: ${
          text("seqs")
        }`,
        mark: "",
      };
    case OWN.replaced:
      return {
        text: `a new store began: ${text("reason")}; the old one is ${
          text("moved_to") || "gone"
        }`,
        mark: "",
      };
    case OWN.truncated:
      return {
        text: `rows ${text("missing_from")} to ${
          text("missing_upto")
        } are missing`,
        mark: "",
      };
    case OWN.headLost:
      return { text: text("reason"), mark: "" };
    default:
      return { text: firstLine(JSON.stringify(payload)), mark: "" };
  }
}

/** The first line that says anything, and how many follow. */
function firstLine(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return "";
  const lines = value.trim().split(/\r\n|[\n\r\v\f\x85\u2028\u2029]/);
  const more = lines.length - 1;
  const [first = ""] = lines;
  return plainText(first.replaceAll("\t", " ")) +
    (more === 0 ? "" : ` … (${more} more ${more === 1 ? "line" : "lines"})`);
}

/** Not in the middle of a surrogate pair. */
function cut(text: string, most: number, end = "…"): string {
  if (text.length <= most) return text;
  const head = text.slice(0, Math.max(0, most - end.length));
  return head.replace(/[\ud800-\udbff]$/, "") + end;
}
