/// <reference lib="dom" />
import { useEffect, useState } from "preact/hooks";

/** What the page shows, as its fragment says. */
export interface Route {
  readonly view: string;
  /** What the view is of: a session, an item, a note; `""` where it is of nothing. */
  readonly of: string;
  readonly params: URLSearchParams;
}

/** Takes a fragment apart, such as `#/session/abc?at=3`. */
export function parseRoute(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#?\/?/, "").split("?");
  const [view = "", ...rest] = path.split("/");
  return {
    view: view === "" ? "timeline" : view,
    of: decoded(rest.join("/")),
    params: new URLSearchParams(search),
  };
}

/** The fragment of a view. */
export function hrefOf(
  view: string,
  of = "",
  params: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams(
    Object.entries(params).filter(([, value]) => value !== ""),
  ).toString();
  return `#/${view}${of === "" ? "" : `/${encodeURIComponent(of)}`}${
    search === "" ? "" : `?${search}`
  }`;
}

/** Goes to a view without a new step in the history, as while somebody types. */
export function replaceRoute(href: string): void {
  history.replaceState(null, "", href);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/** What the page shows now. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const changed = (): void => setRoute(parseRoute(location.hash));
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return route;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
