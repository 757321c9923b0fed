import { assert, assertEquals } from "@std/assert";
import { DEPTH_LIMIT, redactValue } from "../../lib/redact/redact_value.ts";
import { knowRules } from "../../lib/redact/known_rules.ts";
import { RULES } from "../../lib/redact/rules.ts";

knowRules(RULES);

const AWS = "AKIA" + "1234567890ABCDEF";

Deno.test("redactValue() redacts strings and keys, however deep, and changes nothing of the value", () => {
  const value = {
    text: `key ${AWS}`,
    list: ["a@bc.io", 1, null, true, { "mail of a@bc.io": "x" }],
  };
  const before = structuredClone(value);
  const { value: got, counts } = redactValue(value);
  assertEquals(got, {
    text: "key <AWS_KEY>",
    list: ["<EMAIL>", 1, null, true, { "mail of <EMAIL>": "x" }],
  });
  assertEquals(counts, new Map([["aws_access_key", 1], ["email", 2]]));
  assertEquals(value, before);
});

Deno.test("redactValue() replaces what a secret's key names, whatever it looks like", () => {
  const { value, counts } = redactValue({
    password: "x",
    DB_PASSWORD: "two words",
    clientSecret: "abc",
    "x-api-key": "abc",
    pin: "1234",
    auth: { user: "u", token: "t" },
    passwords: ["a", "b", { plain: "c" }],
    secret: 12345,
    token: null,
    credential: true,
    authorization: "",
  });
  assertEquals(value, {
    password: "<SECRET>",
    DB_PASSWORD: "<SECRET>",
    clientSecret: "<SECRET>",
    "x-api-key": "<SECRET>",
    pin: "1234",
    auth: { user: "u", token: "<SECRET>" },
    passwords: ["<SECRET>", "<SECRET>", { plain: "c" }],
    secret: "<SECRET>",
    token: null,
    credential: true,
    authorization: "",
  });
  assertEquals(counts, new Map([["secret_assignment", 8]]));
});

Deno.test("redactValue() keeps the token that tells more, and nothing beside it", () => {
  assertEquals(redactValue({ token: AWS, password: `${AWS} x` }).value, {
    token: "<AWS_KEY>",
    password: "<SECRET>",
  });
});

Deno.test("redactValue() leaves what only sounds like a secret", () => {
  const value = {
    input_tokens: 12345,
    total_tokens: 1234567890,
    token_count: 12,
    public_key: "abc",
    primary_key: 7,
    author: "Anna",
    keyboard: "qwerty",
    password_min_length: 12,
    next_token: "abc",
    hasPassword: "yes",
    key: "k",
  };
  assertEquals(redactValue(value), {
    value,
    counts: new Map(),
    privateBlocks: 0,
  });
});

Deno.test("redactValue() tells keys that become equal apart", () => {
  const { value } = redactValue({
    "a@bc.io": 1,
    "b@bc.io": 2,
    "<EMAIL>_2": 3,
    "c@bc.io": 4,
  });
  assertEquals(value, {
    "<EMAIL>": 1,
    "<EMAIL>_2": 2,
    "<EMAIL>_2_2": 3,
    "<EMAIL>_3": 4,
  });
  const many = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, index) => [`a${index}@bc.io`, index]),
  );
  assertEquals(Object.keys(redactValue(many).value as object).length, 2_000);
});

Deno.test("redactValue() never lets a private block reach into the next field", () => {
  const { value, privateBlocks } = redactValue({
    a: "1<private>2",
    b: "3",
    c: ["4</private>5", "<private>6</private>7"],
    "<private>k</private>d": "8",
  });
  assertEquals(value, { a: "1", b: "3", c: ["45", "7"], d: "8" });
  assertEquals(privateBlocks, 3);
});

Deno.test("redactValue() ends where a value goes too deep or round", () => {
  let deep: unknown = AWS;
  for (let level = 0; level < DEPTH_LIMIT + 100; level++) deep = [deep];
  const text = JSON.stringify(redactValue(deep).value);
  assert(text.includes("<TOO_DEEP>") && !text.includes("AKIA"), text);

  const round: Record<string, unknown> = { text: AWS };
  round["one"] = round;
  round["two"] = [round, round];
  assertEquals(redactValue(round).value, {
    text: "<AWS_KEY>",
    one: "<TOO_DEEP>",
    two: ["<TOO_DEEP>", "<TOO_DEEP>"],
  });

  let within: unknown = AWS;
  for (let level = 0; level < DEPTH_LIMIT; level++) within = [within];
  assert(JSON.stringify(redactValue(within).value).includes("<AWS_KEY>"));
});

Deno.test("redactValue() passes an allowlist on and takes `__proto__` for a key like any other", () => {
  const options = { emailAllow: ["bc.io"] };
  assertEquals(redactValue(["a@bc.io", "a@cd.io"], options).value, [
    "a@bc.io",
    "<EMAIL>",
  ]);
  const value = JSON.parse(`{"__proto__": {"x": "${AWS}"}}`);
  const got = redactValue(value).value as object;
  assertEquals(JSON.stringify(got), '{"__proto__":{"x":"<AWS_KEY>"}}');
  assertEquals(Object.getPrototypeOf(got), Object.prototype);
});

Deno.test("redactValue() gives other values back", () => {
  for (const value of [null, true, 7, undefined, "x"]) {
    assertEquals(redactValue(value).value, value);
  }
  assertEquals(redactValue({ token: 7n, x: 7n }).value, {
    token: "<SECRET>",
    x: 7n,
  });
});

Deno.test("redactValue() takes a vendor's key when it looks like one", () => {
  const key = "9f8a7b6c5d4e3f2a1b0c";
  assertEquals(
    redactValue({ MAPS_KEY: key, deeplKey: key, cache_key: key, KEY_A: key })
      .value,
    { MAPS_KEY: "<SECRET>", deeplKey: "<SECRET>", cache_key: key, KEY_A: key },
  );
  assertEquals(redactValue({ MAPS_KEY: "maps", mapsKey: 7 }).value, {
    MAPS_KEY: "maps",
    mapsKey: 7,
  });
});
