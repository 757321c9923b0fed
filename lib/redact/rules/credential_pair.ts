import { isPlaceholder, looksRandom } from "../not_secret.ts";
import { isWordUnit, type Samples, type ScanRule } from "../rule.ts";

/** User and password as people write them down: `login: bob / hunter2x`. The user stays. */
export const credentialPair: ScanRule = {
  name: "credential_pair",
  token: "<PASSWORD>",
  find: (text, at) => {
    if (!isAnnounced(text, at)) return undefined;
    pair ??=
      /((?:logins?|creds|credentials)(?: for [\w.-]{1,40})?(?: (?:is|are))?:?[ \t]{1,4}(?:user(?:name)? )?["'`]?[A-Za-z][\w.@-]{0,40}["'`]?(?: ?[\/:|,] ?| (?:and|with) | )(?:pass )?["'`]?)[^\s"'`<>\/:]{6,64}(?=["'`.,;)]{0,2}(?:\s|$))/iy;
    pair.lastIndex = at;
    const match = pair.exec(text);
    if (match === null) return undefined;
    const start = at + (match[1] ?? "").length;
    const password = text.slice(start, pair.lastIndex);
    return !isPlaceholder(password) && isMade(password)
      ? { start, end: pair.lastIndex }
      : undefined;
  },
};

let pair: RegExp | undefined;

/** Whether a colon or a word is behind the trigger's word that may announce a pair. Most are followed by others, which this tells cheaply. */
function isAnnounced(text: string, at: number): boolean {
  let end = at + 5;
  while (isWordUnit(text.charCodeAt(end))) end++;
  if (text[end] === ":") return text[end + 1] === " ";
  if (text[end] !== " ") return false;
  const next = text.slice(end + 1, end + 4);
  return next === "is " || next === "is:" || next === "are" || next === "for";
}

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
