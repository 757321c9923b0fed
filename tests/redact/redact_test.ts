import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { addCounts, matchCount } from "../../lib/redact/matches.ts";
import { redact } from "../../lib/redact/redact.ts";

const AWS = "AKIA" + "1234567890ABCDEF";
const PAT = "ghp_" + "abcdefghij1234567890abcdefghij";
const JWT = "eyJhbGciOiJIUzI1." + "eyJzdWIiOiIxMjM.SflKxw";

/** The seed's own cases: what its tests and its acceptance list say. */
const SEED: readonly (readonly [text: string, redacted: string])[] = [
  [AWS, "<AWS_KEY>"],
  [
    "use this key AKIA" + "1234567890123456",
    "use this key <AWS_KEY>",
  ],
  ["sk-" + "abcdefghij1234567890abcdefghij12", "<OPENAI_KEY>"],
  ["sk-ant-" + "api03-foobar1234567890abcdefghij", "<ANTHROPIC_KEY>"],
  [JWT, "<JWT>"],
  [PAT, "<GH_PAT>"],
  ["Authorization: Bearer abcdefghij1234", "Authorization: Bearer <REDACTED>"],
  [
    "Authorization: Bearer abc123def456...",
    "Authorization: Bearer <REDACTED>",
  ],
  ["CCCD 079123456789", "CCCD <VN_CCCD>"],
  ["user@example.com", "<EMAIL>"],
  ["issue #12345", "issue #12345"],
  ["call +849068780912 now", "call <PHONE> now"],
  ["999123456789", "999123456789"],
  ["aws_secret_access_key = abc/def+ghi", "<AWS_SECRET>"],
];

Deno.test("redact() gives the seed's results", () => {
  for (const [text, redacted] of SEED) {
    assertEquals(redact(text).text, redacted, text);
  }
});

const CLEAN: readonly string[] = [
  "1700000000",
  "1700000000123",
  "1700000000123456",
  "1700000000123456789",
  "at 1700000000123 ms",
  '{"ts":1700000000123456789,"id":123456789012345678}',
  "2024-05-14T09:41:07.123456789Z",
  "2024-05-14 09:41:07,123 +0700",
  "20240514094107",
  "Tue May 14 09:41:07 2024 +0700",
  "550e8400-e29b-41d4-a716-446655440000",
  "01234567-0123-0123-0123-012345678901",
  "d41d8cd98f00b204e9800998ecf8427e",
  "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12",
  "commit 0123456789012345678901234567890123456789",
  "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
  "1.2.3 v10.20.30 2024.05.14 1.2.3-rc.4+build.20240514",
  "3.141592653589793 0.079123456789 1e-10 6.02214076e23",
  "192.168.1.100 10.0.0.1:8080 2001:0db8:85a3:0000:0000:8a2e:0370:7334 127.0.0.1/32",
  "/users/079123456789/orders/0906878091 /a/4111111111111111/b",
  "issue #12345, #1234567890 and PR #079123456789",
  "123456789012345678 and 1234567890123456789",
  "file.ts:1234:56 L1234567890 line 100000000",
  "#ff8800 #12345678 0xdeadbeefcafebabe 0x1234567890",
  "git@github.com:owner/repo.git",
  "ssh://git@github.com/owner/repo.git",
  "@scope/package@1.2.3 react@18.2.0 npm:@std/fs@1.0.0-rc.6",
  "1000 2000 3000 4000",
  "1 234 567 890,12 EUR and 12.345.678.900 đồng",
  "ISBN 978-3-16-148410-0",
  "a@b.T weights@x.y",
  "const token = await getToken(); let password: string;",
  "password = process.env.DB_PASSWORD",
  "if (password === null || token !== undefined) return secret;",
  "Bearer authentication and Basic authentication",
  "max_tokens: 4096, input_tokens: 123456789",
  "the password is required and the token was invalid",
  "tokens=1234567890 token_count=1234567890",
];

Deno.test("redact() leaves a text without secrets as it is", () => {
  for (const text of CLEAN) {
    const { text: got, counts } = redact(text);
    assertEquals([got, [...counts]], [text, []]);
  }
});

Deno.test("redact() counts matches, not rules, also where the length stays", () => {
  // `a@bc.io` is as long as its token.
  assertEquals(redact("a@bc.io").counts, new Map([["email", 1]]));
  const { text, counts } = redact(`a@bc.io b@bc.io ${AWS} c@bc.io`);
  assertEquals(text, "<EMAIL> <EMAIL> <AWS_KEY> <EMAIL>");
  assertEquals(counts, new Map([["aws_access_key", 1], ["email", 3]]));
  assertEquals(matchCount(counts), 4);
});

Deno.test("addCounts() adds", () => {
  const sum = new Map([["email", 1]]);
  addCounts(sum, new Map([["email", 2], ["jwt", 1]]));
  assertEquals(sum, new Map([["email", 3], ["jwt", 1]]));
});

