import type { DatabaseSync } from "node:sqlite";
import { domainPath } from "./domain.ts";
import {
  type Confidence,
  CONFIDENCES,
  MAX_CONTENT_BYTES,
  MEMORY_TYPES,
  type MemoryType,
} from "./memory.ts";
import { readMeta, writeMeta } from "./meta.ts";
import { prepared } from "../store/prepared.ts";
import { optionalText, type Params, shortText, textList } from "./_params.ts";
import { Refused } from "./refused.ts";
import { stored } from "./_stored.ts";
import { insert, update } from "./_write.ts";

/** ISO 8601, UTC, as memories have it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/**
 * Takes in a memory of another store with its uid and its times, within a transaction of the caller's.
 *
 * @param db The store, open for writing.
 * @param memory A memory as it was exported; nothing in it is trusted.
 * @returns `known` where there is one of its uid, `unfit` where it is none.
 * @throws {IndexBroken} when a full-text index is damaged.
 */
export function importMemory(
  db: DatabaseSync,
  memory: unknown,
): "new" | "known" | "unfit" {
  const params = memory as Params;
  const uid = params["uid"];
  const type = params["type"] as MemoryType;
  if (
    typeof uid !== "string" || !/^[0-9a-f]{16}$/.test(uid) ||
    !MEMORY_TYPES.includes(type)
  ) return "unfit";
  const known = prepared(db, "SELECT 1 FROM memories WHERE uid = ?").get(uid);
  if (known !== undefined) return "known";
  try {
    put(db, uid, type, params);
    return "new";
  } catch (error) {
    if (error instanceof Refused) return "unfit";
    throw error;
  }
}

function put(
  db: DatabaseSync,
  uid: string,
  type: MemoryType,
  params: Params,
): void {
  const content = optionalText(params, "content");
  if (
    content === null ||
    new TextEncoder().encode(content).length > MAX_CONTENT_BYTES
  ) throw new Refused("invalid", "content is missing or too long");
  const path = (text: string): string => domainPath(text, "preserve");
  const draft = {
    type,
    title: shortText(params, "title") ?? "",
    domain: path(shortText(params, "domain") ?? ""),
    also: textList(params, "also").map(path),
    tags: textList(params, "tags"),
    content,
    source_ref: shortText(params, "source_ref"),
    session: shortText(params, "session"),
    review_after: shortText(params, "review_after"),
  };
  const createdAt = timeOf(params, "created_at");
  const updatedAt = timeOf(params, "updated_at");
  const lastWriteAt = readMeta(db).lastWriteAt ?? "";
  const context = {
    now: new Date(createdAt),
    domainCase: "preserve" as const,
    isBulk: true,
  };
  const given = insert(db, draft, context);
  const confidence = params["confidence"] as Confidence;
  const isArchived = params["status"] === "archived";
  if (isArchived || confidence !== "unverified") {
    update(db, stored(db, given), {
      ...(CONFIDENCES.includes(confidence) ? { confidence } : {}),
      ...(isArchived ? { status: "archived" as const } : {}),
      superseded_by: shortText(params, "superseded_by"),
    }, context);
  }
  prepared(db, "UPDATE memories SET uid = ?, updated_at = ? WHERE uid = ?")
    .run(uid, updatedAt, given);
  if (lastWriteAt > createdAt) writeMeta(db, "last_write_at", lastWriteAt);
}

function timeOf(params: Params, name: string): string {
  const time = params[name];
  if (typeof time === "string" && TIME.test(time) && !isNaN(Date.parse(time))) {
    return time;
  }
  throw new Refused("invalid", `${name} is no time`);
}
