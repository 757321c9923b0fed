import { assertEquals, assertThrows } from "@std/assert";
import {
  type JsonNode,
  parseJson,
} from "../../../lib/install/settings/parse_json.ts";
import { Random } from "./_support.ts";

/** Rebuilds the value from the tree alone, so that a wrong offset shows. */
function valueOf(text: string, node: JsonNode): unknown {
  switch (node.type) {
    case "object":
      return Object.fromEntries(
        node.members.map((member) => [member.key, valueOf(text, member.value)]),
      );
    case "array":
      return node.items.map((item) => valueOf(text, item));
    default:
      return JSON.parse(text.slice(node.start, node.end));
  }
}

Deno.test("parseJson() gives the place of each part", () => {
  const text = '\uFEFF{\r\n\t"a\\u0062" : [1, "x"]\r\n}';
  const value: JsonNode = {
    type: "array",
    start: 17,
    end: 25,
    items: [
      { type: "number", start: 18, end: 19 },
      { type: "string", start: 21, end: 24 },
    ],
  };
  assertEquals(parseJson(text), {
    type: "object",
    start: 1,
    end: 28,
    members: [{ key: "ab", start: 5, keyEnd: 14, end: 25, value }],
  });
});

Deno.test("parseJson() takes a blank text for no value", () => {
  for (const text of ["", "\uFEFF", " \r\n\t\n", "\uFEFF\n"]) {
    assertEquals(parseJson(text), null);
  }
});

Deno.test("parseJson() keeps repeated keys in order", () => {
  const root = parseJson('{"a":1,"a":2}');
  assertEquals(
    root?.type === "object" && root.members.map(({ value }) => value.start),
    [5, 11],
  );
});

const MALFORMED: [name: string, text: string, message: string][] = [
  [
    "trailing comma in an object",
    '{\n  "a": 1,\n  "b": 2,\n}',
    "line 3, column 9: trailing comma",
  ],
  ["trailing comma in an array", "[1, ]", "line 1, column 3: trailing comma"],
  [
    "line comment",
    '{ // note\n "hooks":{} }',
    "line 1, column 3: comment, which JSON does not have",
  ],
  [
    "block comment after a comma",
    "[1,\r\n/* */]",
    "line 2, column 1: comment, which JSON does not have",
  ],
  [
    "comment after a byte order mark",
    "\uFEFF// x\n{}",
    "line 1, column 1: comment, which JSON does not have",
  ],
  ["cut off in a key", '{"hooks":{"Sto', "column 15: the text ends inside a s"],
  ["cut off after a comma", '{"a":1,\n', "line 2, column 1: the text ends ins"],
  ["cut off after a value", '{"a":1', 'the end of the text where "," or "}"'],
  ["cut off after a key", '{"a"', 'the end of the text where ":" should be'],
  ["cut off after a colon", '{"a":', "the end of the text where a value"],
  ["single quotes", "{'a':1}", "' where a key in double quotes should be"],
  ["bare key", "{a:1}", '"a" where a key in double quotes should be'],
  ["missing comma", '{"a":1\n"b":2}', 'line 2, column 1: \'"\' where "," or'],
  ["missing colon", '{"a" 1}', '"1" where ":" should be'],
  ["two commas", "[1,,2]", "column 4: ',' where a value should be"],
  ["second root", "{}\n{}", "line 2, column 1: '{' after the end of the value"],
  ["old Mac line breaks", "{\r\r]", "line 3, column 1: ']'"],
  ["NaN", "[NaN]", '"NaN" where a value should be'],
  ["capital", "[True]", '"True" where a value should be'],
  ["leading zero", "[01]", "column 2: malformed number"],
  ["bare point", "[1.]", "column 2: malformed number"],
  ["plus sign", "[+1]", "'+' where a value should be"],
  ["line break in a string", '["a\nb"]', "column 4: line break in a string"],
  ["tab in a string", '["a\tb"]', "column 4: U+0009 in a string"],
  ["Windows path, not escaped", '["C:\\Users"]', "column 5: unknown escape"],
  ["short unicode escape", '["\\u12"]', "column 3: unknown escape"],
  ["no-break space", "[\u00A01]", "U+00A0 where a value should be"],
  ["second byte order mark", "\uFEFF\uFEFF{}", "U+FEFF where a value should"],
];

for (const [name, text, message] of MALFORMED) {
  Deno.test(`parseJson() refuses: ${name}`, () => {
    assertThrows(() => parseJson(text), SyntaxError, message);
    assertThrows(() => parseJson(text), SyntaxError, "Cannot parse settings:");
  });
}

Deno.test("parseJson() refuses deep nesting without running out of stack", () => {
  for (const depth of [1_100, 10_000, 1_000_000]) {
    assertThrows(
      () => parseJson("[".repeat(depth) + "]".repeat(depth)),
      SyntaxError,
      "line 1, column 1002: nested deeper than 1000 levels",
    );
    assertThrows(
      () => parseJson('{"a":'.repeat(depth)),
      SyntaxError,
      "nested deeper",
    );
  }
  assertEquals(
    parseJson("[".repeat(1_000) + "]".repeat(1_000))?.end,
    2_000,
  );
});

Deno.test("parseJson() reads a string of 5 MB", () => {
  const text = JSON.stringify(['é\\"'.repeat(1_000_000)]);
  assertEquals(parseJson(text)?.end, text.length);
});

Deno.test("parseJson() accepts and reads what JSON.parse does, and nothing else", () => {
  const random = new Random(38);
  const sample =
    '{ "a": [1, -0.5e+3, true, false, null],\r\n\t"b\\n\\u00e9": {"c": "d\\\\", "é": {}}, "e": [[], ""] }';
  const pieces = [...'{}[]",:\\/ \n\tu0159.eE+-tfn', "\uFEFF", "true", '"x":'];
  let accepted = 0;
  for (let run = 0; run < 20_000; run++) {
    let text = sample;
    for (let change = random.below(3); change >= 0; change--) {
      const at = random.below(text.length);
      const piece = pieces[random.below(pieces.length)] ?? "";
      text = text.slice(0, at) + (random.below(2) ? piece : "") +
        text.slice(at + random.below(3));
    }
    let expected: unknown;
    try {
      expected = JSON.parse(text.replace(/^\uFEFF/, ""));
    } catch {
      assertThrows(() => parseJson(text), SyntaxError, "Cannot parse", text);
      continue;
    }
    const root = parseJson(text);
    assertEquals(root && valueOf(text, root), expected, text);
    accepted++;
  }
  assertEquals(accepted > 1_000, true, `${accepted} texts were JSON`);
});
