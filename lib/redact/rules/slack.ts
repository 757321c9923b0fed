import type { PatternRule, Samples } from "../rule.ts";

/** Tokens of bots, users, apps and configurations, and the address of an incoming webhook. */
export const slackToken: PatternRule = {
  name: "slack_token",
  token: "<SLACK_TOKEN>",
  pattern: () =>
    /(?:xox[abcdeoprs][-.][A-Za-z0-9%.-]{10,512}|xapp-[A-Za-z0-9-]{10,512}|hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9_\/-]{16,256})/iy,
  check: (match) => /\d/.test(match[0]),
};

export const slackTokenSamples: Samples = {
  hit: [
    ["xoxb" + "-123456789012-abcdefghijkl", "<SLACK_TOKEN>"],
    ["SLACK=xapp" + "-1-A0123456789-abcdef", "SLACK=<SLACK_TOKEN>"],
    [
      "https://hooks.slack.com/" + "services/T00000000/B00000000/abcdefgh1234",
      "https://<SLACK_TOKEN>",
    ],
  ],
  miss: [
    "xoxb- is a prefix",
    "https://hooks.slack.com/services/",
    "xapp-name",
  ],
};
