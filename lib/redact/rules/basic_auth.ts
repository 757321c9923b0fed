import { isPlaceholder } from "../not_secret.ts";
import type { PatternRule, Samples } from "../rule.ts";

/** User and password of an Authorization header: base64 that holds a colon (RFC 7617). */
export const basicAuth: PatternRule = {
  name: "basic_auth",
  token: "Basic <REDACTED>",
  pattern: () =>
    /basic(?: {1,4}|%20)[A-Za-z0-9+\/_-]{6,4096}(?:=|%3[dD]){0,2}/iy,
  check: (match, text, index) => {
    const value = match[0].slice(5).replace(/%20/g, "").replace(/%3d/gi, "=")
      .trim();
    if (
      /authorization["'\\]{0,4}\s{0,4}[:=,]\s{0,4}["'\\]{0,4}$/i.test(
        text.slice(Math.max(0, index - 40), index),
      )
    ) return !isPlaceholder(value);
    return value.length % 4 === 0 && value.length >= 8 && holdsColon(value);
  },
};

function holdsColon(value: string): boolean {
  try {
    return /^[ -9;-~]+:[ -~]+$/.test(atob(value.slice(0, 400)));
  } catch {
    return false;
  }
}

export const basicAuthSamples: Samples = {
  hit: [
    [
      "Authorization: Basic dXNlcjpodW50ZXIy",
      "Authorization: Basic <REDACTED>",
    ],
    [
      "curl sends Basic dXNlcjpodW50ZXIy there",
      "curl sends Basic <REDACTED> there",
    ],
  ],
  miss: ["basic authentication", "Basic understanding", "visual basic program"],
};