Deno.test("redact() keeps the longest of matches that overlap", () => {
  // A token that is a JWT is one match, and so is a password that an address follows.
  assertEquals(redact(`Bearer ${JWT}`).counts, new Map([["bearer_token", 1]]));
  assertEquals(redact(`token: ${PAT}`).text, "token: <GH_PAT>");
  assertEquals(redact(`password=${AWS}`).text, "password=<AWS_KEY>");
  assertEquals(
    redact(`https://me:${PAT}@github.com/a`).text,
    "https://me:<GH_PAT>@github.com/a",
  );
  const { text, counts } = redact(
    `CONNECTION_STRING="Server=db;Password=hunter2x;Mail=a@bc.io"`,
  );
  assertEquals(text, 'CONNECTION_STRING="<SECRET>"');
  assertEquals(matchCount(counts), 1);
});

Deno.test("redact() leaves no end of a match that another one cuts", () => {
  // The card's digits begin inside of the password.
  const { text } = redact("password=abc-4111111111111111 1111");
  assert(!/\d{4}/.test(text.replace(" 1111", "")), text);
});

Deno.test("redact() lets addresses of allowed domains stay, with their subdomains", () => {
  const options = { emailAllow: ["Example.COM", "@corp.vn"] };
  const stay = [
    "user@example.com",
    "User@EXAMPLE.com",
    "user@mail.example.com",
    "x@corp.vn",
  ];
  for (const text of stay) {
    const { text: got, counts } = redact(text, options);
    assertEquals([got, counts.size], [text, 0]);
  }
  const go = ["user@badexample.com", "user@example.com.evil.org", "x@corp.v"];
  for (const text of go.slice(0, 2)) {
    assertEquals(redact(text, options).text, "<EMAIL>", text);
  }
  assertEquals(redact("x@bc.io", { emailAllow: ["", "."] }).text, "<EMAIL>");
});

Deno.test("redact() takes private blocks out before it looks for secrets", () => {
  const { text, counts, privateBlocks } = redact(
    `a <private>${AWS}</private> b user@example.com <PRIVATE>x`,
  );
  assertEquals(text, "a  b <EMAIL> ");
  assertEquals(counts, new Map([["email", 1]]));
  assertEquals(privateBlocks, 2);
  // What a block has parted is whole without it.
  assertEquals(
    redact(`AKIA12345<private>x</private>67890ABCDEF`).text,
    "<AWS_KEY>",
  );
});

Deno.test("redact() of a redacted text changes nothing", () => {
  const text =
    `${AWS} ${PAT} password: hunter2x Bearer abcdefghij1234 user@example.com +84906878091 https://a:hunter2x@b.c/`;
  const once = redact(text).text;
  assertEquals(redact(once), {
    text: once,
    counts: new Map(),
    privateBlocks: 0,
  });
});

Deno.test("redact() cuts no surrogate pair and keeps lone ones", () => {
  const around = ["😀", "\ud83d", "\ude00", "é", "ậ", "İ", "\u0000"];
  const secrets = [
    AWS,
    PAT,
    "a@bc.io",
    "password=hunter2x",
    "+84906878091",
    "079123456789",
  ];
  for (const a of around) {
    for (const secret of secrets) {
      const { text } = redact(`${a} ${secret} ${a}`);
      assert(text.startsWith(`${a} `), text);
      assert(text.endsWith(` ${a}`), text);
      assert(!text.includes(secret), text);
    }
  }
  assertEquals(redact("İİİ bob@example.com İ").text, "İİİ <EMAIL> İ");
  assertEquals(redact("password: 'x😀y😀z9'").text, "password: '<SECRET>'");
});

Deno.test("redact() gives short texts back as they are", () => {
  for (const text of ["", "a", "a@b.c", "12345"]) {
    assertStrictEquals(redact(text).text, text);
  }
});

Deno.test("redact() finds secrets behind escapes and percent-encoding", () => {
  for (
    const before of ["\\n", "\\t", "\\r\\n", "%20", "%3D", "=", '\\"', "("]
  ) {
    for (const secret of [AWS, PAT, JWT, "sk-" + "a1".repeat(20)]) {
      const { text } = redact(`x${before}${secret}`);
      assert(!text.includes(secret.slice(4)), text);
    }
  }
});

Deno.test("redact() takes a secret as a whole, however long it is", () => {
  const long = "a1B2c3D4".repeat(5_000);
  const texts = [
    `password="${long}"`,
    `PASSWORD=${long}`,
    `token: ${long}`,
    `run --token ${long} now`,
    `<a><password>${long}</password></a>`,
    `password,${long}`,
    `the password is ${long}`,
    `{"a":{"clientSecret":"${long}"}}`,
    `Authorization: Bearer ${long}`,
  ];
  for (const text of texts) {
    const { text: got } = redact(text);
    assert(got.length < 100, `${got.length} units are left`);
  }
});
