import type { PatternRule, Samples } from "../rule.ts";

/** Tokens of every kind: personal, OAuth, user, server, refresh (seed: capture) and fine-grained. */
export const githubPat: PatternRule = {
  name: "github_pat",
  token: "<GH_PAT>",
  pattern: () =>
    /(?:gh[oprsu]_[A-Za-z0-9_]{16,1024}|github_pat_[A-Za-z0-9_]{20,1024})/y,
};

export const githubPatSamples: Samples = {
  hit: [
    ["ghp_" + "abcdefghij1234567890abcdefghij", "<GH_PAT>"],
    ["token ghs_" + "abcdefghij1234567890abcdefghij!", "token <GH_PAT>!"],
    [
      "github_pat_" + "11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz0123456789",
      "<GH_PAT>",
    ],
  ],
  miss: ["ghp_ and gho_ are prefixes", "github_pat_", "ghp_short"],
};
