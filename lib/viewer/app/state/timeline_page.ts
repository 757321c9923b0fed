import type { TimelineItem } from "../api/types.ts";

/** What of the timeline is on the page: the latest items without a gap, latest first. */
export class TimelinePage {
  readonly items: readonly TimelineItem[];
  /** Whether there may be older ones. */
  readonly hasMore: boolean;

  constructor(items: readonly TimelineItem[], hasMore: boolean) {
    this.items = items;
    this.hasMore = hasMore;
  }

  /** The item before which older ones are; no summary where there is another, since that moves when it is made anew. */
  get oldest(): TimelineItem | undefined {
    return this.items.findLast(({ kind }) => kind !== "summary") ??
      this.items.at(-1);
  }

  /**
   * The page with an item that came, or was changed. One that is older than all of them, such as a summary that was made late, waits for those
   * between: it comes with the older ones.
   */
  with(item: TimelineItem): TimelinePage {
    const others = this.items.filter(({ address }) => address !== item.address);
    const isBeyond = this.hasMore && item.at < (this.items.at(-1)?.at ?? 0);
    return new TimelinePage(
      isBeyond ? others : [item, ...others].sort((a, b) => b.at - a.at),
      this.hasMore,
    );
  }

  /** The page without an item, and without the summary that may tell of it: it is made anew. */
  without(gone: unknown): TimelinePage {
    const found = this.items.find(({ address }) => address === gone);
    const left = this.items.filter(({ address, kind, session }) =>
      address !== gone && !(kind === "summary" && session === found?.session)
    );
    return new TimelinePage(left, this.hasMore);
  }

  /**
   * The page with older ones behind it.
   *
   * @param older What is older.
   * @param from The item before which they are. Where the page does not end with it any more, it stays as it is: there would be a gap.
   */
  followedBy(
    older: TimelinePage,
    from: TimelineItem | undefined,
  ): TimelinePage {
    if (this.oldest?.address !== from?.address) return this;
    const known = new Set(this.items.map(({ address }) => address));
    const added = older.items.filter(({ address }) => !known.has(address));
    return new TimelinePage(
      [...this.items, ...added],
      older.hasMore && added.length > 0,
    );
  }
}
