import type { SummaryText } from "../lifecycle/types.ts";

/** UTF-16 units of one line. */
const LINE_UNITS = 280;

/** The parts that are told, and what each is called. */
const PARTS = ["request", "changed", "decided", "open"] as const;

/**
 * A summary in short: one line for each part that says something, such as `decided: …`; four at most.
 *
 * @param summary The summary. It is not trusted to be one: it came from another process, or from a file.
 */
export function shortForm(
  summary: Partial<Readonly<Record<keyof SummaryText, unknown>>>,
): string[] {
  return PARTS.flatMap((part) => {
    const value = summary[part];
    const text = typeof value === "string" ? inOneLine(value) : "";
    return text === "" ? [] : [`${part}: ${text}`];
  });
}

/** What ends a sentence by itself. */
const END = /[.!?…:;]$/;

/** Its lines each say one thing. */
function inOneLine(text: string): string {
  const line = text.slice(0, 8 * LINE_UNITS).split("\n")
    .map((it) => it.replace(/\s+/g, " ").trim()).filter((it) => it !== "")
    .reduce(
      (all, it) => all === "" ? it : `${all}${END.test(all) ? "" : ";"} ${it}`,
      "",
    );
  return line.length <= LINE_UNITS
    ? line
    : `${line.slice(0, LINE_UNITS - 1).toWellFormed().replace(/\ufffd$/, "")}…`;
}
