import type { PatternRule, Samples } from "../rule.ts";

/** Keys of users (seed: capture), projects, service accounts and admins. */
export const openaiKey: PatternRule = {
  name: "openai_key",
  token: "<OPENAI_KEY>",
  pattern: () =>
    /sk-(?:[A-Za-z0-9]{32,512}|(?:proj|svcacct|admin|None|or-v1)-[A-Za-z0-9_-]{20,512})/y,
};

export const openaiKeySamples: Samples = {
  hit: [
    ["sk-" + "abcdefghij1234567890abcdefghij12", "<OPENAI_KEY>"],
    ["key=sk-proj-" + "Ab1_-Ab1_-Ab1_-Ab1_-Ab1", "key=<OPENAI_KEY>"],
    ["sk-svcacct-" + "Ab1_-Ab1_-Ab1_-Ab1_-Ab1.", "<OPENAI_KEY>."],
  ],
  miss: [
    "task-abcdefghij1234567890abcdefghij12",
    "sk-learn",
    "disk-d41d8cd98f00b204e9800998ecf8427e",
    "sk-proj-",
  ],
};
