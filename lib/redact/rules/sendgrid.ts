import type { PatternRule, Samples } from "../rule.ts";

/** API keys: an id of 22 and a secret of 43 characters. */
export const sendgridKey: PatternRule = {
  name: "sendgrid_key",
  token: "<SENDGRID_KEY>",
  pattern: () => /SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,128}/y,
};

export const sendgridKeySamples: Samples = {
  hit: [[
    "SG." +
    "abcdefghij1234567890AB.abcdefghij1234567890abcdefghij1234567890ABC",
    "<SENDGRID_KEY>",
  ]],
  miss: ["SG.", "msg.abcdefghij1234567890AB.abcdefghij1234567890", "SG.a.b"],
};
