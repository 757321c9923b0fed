import deno from "../../deno.json" with { type: "json" };
import { readEmbedMeter } from "../recall/vectors/embed_meter.ts";
import { readModelMeter } from "../summary/model_meter.ts";
import { loadPage } from "../viewer/page.ts";
import { pagePolicy } from "../viewer/page_policy.ts";
import { json, reply } from "./_reply.ts";
import type { Call, Route } from "./_route.ts";

/** The viewer, and whether the worker is well. */
export const HEALTH_ROUTES: readonly Route[] = [
  { method: "GET", path: "/", isOpen: true, answer: viewer },
  {
    method: "GET",
    path: "/health",
    isOpen: true,
    answer: () => json({ status: "ok" }),
  },
  { method: "GET", path: "/api/health", answer: health },
  { method: "GET", path: "/api/stream", answer: stream },
];

/** The page has no secret in it: it brings the token along in its address. */
async function viewer(): Promise<Response> {
  const page = await loadPage();
  if (page === null) {
    return reply(
      200,
      "text/plain; charset=utf-8",
      "memory-hooks: the viewer comes with an installation; the API is there.\n",
    );
  }
  return reply(200, "text/html; charset=utf-8", page, {
    "content-security-policy": await pagePolicy(page),
  });
}

function health({ tools }: Call): Response {
  const { backend, store, startedAt } = tools;
  const found = store.read((db) => ({
    schema: Number(db.prepare("PRAGMA user_version").get()?.["user_version"]),
    rows: Number(
      db.prepare("SELECT count(*) AS count FROM rows").get()?.["count"],
    ),
    models: { summary: readModelMeter(db), embed: readEmbedMeter(db) },
  }));
  return json({
    status: "ok",
    version: deno.version,
    pid: Deno.pid,
    uptime_ms: backend.now().getTime() - startedAt,
    ...found,
  });
}

function stream({ tools }: Call): Response {
  return tools.streams.open({ version: deno.version, pid: Deno.pid });
}
