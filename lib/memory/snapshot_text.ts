import { fitChapters } from "../brief/fit_chapters.ts";
import { memoryChapter } from "../brief/memory_chapter.ts";
import type { Gist } from "./gist.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * The text of a snapshot's file: its gist in the first line, itself in the second.
 *
 * @param snapshot The snapshot of the whole store.
 * @param units The limit of what a new session is told of the memories, in UTF-16 units.
 */
export function snapshotText(snapshot: Snapshot, units: number): string {
  const { total, busiest, checkpoint, lastWriteAt } = snapshot;
  const { wardenEnabled, wardenMinutes } = snapshot;
  const chapter = memoryChapter(snapshot, {
    domain: "",
    maxUnits: units,
    since: null,
  });
  const text = chapter === null ? "" : fitChapters([chapter], units);
  const gist: Gist = {
    gist: 1,
    total,
    busiest,
    checkpoint: checkpoint === null ? null : { at: checkpoint.at },
    lastWriteAt,
    wardenEnabled,
    wardenMinutes,
    brief: { units, text },
  };
  return `${JSON.stringify(gist)}\n${JSON.stringify(snapshot)}\n`;
}
