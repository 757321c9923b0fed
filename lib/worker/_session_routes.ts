import { observationsOfFiles } from "../lifecycle/observations_of_files.ts";
import { readProjects } from "../lifecycle/read_projects.ts";
import { readSession } from "../lifecycle/read_session.ts";
import { readSessions } from "../lifecycle/read_sessions.ts";
import { readStatistics } from "../lifecycle/read_statistics.ts";
import { readTimeline } from "../lifecycle/read_timeline.ts";
import type { ItemKind } from "../lifecycle/types.ts";
import { invalid, notFound } from "./_problem.ts";
import { projectOfQuery } from "./_project.ts";
import { kindsOf, numberOf, textOf } from "./_query.ts";
import { json } from "./_reply.ts";
import type { Call, Route } from "./_route.ts";

/** What happened, and how much of it there is. */
export const SESSION_ROUTES: readonly Route[] = [
  { method: "GET", path: "/api/timeline", answer: timeline },
  { method: "GET", path: "/api/sessions", answer: sessions },
  { method: "GET", path: "/api/session/:id", answer: session },
  { method: "GET", path: "/api/observations/by-file", answer: byFile },
  { method: "GET", path: "/api/projects", answer: projects },
  { method: "GET", path: "/api/statistics", answer: statistics },
];

const ITEM_KINDS: readonly ItemKind[] = ["prompt", "observation", "summary"];

const MAX_TIME = Number.MAX_SAFE_INTEGER;

/** `{items}`, the oldest first. */
function timeline({ query, tools }: Call): Response {
  const limit = numberOf(query, "limit", [1, 500], 50);
  const anchor = textOf(query, "anchor");
  const session = textOf(query, "session");
  const kinds = kindsOf(query, ITEM_KINDS);
  const around = anchor !== undefined && /^\d{1,16}$/.test(anchor)
    ? Number(anchor)
    : anchor;
  const items = tools.store.read((db) => {
    const project = projectOfQuery(db, query);
    return readTimeline(db, {
      limit,
      ...(project === undefined ? {} : { project }),
      ...(session === undefined ? {} : { session }),
      ...(around === undefined ? {} : { around }),
      ...(kinds === null ? {} : { kinds }),
      ...countOf(query, "before", limit),
      ...countOf(query, "after", limit),
    });
  });
  return json({ items });
}

function countOf(
  query: URLSearchParams,
  name: "before" | "after",
  most: number,
): { readonly before?: number; readonly after?: number } {
  return textOf(query, name) === undefined
    ? {}
    : { [name]: numberOf(query, name, [0, most], 0) };
}

/** `{sessions}`, the latest first; `before` is the `lastAt` of the last one of a page, for the next. */
function sessions({ query, tools }: Call): Response {
  const limit = numberOf(query, "limit", [1, 200], 50);
  const before = numberOf(query, "before", [0, MAX_TIME], MAX_TIME);
  const found = tools.store.read((db) => {
    const project = projectOfQuery(db, query);
    return readSessions(db, {
      limit,
      before,
      ...(project === undefined ? {} : { project }),
    });
  });
  return json({ sessions: found });
}

/** The story of a session, by its number in the store or the host's id of it. */
function session({ param, tools }: Call): Response {
  const id = param("id");
  const story = tools.store.read((db) =>
    readSession(db, id) ??
      (/^[1-9]\d{0,14}$/.test(id) ? readSession(db, Number(id)) : null)
  );
  if (story === null) throw notFound("session");
  return json(story);
}

/** `{observations, count}` of the files that are named, each by a `path`. */
function byFile({ query, tools }: Call): Response {
  const paths = query.getAll("path");
  if (paths.length === 0) throw invalid("path is missing");
  if (paths.length > 50) throw invalid("path is given more than 50 times");
  const limit = numberOf(query, "limit", [1, 200], 40);
  const observations = tools.store.read((db) => {
    const project = projectOfQuery(db, query);
    return observationsOfFiles(db, paths, {
      limit,
      ...(project === undefined ? {} : { project }),
    });
  });
  return json({ observations, count: observations.length });
}

function projects({ tools }: Call): Response {
  return json({ projects: tools.store.read(readProjects) });
}

function statistics({ tools }: Call): Response {
  return json(tools.store.read(readStatistics));
}
