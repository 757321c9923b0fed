import { assert, assertEquals, assertThrows } from "@std/assert";
import { canonicalJson } from "../../lib/json/canonical_json.ts";

Deno.test("canonicalJson() writes the example of RFC 8785, section 3.2", () => {
  const value = JSON.parse(String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`);
  assertEquals(
    canonicalJson(value),
    String
      .raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  );
});

Deno.test("canonicalJson() orders names by their UTF-16 units, as in RFC 8785, section 3.2.3", () => {
  const value = JSON.parse(String.raw`{
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face",
    "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis"
  }`);
  assertEquals(Object.values(JSON.parse(canonicalJson(value))), [
    // An object puts names that are whole numbers first by itself, so the text is looked at below.
    "One",
    "Carriage Return",
    "Control",
    "Latin Small Letter O With Diaeresis",
    "Euro Sign",
    "Emoji: Grinning Face",
    "Hebrew Letter Dalet With Dagesh",
  ]);
  assert(
    canonicalJson(value).startsWith(
      String.raw`{"\r":"Carriage Return","1":"One",`,
    ),
  );
  assertEquals(
    canonicalJson({ 10: 0, 9: 0, a: 0, B: 0 }),
    '{"10":0,"9":0,"B":0,"a":0}',
  );
});

/** RFC 8785, appendix B: the bits of a number, and its text. */
const NUMBERS: readonly (readonly [bits: string, text: string])[] = [
  ["0000000000000000", "0"],
  ["8000000000000000", "0"],
  ["0000000000000001", "5e-324"],
  ["8000000000000001", "-5e-324"],
  ["7fefffffffffffff", "1.7976931348623157e+308"],
  ["ffefffffffffffff", "-1.7976931348623157e+308"],
  ["4340000000000000", "9007199254740992"],
  ["c340000000000000", "-9007199254740992"],
  ["4430000000000000", "295147905179352830000"],
  ["44b52d02c7e14af5", "9.999999999999997e+22"],
  ["44b52d02c7e14af6", "1e+23"],
  ["44b52d02c7e14af7", "1.0000000000000001e+23"],
  ["444b1ae4d6e2ef4e", "999999999999999700000"],
  ["444b1ae4d6e2ef4f", "999999999999999900000"],
  ["444b1ae4d6e2ef50", "1e+21"],
  ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
  ["3eb0c6f7a0b5ed8d", "0.000001"],
  ["41b3de4355555553", "333333333.3333332"],
  ["41b3de4355555554", "333333333.33333325"],
  ["41b3de4355555555", "333333333.3333333"],
  ["41b3de4355555556", "333333333.3333334"],
  ["41b3de4355555557", "333333333.33333343"],
  ["becbf647612f3696", "-0.0000033333333333333333"],
  ["43143ff3c1cb0959", "1424953923781206.2"],
];

Deno.test("canonicalJson() writes the numbers of RFC 8785, appendix B", () => {
  for (const [bits, text] of NUMBERS) {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt(`0x${bits}`));
    assertEquals(canonicalJson(view.getFloat64(0)), text, bits);
  }
});

Deno.test("canonicalJson() refuses what JSON has no form for", () => {
  for (
    const value of [
      NaN,
      Infinity,
      -Infinity,
      1n,
      undefined,
      () => 1,
      Symbol("s"),
    ]
  ) {
    assertThrows(
      () => canonicalJson(value),
      TypeError,
      "Cannot write canonical JSON",
    );
  }
  assertThrows(() => canonicalJson({ a: [1, NaN] }), TypeError, "NaN");
});

Deno.test("canonicalJson() leaves out members without a value, and keeps the places of an array", () => {
  const value = {
    b: undefined,
    a: [undefined, () => 1, 2],
    c: Symbol("s"),
    d: {},
    e: [],
  };
  assertEquals(canonicalJson(value), '{"a":[null,null,2],"d":{},"e":[]}');
  assertEquals(canonicalJson([[], [[]], {}]), "[[],[[]],{}]");
});

Deno.test("canonicalJson() gives equal text for equal values in another order", () => {
  const one = { a: { x: [1, { p: 1, q: 2 }], y: "2" }, b: null };
  const two = { b: null, a: { y: "2", x: [1, { q: 2, p: 1 }] } };
  assertEquals(canonicalJson(one), canonicalJson(two));
  assertEquals(
    canonicalJson(JSON.parse('{"__proto__":{"b":1,"a":2}}')),
    '{"__proto__":{"a":2,"b":1}}',
  );
});

Deno.test("canonicalJson() writes control characters and lone surrogates as escapes, and nothing else", () => {
  assertEquals(
    canonicalJson("\b\t\n\f\r\u0000\u001f\u007f\u2028/é\ud800x\udc00🜁"),
    '"\\b\\t\\n\\f\\r\\u0000\\u001f\u007f\u2028/é\\ud800x\\udc00🜁"',
  );
});

Deno.test("canonicalJson() writes 10,000 levels, and refuses more", () => {
  const nested = (levels: number): unknown =>
    JSON.parse("[".repeat(levels) + "]".repeat(levels));
  assertEquals(
    canonicalJson(nested(10_000)),
    "[".repeat(10_000) + "]".repeat(10_000),
  );
  assertThrows(
    () => canonicalJson(nested(10_001)),
    RangeError,
    "nested deeper than 10000 levels",
  );
  const circle: { to?: unknown; too?: unknown } = {};
  circle.to = circle.too = circle;
  assertThrows(() => canonicalJson(circle), RangeError);
});
