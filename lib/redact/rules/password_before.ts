import { isPlaceholder, looksRandom } from "../not_secret.ts";
import type { Samples, ScanRule } from "../rule.ts";
import { wordBefore } from "../word_before.ts";

/** What says that the word in front is a password. */
const SAYING = (): RegExp =>
  /(?: as| is| là)(?: (?:the|my|our|your|his|her|its|a|new|root|admin|user|default|db|database|login|temporary|wifi)){0,3} (?:passwords?|passwort|passphrase|pw|pwd|mật khẩu)(?![\w-]| (?:hash|algorithm|format|type|manager|field|is|for the hash))/iy;

/** A password that people name behind it: `use hunter2x as the password`. */
export const passwordBefore: ScanRule = {
  name: "password_before",
  token: "<PASSWORD>",
  find: (text, at) => {
    const { start, end, hasDigit } = wordBefore(text, at);
    if (!hasDigit) return undefined;
    const saying = SAYING();
    saying.lastIndex = at;
    if (!saying.test(text)) return undefined;
    const content = text.slice(start, end);
    const isName = /^[A-Za-z_.-]+\d?$|^[A-Za-z]+\d{3}$|^\d+$|[\/()[\]{}<>]/;
    if (isPlaceholder(content) || isName.test(content)) return undefined;
    return looksRandom(content) ? { start, end } : undefined;
  },
};

export const passwordBeforeSamples: Samples = {
  hit: [
    ["use hunter2x as the password", "use <PASSWORD> as the password"],
    [
      "set `Sommer24!` as my root password",
      "set `<PASSWORD>` as my root password",
    ],
    [
      "Tr0ub4dor&3 is the new admin password",
      "<PASSWORD> is the new admin password",
    ],
    ["hunter2x là mật khẩu", "<PASSWORD> là mật khẩu"],
  ],
  miss: [
    "use it as the password",
    "use argon2id as the password hash",
    "v2 is the password format",
    "sha256 as password",
    "import md5 as password_hash",
    "field1 as password",
    "the word is the password",
  ],
};
