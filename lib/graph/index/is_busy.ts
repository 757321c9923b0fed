/**
 * Whether an error means only that another process was writing for too long: the index is sound, and a later try may do. Deno gives
 * SQLite's errors no number (2.7.11 and 2.9.6, measured), so its words decide.
 */
export function isBusy(error: unknown): boolean {
  return error instanceof Error &&
    /^database (?:table |schema )?is locked/.test(error.message);
}
