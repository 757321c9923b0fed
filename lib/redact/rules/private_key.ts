import type { Samples, ScanRule } from "../rule.ts";

/** What a key's text has between its lines: white space, or the escapes of a JSON string. */
const GAP = "(?:\\s|\\\\[nr]|[\"'+>|#*])";

let head: RegExp | undefined;
let body: RegExp | undefined;

/**
 * PEM and PGP blocks, also on one line with `\n` for the line ends. A block without an end goes as far as its text looks like one.
 */
export const privateKey: ScanRule = {
  name: "private_key",
  token: "<PRIVATE_KEY>",
  find: (text, at) => {
    head ??=
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d: [\w@.-]{1,60}|AGE-SECRET-KEY-1[0-9A-Z]{40,80}/y;
    head.lastIndex = at;
    const match = head.exec(text);
    if (match === null) return undefined;
    let end = at + match[0].length;
    if (text[at] === "A") return { start: at, end };
    if (text[at] === "P") return { start: at, end: puttyEnd(text, end) };
    if (text[at] === "-") {
      // Nothing but the end may have five dashes: the search never passes the next block's beginning.
      const dashes = text.indexOf("-----", end);
      const close = /END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
      close.lastIndex = dashes + 5;
      const tail = dashes < 0 ? null : close.exec(text);
      if (tail !== null) return { start: at, end: close.lastIndex };
    }
    body ??= new RegExp(
      `(?:${GAP}{1,64}|[A-Za-z0-9+/=]{24,4096}|(?:Proc-Type|DEK-Info|Version|Comment)[:=][^\\n\\\\]{0,200}|[A-Za-z0-9+/]{1,23}={1,2})`,
      "y",
    );
    // Chunk by chunk: one expression for all of it would keep its way back for every line.
    for (let more = true; more;) {
      body.lastIndex = end;
      more = body.test(text);
      if (more) end = body.lastIndex;
    }
    const rest = /[A-Za-z0-9+\/]{1,23}(?=[\s"'\\]|$)/y;
    rest.lastIndex = end;
    const last = rest.exec(text)?.[0] ?? "";
    // The last line is a short one. A word behind the block is none.
    if (/\d|[a-z][A-Z]|\//.test(last)) end += last.length;
    while (/\s/.test(text[end - 1] ?? "")) end--;
    return { start: at, end };
  },
};

/** Where a file of PuTTY's ends: behind its check sum, or the last line that looks like one of it. */
function puttyEnd(text: string, from: number): number {
  const line =
    /(?:\s|\\[nr]){1,8}(?:(Private-MAC: ?\w{1,64})|(?:Encryption|Comment|Public-Lines|Private-Lines|Key-Derivation|Argon2-[A-Za-z]{1,20}):[^\n\\]{0,200}|[A-Za-z0-9+\/]{1,4096}={0,2}(?=[\s\\"']|$))/y;
  let end = from;
  for (let isLast = false; !isLast;) {
    line.lastIndex = end;
    const match = line.exec(text);
    if (match === null) break;
    end = line.lastIndex;
    isLast = match[1] !== undefined;
  }
  return end;
}

export const privateKeySamples: Samples = {
  hit: [
    [
      "a\n-----BEGIN " +
      "PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n-----END " +
      "PRIVATE KEY-----\nb",
      "a\n<PRIVATE_KEY>\nb",
    ],
    [
      '"-----BEGIN ' +
      "RSA PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\\n-----END " +
      'RSA PRIVATE KEY-----\\n"',
      '"<PRIVATE_KEY>\\n"',
    ],
    [
      "-----BEGIN " +
      "PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\nAb3=\n\nthen help me",
      "<PRIVATE_KEY>\n\nthen help me",
    ],
    [
      "-----BEGIN " +
      "OPENSSH PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj",
      "<PRIVATE_KEY>",
    ],
    [
      "PuTTY-User-Key-File-" +
      "2: ssh-rsa\nEncryption: none\nComment: me@a\nPublic-Lines: 2\nAAAAB3NzaC1yc2EAAAABJQAAAQEAhV1BOeqf9AAAAB3NzaC1yc2EAAAABJQAAAQAA\nABCD1234\nPrivate-Lines: 2\nAAABAQCJ0ZKAAAABAQCJ0ZKAAAABAQCJ0ZKAAAABAQCJ0ZKAAAABAQCJ0ZKAAAAB\nQ1Z=\nPrivate-MAC: 0123456789abcdef0123456789abcdef01234567\nbye",
      "<PRIVATE_KEY>\nbye",
    ],
    [
      "AGE-SECRET-KEY-1" + "QWERTY1234QWERTY1234QWERTY1234QWERTY1234QWERTY1234",
      "<PRIVATE_KEY>",
    ],
  ],
  miss: [
    "-----BEGIN CERTIFICATE-----\nMIIDXTCCAkWgAwIBAgIJAJC1HiIAZAiI\n-----END CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----",
    "BEGIN PRIVATE KEY",
  ],
};
