import { problem } from "./_reply.ts";
import { isToken } from "./_token.ts";

/**
 * Lets in who comes from this machine and means this server: a page of another site reaches 127.0.0.1 as well, by a link, a form, a
 * script, or a name of its own that leads here.
 *
 * @param request What was asked.
 * @param port The server's port.
 * @returns `null` for those, else the refusal.
 */
export function refusal(request: Request, port: number): Response | null {
  const { headers } = request;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const host = headers.get("host")?.toLowerCase();
  if (host === undefined || !hosts.includes(host)) {
    return problem(403, "forbidden", "the Host is none of this server's");
  }
  // A request may name a host in its first line, too.
  if (!hosts.includes(new URL(request.url).host)) {
    return problem(403, "forbidden", "the address is none of this server's");
  }
  const origin = headers.get("origin");
  if (origin !== null && !hosts.some((it) => origin === `http://${it}`)) {
    return problem(403, "forbidden", "the Origin is not this server's");
  }
  return null;
}

/**
 * Whether a request may have come from another site's page, by what browsers say of it.
 *
 * @param headers The request's.
 */
export function isFromOtherSite(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin" && site !== "none";
}

/**
 * Whether a request has the token: as `Authorization: Bearer …` or `X-Memory-Hooks-Token: …`.
 *
 * @param headers The request's.
 * @param token The right one.
 */
export function hasToken(headers: Headers, token: string): boolean {
  const [, bearer] = /^Bearer +([^ ]+) *$/i.exec(
    headers.get("authorization") ?? "",
  ) ?? [];
  const given = bearer ?? headers.get("x-memory-hooks-token") ?? "";
  return isToken(given, token);
}
