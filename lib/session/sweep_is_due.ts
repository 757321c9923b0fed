import { join } from "../path.ts";
import { isMissing } from "../private_file.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The file whose time of change is that of the last sweep.
 *
 * @param state The state folder.
 */
export function sweepStamp(state: string): string {
  return join(state, "sessions/.swept");
}

/**
 * Whether a day has passed since old ledgers were swept away.
 *
 * @param state The state folder. Needs read permission on the folder `sessions` in it.
 * @param now The time.
 */
export function sweepIsDue(state: string, now: Date): boolean {
  try {
    const written = Deno.statSync(sweepStamp(state)).mtime;
    return written !== null && now.getTime() - written.getTime() >= DAY_MS;
  } catch (error) {
    if (isMissing(error)) return true;
    throw error;
  }
}
