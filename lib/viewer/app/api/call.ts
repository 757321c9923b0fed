/// <reference lib="dom" />
import { ApiError } from "./api_error.ts";
import { takeToken } from "./token.ts";

/** How something is asked of the worker. */
export interface CallOptions {
  readonly method?: "GET" | "POST" | "DELETE";
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly text?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Is told when the worker refuses the token. */
let refused: () => void = () => {};

/** Says who is told when the worker refuses the token. */
export function onRefusal(listener: () => void): void {
  refused = listener;
}

/**
 * Asks the worker.
 *
 * @param path The path and query.
 * @throws {ApiError} when it refuses, or does not answer.
 */
export async function call(
  path: string,
  { method = "GET", body, text, signal }: CallOptions = {},
): Promise<Response> {
  const content = body === undefined ? text : JSON.stringify(body);
  const response = await fetch(path, {
    method,
    signal: signal ?? null,
    cache: "no-store",
    headers: {
      authorization: `Bearer ${takeToken() ?? ""}`,
      ...content === undefined ? {} : { "content-type": "application/json" },
    },
    body: content ?? null,
  }).catch((error) => {
    if (signal?.aborted) throw error;
    throw new ApiError(0, "The worker does not answer. Is it running?");
  });
  if (response.ok) return response;
  if (response.status === 401) refused();
  throw new ApiError(response.status, await reasonIn(response));
}

/** Asks the worker for JSON, which is trusted to be what the API says. */
export async function callJson<T>(
  path: string,
  options: CallOptions = {},
): Promise<T> {
  return await (await call(path, options)).json() as T;
}

async function reasonIn(response: Response): Promise<string> {
  try {
    const { error } = await response.json() as {
      error: { message: string };
    };
    return error.message;
  } catch {
    return `The worker answered with status ${response.status}`;
  }
}
