import type { PatternRule, Samples } from "../rule.ts";

/** Secret, restricted and publishable keys of both modes, and signing secrets of webhooks. */
export const stripeKey: PatternRule = {
  name: "stripe_key",
  token: "<STRIPE_KEY>",
  pattern: () =>
    /(?:[srp]k_(?:live|test)_[A-Za-z0-9]{10,256}|whsec_[A-Za-z0-9+\/=]{16,256})/y,
};

export const stripeKeySamples: Samples = {
  hit: [
    ["sk_live" + "_abcdefghij1234567890ABCD", "<STRIPE_KEY>"],
    ["rk_live" + "_abcdefghij1234567890ABCD", "<STRIPE_KEY>"],
    ["pk_live" + "_abcdefghij1234567890ABCD", "<STRIPE_KEY>"],
    ["whsec" + "_abcdefghij1234567890ABCD", "<STRIPE_KEY>"],
  ],
  miss: ["sk_live_", "risk_live_data", "whsec_…"],
};
