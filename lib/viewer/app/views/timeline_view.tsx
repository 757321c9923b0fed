/// <reference lib="dom" />
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { loadOlder, loadTimeline } from "../api/load_timeline.ts";
import { Days } from "../parts/days.tsx";
import { KindPicker } from "../parts/kind_picker.tsx";
import { LoadOlder } from "../parts/load_older.tsx";
import { NoCapture } from "../parts/no_capture.tsx";
import { ProjectPicker } from "../parts/project_picker.tsx";
import { Empty, Failed, Loading } from "../parts/states.tsx";
import { Batched } from "../state/batched.ts";
import { useLive } from "../state/live.ts";
import { itemOfEvent } from "../state/item_of_event.ts";
import { hrefOf, type Route } from "../state/route.ts";
import { useAnnounce } from "../state/use_announce.ts";
import { useLoaded } from "../state/use_loaded.ts";

/** What happened, latest first, and what happens while somebody looks. */
export function TimelineView(
  { route }: { readonly route: Route },
): JSX.Element {
  const project = route.params.get("project") ?? "";
  const announce = useAnnounce();
  const say = useRef(announce);
  say.current = announce;
  const [arrivals] = useState(() => new Batched((text) => say.current(text)));
  useEffect(() => () => arrivals.stop(), []);
  const kind = route.params.get("kind") ?? "";
  const scope = `${kind} ${project}`;
  const shown = useRef({ scope, count: 0 });
  const timeline = useLoaded(
    (signal) => {
      const { current } = shown;
      const count = current.scope === scope ? current.count : 0;
      return loadTimeline({ project, kind }, count, signal);
    },
    [scope],
  );
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const page = timeline.value;
  useEffect(() => {
    shown.current = { scope, count: page?.items.length ?? 0 };
  }, [scope, page]);
  useEffect(() => setFresh(new Set()), [scope]);

  useLive((event) => {
    if (event.name === "deleted") {
      const { address } = event.data;
      timeline.set((it) => it.without(address));
      return;
    }
    // Of very many changes only the number is told.
    if (event.name === "purged" || event.name === "status") {
      return timeline.again();
    }
    const item = itemOfEvent(event);
    if (item === null || project !== "" && item.project !== project) return;
    if (kind !== "" && item.kind !== kind) return;
    timeline.set((it) => it.with(item));
    setFresh((all) => new Set([...all, item.address]));
    arrivals.tell(`New ${item.kind} in ${item.name || "a session"}`);
  });

  const loadMore = async (): Promise<void> => {
    if (page === null) return;
    setBusy(true);
    try {
      const older = await loadOlder({ project, kind }, page);
      if (shown.current.scope !== scope) return;
      timeline.set((it) => it.followedBy(older, page.oldest));
    } catch (error) {
      announce(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <div class="view-head">
        <h1>Timeline</h1>
        <div class="pickers">
          <KindPicker
            chosen={kind}
            hrefFor={(chosen) =>
              hrefOf("timeline", "", { project, kind: chosen })}
          />
          <ProjectPicker
            chosen={project}
            hrefFor={(chosen) =>
              hrefOf("timeline", "", { project: chosen, kind })}
          />
        </div>
      </div>
      {page === null
        ? timeline.problem === null
          ? <Loading />
          : <Failed problem={timeline.problem} again={timeline.again} />
        : page.items.length === 0
        ? scope === " "
          ? <NoCapture />
          : <Empty title="Nothing of this kind is recorded here" />
        : (
          <>
            <Days items={page.items} fresh={fresh} />
            {page.hasMore && <LoadOlder isBusy={isBusy} onClick={loadMore} />}
          </>
        )}
    </>
  );
}
