import { assertEquals, assertThrows } from "@std/assert";
import { planEdit } from "../../../lib/install/settings/plan_edit.ts";
import {
  planRemoval,
  type Removal,
} from "../../../lib/install/settings/plan_removal.ts";
import { entriesFor, isOurs, Random, textAfter } from "./_support.ts";

const DESIRED = entriesFor("/opt/m");

function install(text: string | null, desired = DESIRED): string {
  return textAfter(text, planEdit(text, desired, isOurs));
}

/** Texts of which everything shows after the edit, so that removal needs no receipt. */
const SHOWN = [
  '{"model":"opus"}',
  '{"model":"opus"}\n',
  '{ "a": 1,"b" :2 }  \n\n',
  '{\n  "model": "opus"\n}\n',
  '{\n    "model": "opus"\n}',
  '{\n\t"model": "opus"\n\n\n}\n\n',
  '\uFEFF{\r\n\t"model": "opus",\r\n\t"permissions": {"deny": ["Read(./.env)"]}\r\n}\r\n',
  '\n\n  {\n"model"\n:\n"opus" \n , "b" : [ ]\n}',
  '{\r"model": "opus"\r}\r',
  '{"hooks":{"Stop":[]},"a":1}',
  '{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"x"}]}]}}',
  '{"hooks":{"SessionStart":["x"],"PostToolUse":[{"matcher":"Bash","hooks":[]}]}}',
  '{"hooks":{"Stop":1,"Stop":[]},"hooks":{"SessionEnd":[2] , "SessionEnd" : [ 3 ] }}',
  `{
  "hooks": {
    "SessionStart": [{
      "hooks": [{
        "type": "command", "command": "other"
      }]
    }],

    "PostToolUse": [
      { "matcher": "Write|Edit|MultiEdit|NotebookEdit", "hooks": [ { "type": "command", "command": "x" } ] }
      ]
  },
  "env": {}
}
`,
];

/** Texts with containers that are empty before the edit and do not show after it. */
const HIDDEN = [
  "{}",
  "{ }",
  "{\n}\n",
  "\uFEFF{\r\n\r\n}",
  '{"hooks":{}}',
  '{\n  "hooks": { }\n}\n',
  '{\n  "hooks": {\n  },\n  "a": 1\n}\n',
  '{"hooks":{"SessionStart":[]}}',
  '{"hooks":{"SessionStart":[ ],"PostToolUse":[\n]},"a":1}',
  '{"hooks":{"SessionStart":[],"PostToolUse":[],"SessionEnd":[]}}',
];

for (const text of SHOWN) {
  Deno.test(`planRemoval() gives back the bytes of ${text}`, () => {
    const edited = install(text);
    const expected: Removal = { kind: "write", text };
    assertEquals(planRemoval(edited, isOurs), expected);
    assertEquals(planRemoval(edited, isOurs, text), expected);
    assertEquals(planRemoval(edited, isOurs, null), expected);
  });
}

for (const text of [...HIDDEN, "", " \n", "\uFEFF\r\n"]) {
  Deno.test(`planRemoval() with the original gives back the bytes of ${JSON.stringify(text)}`, () => {
    assertEquals(
      planRemoval(install(text), isOurs, text),
      { kind: "write", text },
    );
  });
}

Deno.test("planRemoval() says when nothing is left", () => {
  const edited = install(null);
  const expected: Removal = { kind: "empty", text: "{}\n" };
  assertEquals(planRemoval(edited, isOurs, null), expected);
  assertEquals(planRemoval(edited, isOurs), expected);
  assertEquals(planRemoval(edited, isOurs, '{"gone":1}'), expected);
  assertEquals(planRemoval(edited, isOurs, '{"broken":1,}'), expected);
});

Deno.test("planRemoval() without the original takes containers that only held own handlers", () => {
  assertEquals(
    planRemoval(install('{"a":1,"hooks":{"SessionStart":[]}}'), isOurs),
    { kind: "write", text: '{"a":1}' },
  );
});

