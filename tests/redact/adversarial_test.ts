import { assert } from "@std/assert";
import { redact } from "../../lib/redact/redact.ts";
import { TRIGGERS } from "../../lib/redact/triggers.ts";

/** Texts that make a rule try often and find little, each a piece that is repeated. */
const PIECES: readonly string[] = [
  ...TRIGGERS.flatMap(({ literals }) =>
    literals.flatMap((trigger) => [trigger, `${trigger} `])
  ),
  "a",
  "1",
  "1 ",
  "0 ",
  "12345678 ",
  "0906 ",
  "+",
  "+1",
  "(1)",
  "-",
  ".",
  "@",
  "a@",
  "a.",
  "a@a.",
  "%40",
  "%",
  "GB29",
  "GB29 ",
  "4111-",
  "eyJ-",
  "eyJa.",
  "eyJaaaa.eyJ",
  "://a:",
  "://a:b",
  "a:b@",
  "password=",
  "password:",
  'password="',
  "password='",
  'password="a b ',
  'password=\\"a b ',
  "password is ",
  "password,",
  "token:token:",
  "token = a = ",
  "key: string = ",
  "<password>",
  "<password ",
  '"password", "value": ',
  "password\n",
  "password:\n",
  "password: |\n  ",
  "password: |\n  a1b2c3d4\n  ",
  "password:\n- a1b2c3d4\n- ",
  "password: [",
  "password: [a1b2c3d4, ",
  "passphrase: a b c ",
  "mnemonic: abc abc ",
  "login: bob / ",
  "a1b2c3 is the password ",
  'Authorization: Digest a="b", ',
  "secret_a1b2c3d4e5f6 ",
  "putty-user-key-file-2: a\n",
  "-----BEGIN PRIVATE KEY-----",
  "-----BEGIN PRIVATE KEY-----\nabcd\n",
  "Authorization: ",
  "authorization: Bearer ",
  "cookie: a=",
  "cookie: a=bbbbbbb; ",
  "AKIA1234567890ABCDEF",
  "AKIA1234567890ABCDEF ",
  "a1@bc.io",
  "😀",
  "İ",
  "\\n",
  "\\",
  '"',
  "'",
  "`",
  " ",
  "\n",
];

function milliseconds(text: string): number {
  const start = performance.now();
  redact(text);
  return performance.now() - start;
}

Deno.test("redact() reads a text of a few pieces in a time that grows with its length, not with its square", () => {
  const slow: string[] = [];
  for (const piece of PIECES) {
    const small = piece.repeat(Math.ceil(5_000 / piece.length));
    const large = piece.repeat(Math.ceil(40_000 / piece.length));
    milliseconds(small);
    const before = Math.max(milliseconds(small), 1);
    const after = milliseconds(large);
    // Eight times the text: eight times the work, or sixty-four times where it is quadratic. A machine has its moments, so twice.
    const isSlow = (time: number): boolean => time > 250 && time / before > 40;
    if (isSlow(after) && isSlow(milliseconds(large))) {
      slow.push(`${JSON.stringify(piece)}: ${before} → ${after} ms`);
    }
  }
  assert(slow.length === 0, slow.join("\n"));
});

Deno.test("redact() gets through 5 MB of whatever is worst", () => {
  const size = 5 * 1024 * 1024;
  for (const piece of ["1", "a@", "password="]) {
    const took = milliseconds(piece.repeat(size / piece.length));
    assert(took < 20_000, `${piece}: ${took} ms`);
  }
});
