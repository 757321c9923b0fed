import { isPlaceholder, looksRandom } from "../not_secret.ts";
import type { PatternRule, Samples } from "../rule.ts";

/** User and password as people write them down: `login: bob / hunter2x`. The user stays. */
export const credentialPair: PatternRule = {
  name: "credential_pair",
  token: "<PASSWORD>",
  triggers: ["login", "creds", "credentials"],
  word: true,
  pattern: () =>
    /((?:logins?|creds|credentials)(?: (?:for|to|on) [\w.-]{1,40})?(?: (?:is|are))?:?[ \t]{1,4}(?:user(?:name)? )?["'`]?[A-Za-z][\w.@-]{0,40}["'`]?(?: ?[\/:|,] ?| (?:and|with) | )(?:pass )?["'`]?)[^\s"'`<>\/:]{6,64}(?=["'`.,;)]{0,2}(?:\s|$))/iy,
  check: (match) => {
    const password = match[0].slice(match[1]?.length);
    return !isPlaceholder(password) && isMade(password);
  },
};

/** With a digit, and no name that has a number, call or version. */
function isMade(password: string): boolean {
  return looksRandom(password) && /[A-Za-z].*\d|\d.*[A-Za-z]/.test(password) &&
    !/[()=[\]{}\\]|^[a-z]+[_-]?\d{1,2}[.,;]?$|^v?\d+\.\d/.test(password);
}

export const credentialPairSamples: Samples = {
  hit: [
    ["login: bob / hunter2x", "login: bob / <PASSWORD>"],
    [
      "the creds for prod are bob:hunter2x",
      "the creds for prod are bob:<PASSWORD>",
    ],
    [
      "credentials: user admin pass Winter2024!",
      "credentials: user admin pass <PASSWORD>",
    ],
    ["Login is `admin` / `Winter2024!`.", "Login is `admin` / `<PASSWORD>`."],
  ],
  miss: [
    "login: see docs/setup2",
    "login with user1 and user22",
    "the login page uses oauth2",
    "credentials: include, method: POST",
    "login: bob / password",
    "creds are in vault:kv2",
  ],
};
