import type { PatternRule, Samples } from "../rule.ts";

/** Personal, deploy, trigger, runner, CI job and agent tokens. */
export const gitlabToken: PatternRule = {
  name: "gitlab_token",
  token: "<GITLAB_TOKEN>",
  pattern: () =>
    /gl(?:pat|dt|ptt|rt|cbt|agent)-[A-Za-z0-9_-]{16,256}(?:\.[A-Za-z0-9_-]{2,32}){0,2}/y,
};

export const gitlabTokenSamples: Samples = {
  hit: [
    ["glpat-" + "abcdefghij1234567890", "<GITLAB_TOKEN>"],
    ["t: glrt-" + "abcdefghij1234567890,", "t: <GITLAB_TOKEN>,"],
  ],
  miss: ["glpat-", "glpat-short"],
};
