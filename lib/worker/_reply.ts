/** Why a request got no answer. */
export type ProblemCode =
  | "ValidationError"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "too_large"
  | "unsupported_type"
  | "timeout"
  | "busy"
  | "newer_schema"
  | "failed";

/** Goes with every answer: nothing may frame it, sniff its type, keep it, or tell another host of it. */
const HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** An answer of any type, with the headers that each has. */
export function reply(
  status: number,
  type: string,
  body: BodyInit | null,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, {
    status,
    headers: { ...HEADERS, "content-type": type, ...headers },
  });
}

/** An answer in JSON. */
export function json(value: unknown, status = 200): Response {
  return reply(status, "application/json", `${JSON.stringify(value)}\n`);
}

/** An answer in plain text. */
export function text(value: string): Response {
  return reply(200, "text/plain; charset=utf-8", value);
}

/** Says why there is no answer. */
export function problem(
  status: number,
  code: ProblemCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return reply(
    status,
    "application/json",
    `${JSON.stringify({ error: { code, message } })}\n`,
    headers,
  );
}
