import type { DatabaseSync } from "node:sqlite";
import {
  alsoDomain,
  editMemory,
  forget,
  linkMemories,
  setConfidence,
  setWarden,
  unfileDomain,
} from "./change_memory.ts";
import { prepared } from "../store/prepared.ts";
import { invalid } from "./refused.ts";
import type { WriteContext } from "./_write.ts";
import {
  antiPattern,
  checkpoint,
  diagram,
  handoff,
  note,
  reasoning,
  type Write,
} from "./write_memory.ts";

export type { WriteContext } from "./_write.ts";

const WRITERS: Readonly<Record<string, Write>> = {
  note,
  reasoning,
  handoff,
  checkpoint,
  anti_pattern: antiPattern,
  diagram,
  edit_memory: editMemory,
  set_confidence: setConfidence,
  link_memories: linkMemories,
  also_domain: alsoDomain,
  unfile_domain: unfileDomain,
  forget,
  set_warden: setWarden,
};

/** What can be asked for. */
export const WRITE_METHODS: readonly string[] = Object.keys(WRITERS);

/** Answers that are kept, so that a request that comes again is done once. */
const KEPT_ANSWERS = 1000;

/**
 * Does what a request asks for, once for each id, within a transaction of the caller's.
 *
 * @param db The store, open for writing.
 * @param request What is asked for; nothing in it is trusted but its id's being a short text.
 * @param context What a writer goes by.
 * @returns The answer; that of the first time where the request has been here before.
 * @throws {Refused} when the request is not as it has to be.
 */
export function answerRequest(
  db: DatabaseSync,
  request: {
    readonly id: string;
    readonly method: string;
    readonly params: unknown;
  },
  context: WriteContext,
): unknown {
  const { id, method, params } = request;
  const write = Object.hasOwn(WRITERS, method) ? WRITERS[method] : undefined;
  if (write === undefined) {
    throw invalid("there is no such request");
  }
  if (typeof params !== "object" || params === null || Array.isArray(params)) {
    throw invalid("params is no object");
  }
  const known = prepared(db, "SELECT answer FROM answers WHERE id = ?").get(id);
  if (known !== undefined) return JSON.parse(String(known["answer"]));
  const answer = write(db, params as Record<string, unknown>, context);
  const { lastInsertRowid } = prepared(
    db,
    "INSERT INTO answers(id, answer) VALUES (?, ?)",
  ).run(id, JSON.stringify(answer));
  prepared(db, "DELETE FROM answers WHERE seq <= ?")
    .run(Number(lastInsertRowid) - KEPT_ANSWERS);
  return answer;
}
