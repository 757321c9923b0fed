import type { DatabaseSync } from "node:sqlite";
import { domainPath } from "./domain.ts";
import { CONFIDENCES } from "./memory.ts";
import { countChange, readMeta, WARDEN_MINUTES, writeMeta } from "./meta.ts";
import {
  assertContent,
  dateText,
  oneOf,
  optionalText,
  type Params,
  requiredText,
  shortText,
  textList,
} from "./_params.ts";
import { prepared } from "../store/prepared.ts";
import { invalid } from "./refused.ts";
import { type Stored, stored } from "./_stored.ts";
import {
  type Change,
  keepHistory,
  update,
  type WriteContext,
} from "./_write.ts";

/**
 * `edit_memory(uid, new_content?, mode?, note?, source_ref?, title?, tags?, domain?, review_after?)`: `mode` is `append` (the default) or
 * `replace`. The text that was there before is kept.
 */
export function editMemory(
  db: DatabaseSync,
  params: Params,
  context: WriteContext,
): unknown {
  const memory = find(db, params, "uid");
  const mode = oneOf(params, "mode", ["append", "replace"], "append");
  const given = optionalText(params, "new_content");
  const content = given === null
    ? null
    : mode === "replace"
    ? given
    : `${memory.content.trimEnd()}\n${given}`;
  if (content !== null) assertContent(content);
  const domain = optionalText(params, "domain");
  const title = shortText(params, "title");
  const source = shortText(params, "source_ref");
  const review = dateText(params, "review_after");
  const path = domain === null ? null : domainPath(domain, context.domainCase);
  const change: Change = {
    ...(content === null ? {} : { content }),
    ...(title === null ? {} : { title }),
    ...(source === null ? {} : { source_ref: source }),
    ...(review === null ? {} : { review_after: review }),
    ...((params["tags"] ?? null) === null
      ? {}
      : { tags: textList(params, "tags") }),
    ...(path === null ? {} : {
      domain: path,
      also: memory.also.filter((it) => it !== path),
    }),
  };
  if (Object.keys(change).length === 0) {
    throw invalid("nothing to change: new_content is missing");
  }
  const before = content === null ? null : memory.content;
  const note = shortText(params, "note");
  keepHistory(
    db,
    memory,
    { mode: content === null ? "fields" : mode, note, before },
    context,
  );
  update(db, memory, change, context);
  return {
    uid: memory.uid,
    ...(path === null || path === domain ? {} : { domain_adjusted: path }),
  };
}

/** `set_confidence(uid, confidence, note?)`: unverified, confirmed or contradicted. */
export function setConfidence(
  db: DatabaseSync,
  params: Params,
  context: WriteContext,
): unknown {
  const memory = find(db, params, "uid");
  const confidence = oneOf(params, "confidence", CONFIDENCES);
  if (confidence !== memory.confidence) {
    const note = shortText(params, "note");
    keepHistory(db, memory, {
      mode: "confidence",
      note,
      before: memory.confidence,
    }, context);
    update(db, memory, { confidence }, context);
  }
  return { uid: memory.uid, confidence };
}

/** `link_memories(from_uid, to_uid, relation_type?, note?)` */
export function linkMemories(
  db: DatabaseSync,
  params: Params,
  { now }: WriteContext,
): unknown {
  const from = find(db, params, "from_uid");
  const to = find(db, params, "to_uid");
  if (from.id === to.id) throw invalid("from_uid and to_uid are the same");
  const type = shortText(params, "relation_type") ?? "related";
  prepared(
    db,
    `INSERT INTO relations(from_id, to_id, type, note, created_at) VALUES (?1, ?2, ?3, ?4, ?5)
     ON CONFLICT(from_id, to_id, type) DO UPDATE SET note = coalesce(?4, note)`,
  ).run(from.id, to.id, type, shortText(params, "note"), now.toISOString());
  countChange(db);
  return { from_uid: from.uid, to_uid: to.uid, relation_type: type };
}

/** `also_domain(uid, domain)`: lists a memory at one more path. */
export function alsoDomain(
  db: DatabaseSync,
  params: Params,
  context: WriteContext,
): unknown {
  const memory = find(db, params, "uid");
  const given = requiredText(params, "domain");
  const path = domainPath(given, context.domainCase);
  if (path === "") throw invalid("domain is missing");
  const also = path === memory.domain || memory.also.includes(path)
    ? memory.also
    : [...memory.also, path];
  if (also !== memory.also) update(db, memory, { also }, context);
  return {
    uid: memory.uid,
    also,
    ...(path === given ? {} : { domain_adjusted: path }),
  };
}

/** `unfile_domain(uid, domain)`: takes a memory off the list of a path. */
export function unfileDomain(
  db: DatabaseSync,
  params: Params,
  context: WriteContext,
): unknown {
  const memory = find(db, params, "uid");
  const path = domainPath(requiredText(params, "domain"), context.domainCase);
  const also = memory.also.filter((it) => it !== path);
  if (also.length === memory.also.length) {
    throw invalid(`${memory.uid} is not listed at "${path}"`);
  }
  update(db, memory, { also }, context);
  return { uid: memory.uid, also };
}

/** `forget(uid, reason, superseded_by?)`: archives a memory. Nothing is removed. */
export function forget(
  db: DatabaseSync,
  params: Params,
  context: WriteContext,
): unknown {
  const memory = find(db, params, "uid");
  const reason = requiredText(params, "reason").slice(0, 2000);
  const next = optionalText(params, "superseded_by") === null
    ? null
    : find(db, params, "superseded_by");
  if (next?.id === memory.id) {
    throw invalid("superseded_by is the memory itself");
  }
  if (memory.status === "active" || next !== null) {
    keepHistory(
      db,
      memory,
      { mode: "forget", note: reason, before: null },
      context,
    );
    const change = next === null ? {} : { superseded_by: next.uid };
    update(db, memory, { status: "archived", ...change }, context);
  }
  return {
    uid: memory.uid,
    status: "archived",
    ...(next === null ? {} : { superseded_by: next.uid }),
  };
}

/** `set_warden(enabled?, minutes?)`: whether sessions are asked to launch the warden, and how often. */
export function setWarden(db: DatabaseSync, params: Params): unknown {
  const { enabled, minutes } = params;
  if (enabled === undefined && minutes === undefined) {
    throw invalid("neither enabled nor minutes is given");
  }
  if (enabled !== undefined) {
    writeMeta(db, "warden_enabled", isOn(enabled) ? "1" : "0");
  }
  if (minutes !== undefined) {
    const number = typeof minutes === "string" && /^\d+$/.test(minutes)
      ? Number(minutes)
      : minutes;
    const { least, most } = WARDEN_MINUTES;
    if (
      typeof number !== "number" || !Number.isInteger(number) ||
      number < least || number > most
    ) throw invalid(`minutes is no whole number from ${least} to ${most}`);
    writeMeta(db, "warden_minutes", String(number));
  }
  countChange(db);
  const { wardenEnabled, wardenMinutes } = readMeta(db);
  return { enabled: wardenEnabled, minutes: wardenMinutes };
}

/** A switch, or what a form sends for one. */
function isOn(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  const text = String(value).trim().toLowerCase();
  if (["1", "on", "true", "yes"].includes(text)) return true;
  if (["0", "off", "false", "no", ""].includes(text)) return false;
  throw invalid("enabled is neither on nor off");
}

function find(db: DatabaseSync, params: Params, name: string): Stored {
  return stored(db, requiredText(params, name).trim().toLowerCase());
}
