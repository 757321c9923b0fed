import type { PatternRule, Samples } from "../rule.ts";

/** API keys, OAuth client secrets, access and refresh tokens. */
export const googleKey: PatternRule = {
  name: "google_key",
  token: "<GOOGLE_KEY>",
  pattern: () =>
    /(?:AIza[A-Za-z0-9_-]{30,64}|GOCSPX-[A-Za-z0-9_-]{16,128}|ya29\.[A-Za-z0-9_-]{20,2048}|1\/\/0[A-Za-z0-9_-]{30,512})/y,
};

export const googleKeySamples: Samples = {
  hit: [
    ["AIza" + "SyA1234567890abcdefghijklmnopqrstuv", "<GOOGLE_KEY>"],
    ["secret GOCSPX-" + "abcdefghij1234567890abcd", "secret <GOOGLE_KEY>"],
    ["ya29." + "a0AfH6SMabcdefghij1234567890", "<GOOGLE_KEY>"],
    ["1//0" + "gabcdefghij1234567890abcdefghij", "<GOOGLE_KEY>"],
  ],
  miss: ["AIza", "ya29.", "GOCSPX-", "1//0"],
};
