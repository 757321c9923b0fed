/**
 * The time of change to remember for a file or folder that was just read. A change right after the reading may leave the same time
 * behind, since file systems count time in steps; so a time that is not yet past is remembered as -1, which is never equal, and the
 * next look reads again (Git's "racily clean" entries).
 *
 * @param mtime Time of change in milliseconds, as read before the content was.
 * @param now The clock, in milliseconds.
 */
export function settledMtime(mtime: number, now: number): number {
  // Whole seconds hint at a file system that counts them: HFS+ one by one, FAT two by two. Linux counts by up to 10 ms.
  const step = mtime % 1000 === 0 ? 2000 : 20;
  return now - mtime < step ? -1 : mtime;
}
