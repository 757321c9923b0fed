import type { Backend } from "./backend.ts";
import type { StoreReader } from "./_store_reader.ts";
import type { Streams } from "./_streams.ts";

/** What answers are made with. */
export interface Tools {
  readonly backend: Backend;
  readonly store: StoreReader;
  readonly streams: Streams;
  /** When the worker began, in ms since the epoch. */
  readonly startedAt: number;
  /** Aborted when the worker ends. */
  readonly signal: AbortSignal;
}

/** One request. */
export interface Call {
  readonly request: Request;
  readonly query: URLSearchParams;
  /** What stands in the place of `:name` in the route's path. */
  readonly param: (name: string) => string;
  readonly tools: Tools;
}

/** What is answered, and how. */
export interface Route {
  readonly method: "GET" | "POST" | "DELETE";
  /** Its segments; one that begins with `:` stands for any. */
  readonly path: string;
  /** Whether it is answered without the token. It must not tell anything then. */
  readonly isOpen?: boolean;
  /**
   * Milliseconds until the answer has to begin.
   *
   * @default {15000}
   */
  readonly ms?: number;
  answer(call: Call): Response | Promise<Response>;
}

/** Takes a path apart, as `matchOf()` compares it. */
export function segmentsOf(path: string): string[] {
  return path.split("/").slice(1);
}

/**
 * What a path has in the places of a route's names.
 *
 * @param route The route's segments.
 * @param path The path's.
 * @returns `null` where it is another path.
 * @throws {URIError} when a segment is not encoded as it has to be.
 */
export function matchOf(
  route: readonly string[],
  path: readonly string[],
): Map<string, string> | null {
  if (route.length !== path.length) return null;
  const params = new Map<string, string>();
  for (const [at, segment] of route.entries()) {
    const given = path[at] ?? "";
    if (segment.startsWith(":")) {
      if (given === "") return null;
      params.set(segment.slice(1), decodeURIComponent(given));
    } else if (segment !== given) return null;
  }
  return params;
}
