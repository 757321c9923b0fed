/// <reference lib="dom" />
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { callJson } from "../api/call.ts";
import type { SessionStory, SessionView as Session } from "../api/types.ts";
import { CutText } from "../parts/cut_text.tsx";
import { Icon } from "../parts/icon.tsx";
import { PurgeButton } from "../parts/purge_button.tsx";
import { Failed, Loading } from "../parts/states.tsx";
import { StoryTurn } from "../parts/story_turn.tsx";
import { SummaryText } from "../parts/summary_text.tsx";
import { When } from "../parts/when.tsx";
import { countOf } from "../state/amounts.ts";
import { itemOfEvent } from "../state/item_of_event.ts";
import { useLive } from "../state/live.ts";
import { hrefOf, type Route } from "../state/route.ts";
import { span } from "../state/times.ts";
import { turnsOf, withoutItem } from "../state/turns_of.ts";
import { useLoaded } from "../state/use_loaded.ts";

/** One session as a story: what was asked, what was done for it, and what came of it. */
export function SessionView(
  { route }: { readonly route: Route },
): JSX.Element {
  const story = useLoaded(
    (signal) =>
      callJson<SessionStory>(`/api/session/${encodeURIComponent(route.of)}`, {
        signal,
      }),
    [route.of],
  );
  useLive((event) => {
    const { address } = event.data;
    if (event.name === "purged" || address === `session:${route.of}`) {
      if (event.name !== "session") location.hash = hrefOf("sessions");
    } else if (event.name === "deleted" && typeof address === "string") {
      story.set((it) => withoutItem(it, address));
    } else if (
      event.name === "status" || itemOfEvent(event)?.session === route.of
    ) story.again();
  });
  const target = route.params.get("item") ?? "";
  const isThere = story.value !== null;
  useEffect(() => {
    const element = [...document.querySelectorAll("[data-address]")]
      .find((it) => it.getAttribute("data-address") === target);
    element?.scrollIntoView({ block: "center" });
    element?.classList.add("target");
    return () => element?.classList.remove("target");
  }, [isThere, target]);
  if (story.value === null) {
    return story.problem === null
      ? <Loading />
      : <Failed problem={story.problem} again={story.again} />;
  }
  const { session, summary } = story.value;
  return (
    <>
      <a class="back" href={hrefOf("sessions")}>
        <Icon name="back" />Sessions
      </a>
      <div class="view-head">
        <h1 class="story-title">{session.request || "Session"}</h1>
        <PurgeButton
          what="this session"
          target={{ session: session.session }}
          count={countsOf(session)}
        />
      </div>
      <Facts session={session} />
      {summary !== null && (
        <section
          class="panel"
          aria-label="Summary"
          data-address={summary.address}
        >
          <h2>Summary</h2>
          <SummaryText summary={summary} />
        </section>
      )}
      <ol class="story">
        {turnsOf(story.value).map((turn) => (
          <StoryTurn key={turn.number} turn={turn} target={target} />
        ))}
      </ol>
      {session.answer !== "" && (
        <section class="panel answer" aria-label="Last answer">
          <h2>Last answer</h2>
          <CutText text={session.answer} most={900} />
        </section>
      )}
    </>
  );
}

function Facts({ session }: { readonly session: Session }): JSX.Element {
  const { beganAt, lastAt, endedAt, name, cwd, redactions } = session;
  return (
    <p class="facts">
      <span class="strong">{name}</span>
      <span class="path">{cwd}</span>
      <span>
        <When at={beganAt} whole />
      </span>
      <span>{endedAt === null ? "not ended" : span(lastAt - beganAt)}</span>
      {redactions > 0 && <span>{countOf(redactions, "redaction")}</span>}
    </p>
  );
}

function countsOf({ prompts, observations }: Session): string {
  return `${countOf(prompts, "prompt")} and ${
    countOf(observations, "observation")
  }`;
}
