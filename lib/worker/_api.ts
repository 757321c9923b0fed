import { Refused } from "../memory/refused.ts";
import type { Backend } from "./backend.ts";
import { hasToken, isFromOtherSite, refusal } from "./_gate.ts";
import { Problem } from "./_problem.ts";
import { problem, reply } from "./_reply.ts";
import { matchOf, type Route, segmentsOf, type Tools } from "./_route.ts";
import { ROUTES } from "./_routes.ts";
import type { StoreReader } from "./_store_reader.ts";
import type { Streams } from "./_streams.ts";

/** Requests that are in work at once. */
const MAX_CALLS = 64;

/** Milliseconds until an answer has to begin. */
const ANSWER_MS = 15_000;

const TABLE = ROUTES.map((route) => ({
  route,
  segments: segmentsOf(route.path),
}));

/** A route that a path leads to. */
interface Match {
  readonly route: Route;
  readonly params: ReadonlyMap<string, string>;
}

/** Answers requests: of those that may ask, about what there is, within a time. */
export class Api {
  /** The server's port, once it is known. */
  port = 0;
  readonly #tools: Tools;
  readonly #token: () => string;
  readonly #ending = new AbortController();
  #calls = 0;

  /**
   * @param token The token that counts now.
   */
  constructor(
    backend: Backend,
    store: StoreReader,
    streams: Streams,
    token: () => string,
  ) {
    this.#tools = {
      backend,
      store,
      streams,
      startedAt: backend.now().getTime(),
      signal: this.#ending.signal,
    };
    this.#token = token;
  }

  /** Answers a request. It never throws. */
  async answer(request: Request): Promise<Response> {
    let response: Response;
    try {
      response = refusal(request, this.port) ?? await this.#routed(request);
    } catch (error) {
      response = this.#failure(error);
    }
    if (request.method !== "HEAD" || response.body === null) return response;
    await response.body.cancel();
    const { status, headers } = response;
    return new Response(null, { status, headers });
  }

  /** Begins nothing new, and breaks off what takes long. */
  close(): void {
    this.#ending.abort();
  }

  async #routed(request: Request): Promise<Response> {
    const { headers, method } = request;
    const url = new URL(request.url);
    const matches = matchesOf(url.pathname);
    const isOpen = matches.some(({ route }) => route.isOpen === true);
    if (method === "OPTIONS" && matches.length > 0) return options(matches);
    if (!isOpen) {
      if (isFromOtherSite(headers)) {
        return problem(403, "forbidden", "another site's page asks");
      }
      if (!hasToken(headers, this.#token())) {
        return problem(401, "unauthorized", "the token is missing or wrong", {
          "www-authenticate": "Bearer",
        });
      }
      this.#tools.backend.stir();
    }
    if (matches.length === 0) {
      return problem(404, "not_found", "there is no such path");
    }
    const wanted = method === "HEAD" ? "GET" : method;
    const match = matches.find(({ route }) => route.method === wanted);
    return match === undefined
      ? problem(405, "method_not_allowed", "not by this method", {
        allow: allowed(matches),
      })
      : await this.#inTime(request, url.searchParams, match);
  }

  async #inTime(
    request: Request,
    query: URLSearchParams,
    { route, params }: Match,
  ): Promise<Response> {
    if (this.#ending.signal.aborted) {
      throw new Problem(503, "busy", "memoryd ends");
    }
    if (this.#calls >= MAX_CALLS) {
      throw new Problem(503, "busy", `${MAX_CALLS} requests are in work`);
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Problem(503, "timeout", "it takes too long")),
        route.ms ?? ANSWER_MS,
      );
    });
    this.#calls++;
    try {
      const answer = (async () =>
        await route.answer({
          request,
          query,
          param: (name) => params.get(name) ?? "",
          tools: this.#tools,
        }))();
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
      this.#calls--;
    }
  }

  #failure(error: unknown): Response {
    if (error instanceof Problem) return error.response();
    if (error instanceof URIError) {
      return problem(400, "ValidationError", "the address is not encoded");
    }
    const name = error instanceof Error ? error.name : "";
    if (error instanceof Refused) {
      return problem(400, "ValidationError", error.message);
    }
    if (name === "StoreBusy") {
      return problem(503, "busy", "another process holds the store");
    }
    if (name === "NewerSchema") {
      return problem(503, "newer_schema", "a later version made the store");
    }
    // The message may quote what was asked for, or stored.
    const { log } = this.#tools.backend;
    log.error(
      `Cannot answer a request: ${/^\w{1,40}$/.test(name) ? name : "Error"}`,
    );
    return problem(500, "failed", "this could not be answered");
  }
}

function matchesOf(path: string): Match[] {
  const given = segmentsOf(path);
  return TABLE.flatMap(({ route, segments }) => {
    const params = matchOf(segments, given);
    return params === null ? [] : [{ route, params }];
  });
}

/** No page of another site is ever told that it may ask: there are no headers for that. */
function options(matches: readonly Match[]): Response {
  return reply(204, "text/plain", null, { allow: allowed(matches) });
}

function allowed(matches: readonly Match[]): string {
  const methods = matches.flatMap(({ route }) =>
    route.method === "GET" ? ["GET", "HEAD"] : [route.method]
  );
  return [...methods, "OPTIONS"].join(", ");
}
