import type { PatternRule, Samples } from "../rule.ts";

/** Access tokens of the npm registry, and what `.npmrc` calls `_authToken` and `_auth`. */
export const npmToken: PatternRule = {
  name: "npm_token",
  token: "<NPM_TOKEN>",
  pattern: () =>
    /(?:npm_[A-Za-z0-9]{30,128}|(:_auth(?:Token)?=["']?)[^\s"'${}<>]{8,1024})/y,
};

export const npmTokenSamples: Samples = {
  hit: [
    ["npm_" + "abcdefghij1234567890abcdefghij123456", "<NPM_TOKEN>"],
    [
      "//registry.npmjs.org/:_authToken=" +
      "00000000-1111-2222-3333-444444444444",
      "//registry.npmjs.org/:_authToken=<NPM_TOKEN>",
    ],
  ],
  miss: [
    "npm_config_registry",
    "npm_package_version",
    "//registry.npmjs.org/:_authToken=${NPM_TOKEN}",
  ],
};
