import type { Places } from "../place.ts";
import { readRegularFile } from "../private_file.ts";
import { MAX_SNAPSHOT_BYTES } from "./gist.ts";
import type { DomainCase, MemoryType } from "./memory.ts";

/** One memory, as far as a hook speaks of it. */
export interface SnapshotItem {
  readonly uid: string;
  readonly type: MemoryType;
  readonly domain: string;
  readonly title?: string;
  /** The beginning of its text in one line: 500 UTF-16 units at most for a checkpoint, 240 for all others. */
  readonly text: string;
  /** When it was written, ISO 8601, UTC. */
  readonly at: string;
}

/** The latest of one kind, the latest first. */
export interface SnapshotItems {
  /** How many there are in all. */
  readonly total: number;
  readonly items: readonly SnapshotItem[];
}

/** A domain, with how many memories are there. */
export interface SnapshotDomain {
  readonly path: string;
  /** Filed at exactly this path. */
  readonly count: number;
  /** Filed there or below. */
  readonly subtree: number;
  /** Filed elsewhere, and listed at exactly this path, too. */
  readonly also: number;
  /** When the latest of the subtree was written. */
  readonly latestAt: string;
}

/**
 * What the hooks are told of the memories: active ones only, and no contradicted ones but in the counts. `memoryd` keeps it as a file, so
 * that a hook need not open SQLite.
 */
export interface Snapshot {
  readonly version: 1;
  /** The number of the change that it was made after. */
  readonly revision: number;
  /** How many memories are active. */
  readonly total: number;
  /** The latest first, 50 at most. */
  readonly domains: readonly SnapshotDomain[];
  /** How many domains there are in all. */
  readonly domainTotal: number;
  /** The domain with most memories filed or listed at exactly its path. */
  readonly busiest: string | null;
  readonly checkpoint: SnapshotItem | null;
  /** Four at most, as all that follow. */
  readonly handoffs: SnapshotItems;
  /** Of type `anti_pattern`. */
  readonly pitfalls: SnapshotItems;
  readonly notes: SnapshotItems;
  readonly flows: readonly { readonly uid: string; readonly title: string }[];
  readonly flowTotal: number;
  /** The latest of any kind, 12 at most, with the sessions that wrote them. */
  readonly recent: readonly (SnapshotItem & { readonly session: string })[];
  /** When a memory was last written or edited. */
  readonly lastWriteAt: string | null;
  readonly domainCase: DomainCase;
  readonly wardenEnabled: boolean;
  /** 1 to 480. */
  readonly wardenMinutes: number;
}

/**
 * Reads what the daemon has left for the hooks.
 *
 * @param places Where it is. Needs read permission on the store's folder.
 * @returns `null` where there is none that can be used: there may be memories all the same (`scopedSnapshot()` finds out).
 */
export function readSnapshot(
  places: Pick<Places, "snapshot">,
): Snapshot | null {
  try {
    const text = readRegularFile(places.snapshot, MAX_SNAPSHOT_BYTES) ?? "";
    // The first line is its gist.
    const value = JSON.parse(text.slice(text.indexOf("\n") + 1));
    return isSnapshot(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whoever changed the file by hand must not break a hook: what the hooks go through has to be there, and what they take it for. */
function isSnapshot(value: unknown): value is Snapshot {
  if (!isObject(value)) return false;
  const { busiest, checkpoint } = value;
  return value["version"] === 1 &&
    ["total", "domainTotal", "flowTotal", "wardenMinutes"]
      .every((name) => typeof value[name] === "number") &&
    (busiest === null || typeof busiest === "string") &&
    (checkpoint === null || isItem(checkpoint)) &&
    isList(value["domains"], isDomain) &&
    isList(value["flows"], isFlow) &&
    isList(value["recent"], isItem) &&
    isItems(value["handoffs"]) && isItems(value["pitfalls"]) &&
    isItems(value["notes"]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isList(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

function isItems(value: unknown): boolean {
  return isObject(value) && typeof value["total"] === "number" &&
    isList(value["items"], isItem);
}

function isItem(value: unknown): boolean {
  return isObject(value) && hasTexts(value, "uid", "domain", "text", "at") &&
    (value["title"] === undefined || hasTexts(value, "title"));
}

function isDomain(value: unknown): boolean {
  return isObject(value) && hasTexts(value, "path");
}

function isFlow(value: unknown): boolean {
  return isObject(value) && hasTexts(value, "uid", "title");
}

function hasTexts(
  value: Record<string, unknown>,
  ...names: readonly string[]
): boolean {
  return names.every((name) => typeof value[name] === "string");
}
