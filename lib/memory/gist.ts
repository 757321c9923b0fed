import type { Places } from "../place.ts";
import { readRegularFile } from "../private_file.ts";
import type { Snapshot, SnapshotItem } from "./snapshot.ts";

/** What is known of the memories at a glance. */
export interface Glance extends
  Pick<
    Snapshot,
    "total" | "busiest" | "lastWriteAt" | "wardenEnabled" | "wardenMinutes"
  > {
  /** The latest one. */
  readonly checkpoint: Pick<SnapshotItem, "at"> | null;
}

/**
 * The first line of a snapshot's file: what nearly every hook needs of it, so that it reads no more. A session start spends 0.7 ms less than
 * on the snapshot itself, all others 0.1 ms (2.9.6, measured).
 */
export interface Gist extends Glance {
  /** Its form, by which it is known. */
  readonly gist: 1;
  /** What a new session is told of the memories, and the limit that it was written for in UTF-16 units. */
  readonly brief: { readonly units: number; readonly text: string };
}

/** The largest file that is taken for a snapshot's; one that is written has less than 100 KiB. */
export const MAX_SNAPSHOT_BYTES = 128 * 1024;

/**
 * Reads the gist of what the daemon has left for the hooks.
 *
 * @param places Where it is. Needs read permission on the store's folder.
 * @returns `null` where there is none that can be used: there may be memories all the same (`scopedSnapshot()` finds out).
 */
export function readGist(places: Pick<Places, "snapshot">): Gist | null {
  try {
    const text = readRegularFile(places.snapshot, MAX_SNAPSHOT_BYTES) ?? "";
    const value = JSON.parse(text.slice(0, text.indexOf("\n")));
    return isGist(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whoever changed the file by hand must not break a hook. */
function isGist(value: Partial<Gist> | null): value is Gist {
  if (value?.gist !== 1) return false;
  const { total, wardenMinutes, busiest, checkpoint, brief } = value;
  return typeof total === "number" && typeof wardenMinutes === "number" &&
    (busiest === null || typeof busiest === "string") &&
    (checkpoint === null || typeof checkpoint?.at === "string") &&
    typeof brief?.text === "string";
}
