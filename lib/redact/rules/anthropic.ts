import type { PatternRule, Samples } from "../rule.ts";

/** Keys and OAuth tokens (seed: capture). */
export const anthropicKey: PatternRule = {
  name: "anthropic_key",
  token: "<ANTHROPIC_KEY>",
  pattern: () => /sk-ant-[A-Za-z0-9_-]{20,1024}/y,
};

export const anthropicKeySamples: Samples = {
  hit: [
    ["sk-ant-" + "api03-foobar1234567890abcdefghij", "<ANTHROPIC_KEY>"],
    ["x sk-ant-" + "oat01-AbCd_1234567890-AbCdEfGhIj x", "x <ANTHROPIC_KEY> x"],
  ],
  miss: ["sk-ant-", "sk-ant-api03-…", "risk-antenna"],
};
