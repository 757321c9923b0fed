import { isCount, isName, isText } from "../capture/payload.ts";
import { searchLifecycle } from "../recall/search_lifecycle.ts";
import { assertKnown, readFields } from "./_body.ts";
import { bounded, oneLine, projectContext, timeOf } from "./_context.ts";
import { invalid } from "./_problem.ts";
import { knownProject } from "./_project.ts";
import { json, text } from "./_reply.ts";
import type { Call, Route } from "./_route.ts";

/** What a session is told, for hosts without hooks of ours. */
export const CONTEXT_ROUTES: readonly Route[] = [
  { method: "GET", path: "/api/context/inject", answer: inject },
  { method: "POST", path: "/api/context/semantic", answer: semantic },
];

/** Projects that are told of at once. */
const MAX_PROJECTS = 10;

/** UTF-16 units of an item that are told. */
const MAX_ITEM = 600;

/** Plain text on one project (`project`), or several (`projects`, parted by commas). */
function inject({ query, tools }: Call): Response {
  const given = query.get("project") ?? query.get("projects");
  const names = query.has("project") ? [given ?? ""] : (given ?? "").split(",");
  const wanted = names.map((name) => name.trim()).filter((it) => it !== "");
  if (wanted.length === 0) throw invalid("project is missing");
  if (wanted.length > MAX_PROJECTS || wanted.some((it) => it.length > 4096)) {
    throw invalid("projects is too long");
  }
  const contexts = tools.store.read((db) =>
    [...new Set(wanted.map((name) => knownProject(db, name) ?? name))]
      .map((project) => projectContext(db, project))
  );
  return text(
    bounded(contexts.filter((it) => it !== "").join("\n").split("\n")),
  );
}

/** `{context, count}`: what bears on a question. */
async function semantic({ request, tools }: Call): Promise<Response> {
  const body = await readFields(request);
  const q = body.need(["q"], isName);
  const given = body.may(["project"], isText);
  const limit = body.may(["limit"], isCount) ?? 5;
  assertKnown(body);
  if (limit < 1 || limit > 20) throw invalid("limit is not from 1 to 20");
  const items = tools.store.read((db) =>
    searchLifecycle(db, q, {
      limit,
      project: given === null || given === ""
        ? null
        : knownProject(db, given) ?? given,
    }).items
  );
  const lines = items.map((item) =>
    `- ${timeOf(item.at)} ${item.name}: ${
      oneLine(
        [item.title, item.text].filter((it) => it !== "").join(" — "),
        MAX_ITEM,
      )
    } (${item.address})`
  );
  return json({ context: bounded(lines), count: items.length });
}
