import type { PatternRule, Samples } from "../rule.ts";

/**
 * The token of an Authorization header (seed: capture). Without the header, a word of letters alone may be prose, such as "bearer
 * authentication"; behind the header, any length is a token.
 */
export const bearerToken: PatternRule = {
  name: "bearer_token",
  token: "Bearer <REDACTED>",
  pattern: () => /bearer(?:\s|%20|\+){1,8}[A-Za-z0-9._~+\/=-]{6,65536}/iy,
  check: (match, text, index) => {
    const value = match[0].replace(/^bearer(?:\s|%20|\+)+/i, "");
    if (
      /authorization["'\\]{0,4}\s{0,4}[:=,]\s{0,4}["'\\]{0,4}$/i.test(
        text.slice(Math.max(0, index - 40), index),
      )
    ) {
      return !/^(?:tokens?|authentication|auth|scheme|realm)\b/i.test(value);
    }
    if (value.length < 12) return false;
    return /\d/.test(value) || value.length >= 32 ||
      value.length >= 16 && /[a-z][A-Z]/.test(value);
  },
};

export const bearerTokenSamples: Samples = {
  hit: [
    [
      "Authorization: Bearer abcdefghij1234",
      "Authorization: Bearer <REDACTED>",
    ],
    [
      "Authorization: Bearer abc123def456...",
      "Authorization: Bearer <REDACTED>",
    ],
    ["send bearer abcdefghij123456", "send Bearer <REDACTED>"],
    [
      '"Authorization": "Bearer s3cr3t"',
      '"Authorization": "Bearer <REDACTED>"',
    ],
  ],
  miss: [
    "bearer authentication is used",
    "Authorization: Bearer <token>",
    "Authorization: Bearer ${TOKEN}",
    "a Bearer certificate",
  ],
};
