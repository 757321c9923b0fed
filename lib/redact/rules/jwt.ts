import type { PatternRule, Samples } from "../rule.ts";

/** Signed and encrypted JSON web tokens (seed: capture). That it begins a word keeps a run of `eyJ` from being read again and again. */
export const jwt: PatternRule = {
  name: "jwt",
  token: "<JWT>",
  pattern: () =>
    /eyJ[A-Za-z0-9_-]{4,16384}\.(?:eyJ[A-Za-z0-9_-]{4,65536}|[A-Za-z0-9_-]{0,1024}\.[A-Za-z0-9_-]{8,64}\.[A-Za-z0-9_-]{4,65536})(?:\.[A-Za-z0-9_-]{0,4096}){0,1}/y,
};

export const jwtSamples: Samples = {
  hit: [
    ["eyJhbGciOiJIUzI1." + "eyJzdWIiOiIxMjM.SflKxw", "<JWT>"],
    ["t=eyJhbGciOiJIUzI1." + "eyJzdWIiOiIxMjM.SflKxw;", "t=<JWT>;"],
    ["eyJhbGciOiJub25l." + "eyJzdWIiOiIxMjM.", "<JWT>"],
  ],
  miss: ["eyJhbGciOiJIUzI1", "eyJ.eyJ.x", "heyJude.heyJude.x"],
};
