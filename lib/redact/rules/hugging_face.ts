import type { PatternRule, Samples } from "../rule.ts";

/** User access tokens. */
export const huggingFaceToken: PatternRule = {
  name: "hugging_face_token",
  token: "<HF_TOKEN>",
  pattern: () => /hf_[A-Za-z0-9]{30,128}/y,
};

export const huggingFaceTokenSamples: Samples = {
  hit: [["hf_" + "abcdefghijABCDEFGHIJabcdefghijABCD", "<HF_TOKEN>"]],
  miss: ["hf_hub_download", "hf_", "shf_abcdefghijABCDEFGHIJabcdefghijABCD"],
};