Deno.test("planRemoval() finds nothing to do where nothing is the product's", () => {
  const texts = [null, "", "{}", "[1,2]", '{"hooks":[]}', ...SHOWN];
  for (const text of texts) {
    assertEquals(planRemoval(text, isOurs), { kind: "same" });
    assertEquals(planRemoval(text, isOurs, "{ }"), { kind: "same" });
  }
});

Deno.test("planRemoval() refuses what is not JSON", () => {
  assertThrows(
    () => planRemoval('{"hooks":{},}', isOurs),
    SyntaxError,
    "Cannot parse settings: line 1, column 12: trailing comma",
  );
});

Deno.test("planRemoval() leaves wrong shapes of the user alone and finds own handlers beside them", () => {
  const own = '{"hooks":[{"command":"/m/memory-x"}]}';
  assertEquals(
    planRemoval(`{"hooks":{"A":7,"B":[1,${own}],"C":{}}}`, isOurs),
    { kind: "write", text: '{"hooks":{"A":7,"B":[1],"C":{}}}' },
  );
});

Deno.test("planRemoval() never brings a hidden repetition of a key into force", () => {
  const own = '[{"hooks":[{"command":"/m/memory-x"}]}]';
  for (
    const [before, after] of [
      [`{"hooks":{"A":[1],"A":${own}}}`, '{"hooks":{"A":[1],"A":[]}}'],
      [
        `{"hooks":{"A":[1]},"hooks":{"B":${own}}}`,
        '{"hooks":{"A":[1]},"hooks":{}}',
      ],
    ] as const
  ) {
    assertEquals(planRemoval(before, isOurs), { kind: "write", text: after });
  }
});

Deno.test("planRemoval() after edits by the user takes out own parts only", () => {
  const edited = install('{\n  "hooks": {},\n  "model": "opus"\n}\n');
  const changed = edited
    .replace('"opus"', '"sonnet",\n  "env": { "A":"1" }')
    .replace('"SessionStart": [', '"Stop":[ {"hooks":[]} ], "SessionStart": [')
    .replace(
      /("PostToolUse": \[)/,
      '$1\n      {"matcher":"Bash" , "hooks":[]},',
    )
    .replace(
      /("command": "\/opt\/m\/memory-session-end"[^}]*\})/,
      '$1, {"command": "user"}',
    );
  assertEquals(
    textAfter(null, planRemoval(changed, isOurs)),
    `{
  "hooks": {
    "Stop":[ {"hooks":[]} ],
    "PostToolUse": [
      {"matcher":"Bash" , "hooks":[]}
    ],
    "SessionEnd": [
      {
        "hooks": [
          {"command": "user"}
        ]
      }
    ]
  },
  "model": "sonnet",
  "env": { "A":"1" }
}
`,
  );
});

