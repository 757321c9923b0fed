import { isPlaceholder, looksRandom } from "../not_secret.ts";
import type { Samples, ScanRule } from "../rule.ts";
import { authorityAt, authorityStart } from "../authority.ts";

/**
 * The password of `scheme://user:password@host`, also where it has `@`, `?` or `#` that nobody encoded, and a token that stands for
 * both: `scheme://token@host`.
 */
export const urlPassword: ScanRule = {
  name: "url_password",
  token: "<PASSWORD>",
  find: (text, at) => {
    const from = authorityStart(text, at);
    const found = authorityAt(text, at);
    const host = found.lastIndexOf("@");
    const colon = found.indexOf(":");
    if (colon < 0 || colon > host) {
      return isToken(found.slice(0, Math.max(0, host)))
        ? { start: from, end: from + host }
        : undefined;
    }
    if (colon + 1 >= host) return undefined;
    const password = found.slice(colon + 1, host);
    // `localhost:8080?mail=a@b.c` has a port and a query.
    if (/^\d{1,5}[?#]|^[^?#]*[?#][^=]*=[^@]*[&=]/.test(password)) {
      return undefined;
    }
    if (
      /[?#,;()\[\]{}]/.test(found.slice(0, colon).replace(/\$?\{\w*\}/g, ""))
    ) {
      return undefined;
    }
    // A placeholder is longer.
    if (isPlaceholder(password) && !/^\w{1,2}$/.test(password)) {
      return undefined;
    }
    return { start: from + colon + 1, end: from + host };
  },
};

/** Whether the user of an address is none, but a token: long, and no name with a number. */
function isToken(user: string): boolean {
  return user.length >= 16 && /^[\w.~%-]+$/.test(user) &&
    /\d.*[A-Za-z].*\d/.test(user) && looksRandom(user);
}

export const urlPasswordSamples: Samples = {
  hit: [
    [
      "postgres://app:hunter2x@db.example.com:5432/app",
      "postgres://app:<PASSWORD>@db.example.com:5432/app",
    ],
    ["redis://:p4ssw0rd@cache:6379/0", "redis://:<PASSWORD>@cache:6379/0"],
    [
      "https://x-access-token:hunter2x@github.com/a/b",
      "https://x-access-token:<PASSWORD>@github.com/a/b",
    ],
    [
      "https://x-access-token:pw@github.com/a",
      "https://x-access-token:<PASSWORD>@github.com/a",
    ],
    [
      "git clone https://ghx81kf02mzq93kd@github.com/a/b.git",
      "git clone https://<PASSWORD>@github.com/a/b.git",
    ],
    ["https://me:p@ss#w0rd@host/x", "https://me:<PASSWORD>@host/x"],
  ],
  miss: [
    "https://example.com:8080/users/@me",
    "http://localhost:8080?mail=a@b",
    "postgres://$USER:$PASSWORD@host/db",
    "postgres://user:password@host/db",
    "ssh://git@github.com/a/b.git",
    "ssh://deployment-user-2024@host/x",
    "https://${TOKEN_1_FROM_ENV_2}@host/x",
    "https://%s:%s@host/x",
  ],
};
