import type { DaemonErrorCode } from "./ask_daemon.ts";

/** Something that is asked for. */
export interface Request {
  /** Unique: what is asked for twice by one id is done once. */
  readonly id: string;
  readonly method: string;
  /** Not looked at yet. */
  readonly params: unknown;
}

/** What came of it. */
export type Answer =
  | { readonly id: string | null; readonly result: unknown }
  | {
    readonly id: string | null;
    readonly error: {
      readonly code: DaemonErrorCode;
      readonly message: string;
    };
  };

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/**
 * Takes what came in a frame for a request.
 *
 * @param value The frame's value.
 * @returns `null` where it is none; the answer where it is one that cannot be taken.
 */
export function parseRequest(value: unknown): Request | Answer | null {
  if (
    typeof value !== "object" || value === null ||
    !Object.hasOwn(value, "request")
  ) return null;
  const { request, id, params } = value as Record<string, unknown>;
  if (typeof id !== "string" || !REQUEST_ID.test(id)) {
    return failure(null, "invalid", "the request has no usable id");
  }
  if (typeof request !== "string") {
    return failure(id, "invalid", "there is no such request");
  }
  return { id, method: request, params: params ?? {} };
}

/** The answer to a request that nothing came of. */
export function failure(
  id: string | null,
  code: DaemonErrorCode,
  message: string,
): Answer {
  return { id, error: { code, message } };
}