/** Prints random settings in one random layout, each list of children over lines or on one line. */
function randomSettings(random: Random): string {
  const newline = random.pick(["\n", "\n", "\r\n"]);
  const unit = random.pick(["  ", "    ", "\t", "   ", ""]);
  const colon = random.pick([": ", ":", " : "]);
  const oneLine = random.pick([0, 1, 4]); // of 4 lists, about so many

  const list = (brackets: string, children: string[], indent: string) => {
    const [open, close] = brackets;
    if (children.length === 0) return `${open}${close}`;
    const line = newline + indent;
    return random.below(4) < oneLine
      ? open + children.join(random.pick([",", ", "])) + close
      : open + children.map((child) => line + unit + child).join(",") + line +
        close;
  };
  const object = (members: [string, string][], indent: string) =>
    list("{}", members.map(([k, v]) => JSON.stringify(k) + colon + v), indent);
  const word = () =>
    JSON.stringify(
      random.pick([
        "opus",
        "",
        "Ü 日本 😀",
        'a"}],[{',
        "C:\\x",
        "// no",
        "a\nb",
      ]),
    );
  const value = (indent: string, depth: number): string => {
    const inner = indent + unit;
    switch (depth > 2 ? 0 : random.below(4)) {
      case 1:
        return list(
          "[]",
          random.list(3, () => value(inner, depth + 1)),
          indent,
        );
      case 2:
        return object(
          random.list(
            3,
            () => [`k${random.below(9)}`, value(inner, depth + 1)],
          ),
          indent,
        );
      default:
        return random.pick([word(), "0", "-1.5e3", "true", "null"]);
    }
  };
  const group = (indent: string) =>
    object([
      ...random.list<[string, string]>(1, () => ["matcher", word()]),
      [
        "hooks",
        list("[]", random.list(2, () => value(indent + unit, 1)), indent),
      ],
    ], indent);
  const events = (indent: string) =>
    object(
      random.list(4, () => [
        random.pick(["SessionStart", "PostToolUse", "SessionEnd", "Stop"]),
        list("[]", random.list(2, () => group(indent + unit + unit)), indent),
      ]),
      indent,
    );
  const members = random.list<[string, string]>(
    4,
    () => [random.pick(["a", "b", "model", "permissions"]), value(unit, 0)],
  );
  if (random.below(3) > 0) {
    members.splice(random.below(members.length + 1), 0, [
      "hooks",
      events(unit),
    ]);
  }
  return random.pick(["", "", "\uFEFF"]) + object(members, "") +
    random.pick(["", newline, newline + newline]);
}

/** What Claude Code reads, without the own handlers and what is empty. */
function foreignPart(text: string): unknown {
  const settings = JSON.parse(text.replace(/^\uFEFF/, ""));
  const events: [string, { hooks: unknown[] }[]][] = Object.entries(
    settings.hooks ?? {},
  );
  const hooks = events.map(([event, groups]) => [
    event,
    groups.filter(({ hooks }) => hooks.length === 0 || !hooks.every(isOurs)),
  ]);
  return {
    ...settings,
    hooks: Object.fromEntries(
      hooks.filter(([, groups]) => groups && groups.length > 0),
    ),
  };
}

Deno.test("random settings: install, install, upgrade and removal keep the user's bytes", () => {
  const upgrade = [...entriesFor("C:\\new & 'x'")].reverse().slice(0, 2);
  let shown = 0;
  for (let seed = 0; seed < 3_000; seed++) {
    const text = randomSettings(new Random(seed));
    const name = `seed ${seed}: ${text}`;
    const edited = install(text);
    assertEquals(planEdit(edited, DESIRED, isOurs), { kind: "same" }, name);
    assertEquals(foreignPart(edited), foreignPart(text), name);
    if (!/[\n\r]/.test(text.trim()) && text.trim() !== "{}") {
      assertEquals(/[\n\r]/.test(edited.trim()), false, name);
    }

    assertEquals(
      planRemoval(edited, isOurs, text),
      { kind: "write", text },
      name,
    );
    if (!/\{\}|\[\]/.test(text)) {
      shown++;
      assertEquals(planRemoval(edited, isOurs), { kind: "write", text }, name);
    }

    const upgraded = install(edited, upgrade);
    assertEquals(foreignPart(upgraded), foreignPart(text), name);
    assertEquals(planEdit(upgraded, upgrade, isOurs), { kind: "same" }, name);
    // Of the event that the upgrade no longer has, a container that was empty is gone.
    if (!/"SessionStart" ?: ?\[\]/.test(text)) {
      assertEquals(
        planRemoval(upgraded, isOurs, text),
        { kind: "write", text },
        name,
      );
    }

    const addMember = (before: string) =>
      before.replace(/(\s*\}\s*)$/, ',\t"later": {}$1');
    if (/^\uFEFF?\{\s*"/.test(text)) {
      assertEquals(
        planRemoval(addMember(edited), isOurs, text),
        { kind: "write", text: addMember(text) },
        name,
      );
    }
  }
  assertEquals(shown > 300, true, `${shown} texts without empty containers`);
});
