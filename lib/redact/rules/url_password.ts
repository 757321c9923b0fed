import { isPlaceholder } from "../not_secret.ts";
import type { Samples, ScanRule } from "../rule.ts";

let authority: RegExp | undefined;

/** The password of `scheme://user:password@host`, also where it has `@`, `?` or `#` that nobody encoded. */
export const urlPassword: ScanRule = {
  name: "url_password",
  token: "<PASSWORD>",
  triggers: ["://", "%3a%2f%2f"],
  find: (text, at) => {
    authority ??= /[^\s\/"'<>`\\|]{3,512}/y;
    const from = at + (text[at] === ":" ? 3 : 9);
    authority.lastIndex = from;
    const found = authority.exec(text)?.[0];
    if (found === undefined) return undefined;
    const host = found.lastIndexOf("@");
    const colon = found.indexOf(":");
    if (colon < 0 || colon + 1 >= host) return undefined;
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
    if (isPlaceholder(password)) return undefined;
    return { start: from + colon + 1, end: from + host };
  },
};

export const urlPasswordSamples: Samples = {
  hit: [
    [
      "postgres://app:hunter2x@db.example.com:5432/app",
      "postgres://app:<PASSWORD>@db.example.com:5432/app",
    ],
    ["redis://:p4ssw0rd@cache:6379/0", "redis://:<PASSWORD>@cache:6379/0"],
    ["https://me:p@ss#w0rd@host/x", "https://me:<PASSWORD>@host/x"],
  ],
  miss: [
    "https://example.com:8080/users/@me",
    "http://localhost:8080?mail=a@b",
    "postgres://$USER:$PASSWORD@host/db",
    "postgres://user:password@host/db",
    "ssh://git@github.com/a/b.git",
  ],
};
