/// <reference lib="dom" />
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { onRefusal } from "./api/call.ts";
import { follow } from "./api/follow.ts";
import { takeToken } from "./api/token.ts";
import { Icon, type IconName } from "./parts/icon.tsx";
import { SearchBox } from "./parts/search_box.tsx";
import { Live, LiveContext } from "./state/live.ts";
import { hrefOf, type Route, useRoute } from "./state/route.ts";
import { AnnounceContext } from "./state/use_announce.ts";
import { ActivityView } from "./views/activity_view.tsx";
import { GraphView } from "./views/graph_view.tsx";
import { ItemView } from "./views/item_view.tsx";
import { MemoryView } from "./views/memory_view.tsx";
import { NoToken } from "./views/no_token.tsx";
import { SearchView } from "./views/search_view.tsx";
import { SessionView } from "./views/session_view.tsx";
import { SessionsView } from "./views/sessions_view.tsx";
import { SettingsView } from "./views/settings_view.tsx";
import { TimelineView } from "./views/timeline_view.tsx";

/** Milliseconds for which something that was said is seen. */
const SAID_MS = 5000;

/** The views that the navigation has, and the others that belong to them. */
const VIEWS: readonly (readonly [IconName, string, readonly string[]])[] = [
  ["timeline", "Timeline", ["item"]],
  ["sessions", "Sessions", ["session"]],
  ["graph", "Vault", []],
  ["activity", "Activity", []],
  ["settings", "Settings", []],
];

/** The page. */
export function App(): JSX.Element {
  const [isRefused, setRefused] = useState(false);
  const [token] = useState(takeToken);
  useEffect(() => onRefusal(() => setRefused(true)), []);
  return token === null || isRefused
    ? <NoToken isRefused={isRefused} />
    : <Page />;
}

function Page(): JSX.Element {
  const route = useRoute();
  const [live] = useState(() => new Live());
  const [isLive, setLive] = useState(false);
  const [said, setSaid] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const main = useRef<HTMLElement>(null);
  const place = useRef("");
  const announce = (text: string): void => {
    setSaid(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaid(""), SAID_MS);
  };
  useEffect(() => {
    const ending = new AbortController();
    follow((event) => live.tell(event), setLive, ending.signal);
    return () => ending.abort();
  }, [live]);
  useEffect(() => {
    const now = `${route.view}/${route.view === "session" ? route.of : ""}`;
    // Another view begins at its top, and is what the next key goes to.
    if (place.current !== "" && place.current !== now) {
      scrollTo(0, 0);
      if (route.view !== "search") main.current?.focus({ preventScroll: true });
    }
    place.current = now;
    document.title = `${titleOf(route)} · Memory`;
  }, [route]);
  return (
    <LiveContext.Provider value={live}>
      <AnnounceContext.Provider value={announce}>
        <a
          class="skip"
          href="#main"
          onClick={(event) => {
            event.preventDefault();
            main.current?.focus();
          }}
        >
          Skip to the content
        </a>
        <div class="frame">
          <header class="top">
            <a class="brand" href={hrefOf("timeline")} aria-label="Memory">
              <Icon name="graph" />
              <span>Memory</span>
            </a>
            <SearchBox route={route} />
            <p class={isLive ? "live on" : "live"}>
              <i />
              {isLive ? "Live" : "Not connected"}
            </p>
          </header>
          <nav class="views" aria-label="Views">
            {VIEWS.map(([view, name, others]) => (
              <a
                key={view}
                href={hrefOf(view)}
                aria-current={route.view === view
                  ? "page"
                  : others.includes(route.view)
                  ? "true"
                  : undefined}
              >
                <Icon name={view} />
                <span>{name}</span>
              </a>
            ))}
          </nav>
          <main
            ref={main}
            id="main"
            tabIndex={-1}
            class={route.view === "graph" ? "main whole" : "main"}
          >
            <View route={route} />
          </main>
        </div>
        <p
          class={said === "" ? "said" : "said seen"}
          role="status"
          aria-live="polite"
        >
          {said}
        </p>
      </AnnounceContext.Provider>
    </LiveContext.Provider>
  );
}

function View({ route }: { readonly route: Route }): JSX.Element {
  switch (route.view) {
    case "search":
      return <SearchView route={route} />;
    case "sessions":
      return <SessionsView route={route} />;
    case "session":
      return <SessionView key={route.of} route={route} />;
    case "memory":
      return <MemoryView key={route.of} route={route} />;
    case "item":
      return <ItemView key={route.of} route={route} />;
    case "graph":
      return <GraphView route={route} />;
    case "activity":
      return <ActivityView />;
    case "settings":
      return <SettingsView />;
    default:
      return <TimelineView route={route} />;
  }
}

function titleOf({ view, of }: Route): string {
  if (view === "search") return of;
  const named = VIEWS.find(([name, , others]) =>
    name === view || others.includes(view)
  );
  return named?.[1] ?? "Memory";
}
