import type { Log } from "../log.ts";
import { join } from "../path.ts";
import {
  ensurePrivateFolder,
  removeFile,
  writePrivateFile,
} from "../private_file.ts";

/** Whether the turn that a session is in is private: from a prompt that is private as a whole to the next one. */
export interface PrivateTurn {
  /** Whether it is. Where that cannot be found out, it is. */
  isOn(): boolean;
  begin(): void;
  end(): void;
}

/**
 * The private turn of a session: a mark, which is a file, while it lasts.
 *
 * @param folder The folder of marks. Needs read and write permission on it.
 * @param sessionId A safe id.
 * @param log Where it is said that a mark could not be made, looked for, or removed.
 */
export function privateTurn(
  folder: string,
  sessionId: string,
  log: Log,
): PrivateTurn {
  const path = join(folder, sessionId);
  const isMarked = (): boolean => {
    try {
      // Not the mark itself: where the folder is not there either, no mark could be made.
      for (const { name } of Deno.readDirSync(folder)) {
        if (name !== sessionId) continue;
        renew(path);
        return true;
      }
      return false;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      // So that the next hook need not find out again. Where it cannot be made, no mark could be made either.
      ensurePrivateFolder(folder);
      return false;
    }
  };
  return {
    isOn() {
      try {
        return isMarked();
      } catch (error) {
        log.error("Cannot find out whether the turn is private", error);
        return true;
      }
    },
    begin() {
      try {
        writePrivateFile(path, "");
      } catch (error) {
        log.error("Cannot mark the turn as private", error);
      }
    },
    end() {
      try {
        if (isMarked()) removeFile(path);
      } catch (error) {
        log.error("Cannot end the private turn", error);
      }
    },
  };
}

/** A mark that nobody asked for in a day is swept: a turn that goes on for longer stays private. */
function renew(path: string): void {
  const now = new Date();
  try {
    Deno.utimeSync(path, now, now);
  } catch {
    // It is there, which is what was asked.
  }
}
