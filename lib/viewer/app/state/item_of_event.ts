import type { LiveEvent } from "../api/follow.ts";
import type { TimelineItem } from "../api/types.ts";

const KINDS: readonly unknown[] = ["prompt", "observation", "summary"];

/**
 * The item that an event is of.
 *
 * @returns `null` where it is of none.
 */
export function itemOfEvent({ data }: LiveEvent): TimelineItem | null {
  const item = (data["item"] ?? data) as Readonly<Record<string, unknown>>;
  return KINDS.includes(item["kind"]) && typeof item["at"] === "number" &&
      typeof item["address"] === "string"
    ? item as unknown as TimelineItem
    : null;
}
