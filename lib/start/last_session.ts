import type { Chapter } from "../brief/fit_chapters.ts";
import { lastSessionChapter } from "../brief/last_session_chapter.ts";
import type { Context } from "../frame/run.ts";
import { type LastSession, readProjectFile } from "../summary/project_file.ts";

export { noteTold } from "../recall/turns.ts";

/** What is told of a session. */
export interface LastChapter extends Chapter {
  /** The address of its summary, where it is known. */
  readonly summary?: string | undefined;
}

/**
 * What the last session in the project came to, as the daemon left it: that of another session, or after a compaction the session's own, of
 * which the host's summary may have lost something. A session that is resumed knows itself, so it is told only of one that came after it.
 *
 * @param context SessionStart's. Needs read permission on the store's folder.
 * @returns `null` where there is nothing to tell, or the project does not want it.
 */
export function lastSession(
  { event, places, settings, project }: Pick<
    Context,
    "event" | "places" | "settings" | "project"
  >,
): LastChapter | null {
  if (!settings.recall) return null;
  const { project: id } = project();
  const file = id === "" ? null : readProjectFile(places, id);
  if (file === null || file.last === null) return null;
  const sessions = [file.last, ...file.earlier];
  const { sessionId, source } = event;
  const isOwn = ({ session }: LastSession): boolean => session === sessionId;
  if (source === "compact") {
    const own = sessions.find(isOwn);
    return own === undefined ? null : chapterOf(own, true);
  }
  const told = source === "resume"
    ? isOwn(file.last) ? undefined : file.last
    : sessions.find((one) => !isOwn(one));
  return told === undefined ? null : chapterOf(told, false);
}

function chapterOf(session: LastSession, isOwn: boolean): LastChapter {
  return {
    ...lastSessionChapter(session, isOwn),
    summary: session.summary,
  };
}
