/// <reference lib="dom" />
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { callJson } from "../api/call.ts";
import { query } from "../api/query.ts";
import type { Sessions, SessionView as Session } from "../api/types.ts";
import { LoadOlder } from "../parts/load_older.tsx";
import { NoCapture } from "../parts/no_capture.tsx";
import { ProjectPicker } from "../parts/project_picker.tsx";
import { SessionCard } from "../parts/session_card.tsx";
import { Empty, Failed, Loading } from "../parts/states.tsx";
import { useLive } from "../state/live.ts";
import { hrefOf, type Route } from "../state/route.ts";
import { useAnnounce } from "../state/use_announce.ts";
import { useLoaded } from "../state/use_loaded.ts";

/** How many sessions are loaded at once. */
const PAGE_SIZE = 40;

/** As many as the worker gives at most. */
const MOST = 200;

/** All sessions, latest first. */
export function SessionsView(
  { route }: { readonly route: Route },
): JSX.Element {
  const project = route.params.get("project") ?? "";
  const announce = useAnnounce();
  const [isBusy, setBusy] = useState(false);
  const shown = useRef({ project, count: 0 });
  const list = useLoaded((signal) => {
    const { current } = shown;
    const count = current.project === project ? current.count : 0;
    return loadSessions(project, { shown: count, signal });
  }, [project]);
  useEffect(() => {
    shown.current = { project, count: list.value?.sessions.length ?? 0 };
  }, [project, list.value]);
  useLive(({ name, data }) => {
    const isOfSession = name === "session" || data["kind"] === "session";
    if (isOfSession || name === "purged" || name === "status") list.again();
  });
  const loadMore = async (): Promise<void> => {
    const last = list.value?.sessions.at(-1);
    if (last === undefined || isBusy) return;
    setBusy(true);
    try {
      const older = await loadSessions(project, { before: last.lastAt });
      list.set((page) => followedBy(page, older, last));
    } catch (error) {
      announce(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div class="view-head">
        <h1>Sessions</h1>
        <ProjectPicker
          chosen={project}
          hrefFor={(chosen) => hrefOf("sessions", "", { project: chosen })}
        />
      </div>
      {list.value === null
        ? list.problem === null
          ? <Loading />
          : <Failed problem={list.problem} again={list.again} />
        : list.value.sessions.length === 0
        ? project === ""
          ? <NoCapture />
          : <Empty title="No session in this project" />
        : (
          <>
            <ul class="cards">
              {list.value.sessions.map((session) => (
                <SessionCard key={session.session} session={session} />
              ))}
            </ul>
            {list.value.hasMore && (
              <LoadOlder isBusy={isBusy} onClick={loadMore} />
            )}
          </>
        )}
    </>
  );
}

/** The latest sessions without a gap, and whether there are older ones. */
interface SessionPage {
  readonly sessions: readonly Session[];
  readonly hasMore: boolean;
}

/** Those before a time; or the latest, as many as are shown already. */
async function loadSessions(
  project: string,
  { before = null, shown = 0, signal }: {
    readonly before?: number | null;
    readonly shown?: number;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<SessionPage> {
  const count = Math.min(Math.max(shown, PAGE_SIZE), MOST - 1);
  // One more than is shown, to know whether there is one.
  const { sessions } = await callJson<Sessions>(
    query("/api/sessions", { project, before, limit: count + 1 }),
    { signal },
  );
  return {
    sessions: sessions.slice(0, count),
    hasMore: sessions.length > count,
  };
}

/** A page with older ones behind it; as it is where it does not end any more with the one that they are older than. */
function followedBy(
  page: SessionPage,
  older: SessionPage,
  last: Session,
): SessionPage {
  const { sessions } = page;
  if (sessions.at(-1)?.session !== last.session) return page;
  const known = new Set(sessions.map(({ session }) => session));
  const added = older.sessions.filter(({ session }) => !known.has(session));
  return {
    sessions: [...sessions, ...added],
    hasMore: older.hasMore && added.length > 0,
  };
}
