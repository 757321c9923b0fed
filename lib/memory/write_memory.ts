import type { DatabaseSync } from "node:sqlite";
import { domainPath } from "./domain.ts";
import type { MemoryType, Written } from "./memory.ts";
import {
  assertContent,
  dateText,
  optionalText,
  type Params,
  requiredText,
  shortText,
  textList,
} from "./_params.ts";
import { invalid } from "./refused.ts";
import { similarTo } from "./_similar.ts";
import { insert, type WriteContext } from "./_write.ts";

/** The types that are written as sections: parameters, in their order, and the label that each is kept under. */
export const SECTIONS = {
  checkpoint: {
    intent: "INTENT",
    established: "ESTABLISHED",
    pursuing: "PURSUING",
    open_questions: "OPEN QUESTIONS",
  },
  anti_pattern: {
    pattern: "TEMPTATION",
    why_wrong: "WHY WRONG",
    instead: "INSTEAD",
  },
  reasoning: {
    hypothesis: "HYPOTHESIS",
    reasoning: "REASONING",
    result: "RESULT",
    revised_belief: "REVISED BELIEF",
    next_time: "NEXT TIME",
  },
} as const;

/** A writer: one request, within a transaction of the caller's. Throws `Refused` where the request is not as it has to be. */
export type Write = (
  db: DatabaseSync,
  params: Params,
  context: WriteContext,
) => unknown;

/** `note(content, title?, …)` */
export function note(
  db: DatabaseSync,
  params: Params,
  context: WriteContext,
): unknown {
  return write(db, "note", requiredText(params, "content"), params, context);
}

/** `handoff(content, title?, …)` */
export function handoff(
  db: DatabaseSync,
  params: Params,
  context: WriteContext,
): unknown {
  return write(db, "handoff", requiredText(params, "content"), params, context);
}

/** `checkpoint(intent, established, pursuing, open_questions, …)` */
export function checkpoint(
  db: DatabaseSync,
  params: Params,
  context: WriteContext,
): unknown {
  return writeSections(db, "checkpoint", params, context);
}

/** `anti_pattern(pattern, why_wrong, instead, …)` */
export function antiPattern(
  db: DatabaseSync,
  params: Params,
  context: WriteContext,
): unknown {
  return writeSections(db, "anti_pattern", params, context);
}

/** `reasoning(hypothesis, reasoning, result, revised_belief, next_time, …)` */
export function reasoning(
  db: DatabaseSync,
  params: Params,
  context: WriteContext,
): unknown {
  return writeSections(db, "reasoning", params, context);
}

/** `diagram(title, mermaid, …)`: a documented flow. */
export function diagram(
  db: DatabaseSync,
  params: Params,
  context: WriteContext,
): unknown {
  if (shortText(params, "title") === null) throw invalid("title is missing");
  const mermaid = requiredText(params, "mermaid");
  return write(db, "diagram", mermaid, params, context);
}

function writeSections(
  db: DatabaseSync,
  type: keyof typeof SECTIONS,
  params: Params,
  context: WriteContext,
): Written {
  const labels: Readonly<Record<string, string>> = SECTIONS[type];
  const missing = Object.keys(labels)
    .filter((name) => optionalText(params, name) === null);
  if (missing.length > 0) throw invalid(`missing: ${missing.join(", ")}`);
  const content = Object.entries(labels)
    .map(([name, label]) => `${label}: ${requiredText(params, name).trim()}`)
    .join("\n");
  return write(db, type, content, params, context);
}

/** What all writers have in common: `domain`, `also`, `tags`, `title`, `session`, `review_after`, `source_ref`. */
function write(
  db: DatabaseSync,
  type: MemoryType,
  content: string,
  params: Params,
  context: WriteContext,
): Written {
  assertContent(content);
  const given = optionalText(params, "domain") ?? "";
  const domain = domainPath(given, context.domainCase);
  const also = [
    ...new Set(
      textList(params, "also").map((it) => domainPath(it, context.domainCase)),
    ),
  ].filter((it) => it !== "" && it !== domain);
  const draft = {
    type,
    title: shortText(params, "title") ?? "",
    domain,
    also,
    tags: textList(params, "tags"),
    content,
    source_ref: shortText(params, "source_ref"),
    session: shortText(params, "session"),
    review_after: dateText(params, "review_after"),
  };
  const similar = context.isBulk ? [] : similarTo(db, draft);
  const uid = insert(db, draft, context);
  return {
    uid,
    ...(domain === given ? {} : { domain_adjusted: domain }),
    ...(also.length === 0 ? {} : { also }),
    ...(similar.length === 0 ? {} : { similar }),
  };
}
