import { assertEquals, assertThrows } from "@std/assert";
import {
  type DesiredEntry,
  planEdit,
} from "../../../lib/install/settings/plan_edit.ts";
import { planRemoval } from "../../../lib/install/settings/plan_removal.ts";
import { readHandlers } from "../../../lib/install/settings/read_handlers.ts";
import { entriesFor, isOurs, textAfter } from "./_support.ts";

const STOP: DesiredEntry = {
  event: "Stop",
  matcher: null,
  handler: { type: "command", command: "/m/memory-stop", timeout: 5 },
};
const TOOL: DesiredEntry = {
  event: "PostToolUse",
  matcher: "Write|Edit",
  handler: { type: "command", command: "/m/memory-tool", args: [] },
};

/** The text after an edit that must change it; a second edit must find nothing to do. */
function edit(
  text: string | null,
  desired: readonly DesiredEntry[] = [STOP],
): string {
  const plan = planEdit(text, desired, isOurs);
  assertEquals(plan.kind, "write");
  const edited = textAfter(text, plan);
  assertEquals(planEdit(edited, desired, isOurs), { kind: "same" });
  return edited;
}

const ONE_LINE_STOP =
  '"Stop":[{"hooks":[{"type":"command","command":"/m/memory-stop","timeout":5}]}]';

Deno.test("planEdit() writes a new file as JSON.stringify would", () => {
  const desired = entriesFor("/opt/m");
  const group = ({ matcher, handler }: DesiredEntry) =>
    matcher === null ? { hooks: [handler] } : { matcher, hooks: [handler] };
  const hooks = Object.fromEntries(
    desired.map((entry) => [entry.event, [group(entry)]]),
  );
  const expected = JSON.stringify({ hooks }, null, 2) + "\n";
  for (const blank of [null, "", " \n\t\n", "{}\n"]) {
    assertEquals(edit(blank, desired), expected, String(blank));
  }
  assertEquals(
    edit("\uFEFF\r\n", desired),
    "\uFEFF" + expected.replaceAll("\n", "\r\n"),
  );
});

const LAYOUTS: [name: string, before: string, after: string][] = [
  [
    "minified",
    '{"model":"opus","hooks":{}}',
    `{"model":"opus","hooks":{${ONE_LINE_STOP}}}`,
  ],
  [
    "minified with a final newline",
    '{"a":1}\n',
    `{"a":1,"hooks":{${ONE_LINE_STOP}}}\n`,
  ],
  [
    "on one line with spaces",
    '{ "a": 1, "b": [ 2, 3 ] }',
    '{ "a": 1, "b": [ 2, 3 ], "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "/m/memory-stop", "timeout": 5 } ] } ] } }',
  ],
  [
    "byte order mark, CRLF, tabs",
    '\uFEFF{\r\n\t"model": "opus"\r\n}\r\n',
    '\uFEFF{\r\n\t"model": "opus",\r\n\t"hooks": {\r\n\t\t"Stop": [\r\n\t\t\t{\r\n\t\t\t\t"hooks": [\r\n\t\t\t\t\t{\r\n\t\t\t\t\t\t"type": "command",\r\n\t\t\t\t\t\t"command": "/m/memory-stop",\r\n\t\t\t\t\t\t"timeout": 5\r\n\t\t\t\t\t}\r\n\t\t\t\t]\r\n\t\t\t}\r\n\t\t]\r\n\t}\r\n}\r\n',
  ],
  [
    "four spaces, hooks of others in front, no final newline",
    `{
    "hooks": {
        "Stop": [
            {
                "hooks": []
            }
        ]
    },
    "model": "opus"
}`,
    `{
    "hooks": {
        "Stop": [
            {
                "hooks": []
            },
            {
                "hooks": [
                    {
                        "type": "command",
                        "command": "/m/memory-stop",
                        "timeout": 5
                    }
                ]
            }
        ]
    },
    "model": "opus"
}`,
  ],
  [
    "no indentation, space before the colon",
    '{\n"a" : 1\n}\n',
    '{\n"a" : 1,\n"hooks" : {\n"Stop" : [\n{\n"hooks" : [\n{\n"type" : "command",\n"command" : "/m/memory-stop",\n"timeout" : 5\n}\n]\n}\n]\n}\n}\n',
  ],
  [
    "brackets that hug each other",
    `{
   "hooks": {
      "Stop": [{
         "hooks": [{ "type": "command", "command": "x" }]
      }]
   }
}
`,
    `{
   "hooks": {
      "Stop": [{
         "hooks": [{ "type": "command", "command": "x" }]
      }, {
         "hooks": [
            {
               "type": "command",
               "command": "/m/memory-stop",
               "timeout": 5
            }
         ]
      }]
   }
}
`,
  ],
  [
    "minified, spaces between the events only",
    '{"a":1,"hooks":{"A":[], "B":[]}}',
    `{"a":1,"hooks":{"A":[], "B":[], ${ONE_LINE_STOP}}}`,
  ],
  [
    "two widths of indentation, the first one counts",
    '{"a":[{\n  "x":1},{\n     "x":1}]}',
    '{"a":[{\n  "x":1},{\n     "x":1}],"hooks":{\n  "Stop":[\n    {\n      "hooks":[\n        {\n          "type":"command",\n          "command":"/m/memory-stop",\n          "timeout":5\n        }\n      ]\n    }\n  ]\n}}',
  ],
  [
    "indented as a whole, after a byte order mark",
    "\uFEFF  {}",
    '\uFEFF  {\n    "hooks": {\n      "Stop": [\n        {\n          "hooks": [\n            {\n              "type": "command",\n              "command": "/m/memory-stop",\n              "timeout": 5\n            }\n          ]\n        }\n      ]\n    }\n  }',
  ],
  [
    "tabs and spaces mixed",
    '\t{\n    "a": {\n        "b": 1\n    },\n    "hooks": {"Stop": [\n    ]}\n\t}',
    '\t{\n    "a": {\n        "b": 1\n    },\n    "hooks": {"Stop": [\n        {\n            "hooks": [\n                {\n                    "type": "command",\n                    "command": "/m/memory-stop",\n                    "timeout": 5\n                }\n            ]\n        }\n    ]}\n\t}',
  ],
  [
    "empty event in an expanded file",
    '{\n  "hooks": {\n    "Stop": []\n  }\n}',
    `{
  "hooks": {
    "Stop": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "/m/memory-stop",
            "timeout": 5
          }
        ]
      }
    ]
  }
}`,
  ],
];

for (const [name, before, after] of LAYOUTS) {
  Deno.test(`planEdit() follows the layout: ${name}`, () => {
    assertEquals(edit(before), after);
  });
}

const REFUSED: [text: string, error: typeof TypeError, message: string][] = [
  [
    '{"model":"opus","permissions":{"deny":["Read(./.env)"]},"hooks":{},}',
    SyntaxError,
    "line 1, column 67: trailing comma",
  ],
  ['{ // note\n "hooks":{} }', SyntaxError, "line 1, column 3: comment"],
  ['{"hooks":{"Sto', SyntaxError, "line 1, column 15: the text ends"],
  [
    "[1,2]",
    TypeError,
    "Cannot edit settings: line 1, column 1: the root is an array, not an object; nothing was changed",
  ],
  ["null", TypeError, "the root is null, not an object"],
  ['\n "hooks"', TypeError, "line 2, column 2: the root is a string"],
  [
    '{"hooks":[]}',
    TypeError,
    'line 1, column 10: "hooks" is an array, not an object',
  ],
  ['{"hooks":null}', TypeError, '"hooks" is null, not an object'],
  [
    '{"hooks":{\n"SessionStart":{"matcher":"x"}}}',
    TypeError,
    'line 2, column 16: "hooks" → "SessionStart" is an object, not an array',
  ],
];

for (const [text, error, message] of REFUSED) {
  Deno.test(`planEdit() refuses ${text}`, () => {
    assertThrows(() => planEdit(text, [STOP], isOurs), error, message);
  });
}

Deno.test("planEdit() refuses entries that it would not know again", () => {
  const handler = { type: "command", command: "/m/other" };
  assertThrows(
    () => planEdit(null, [{ ...STOP, handler }], isOurs),
    TypeError,
    "Cannot plan the edit of settings: the handler for Stop is not recognised",
  );
});

Deno.test("planEdit() leaves groups and handlers of other shapes alone", () => {
  const text =
    '{"hooks":{"Stop":["x",null,{"type":"command","command":"flat"},{"hooks":7},{"hooks":["y",null]}],"Unknown":[1]}}';
  const expected = text.replace("]}],", `]},${ONE_LINE_STOP.slice(8, -1)}],`);
  assertEquals(edit(text), expected);
});

Deno.test("planEdit() finds nothing to do for the same handlers in another layout", () => {
  const text = `{"hooks": {"\\u0053top": [
    {"matcher": "*", "hooks": [{"command": "/m/memory-stop", "timeout": 5.0, "type": "command"}]}]}}`;
  assertEquals(planEdit(text, [STOP], isOurs), { kind: "same" });
  assertEquals(planEdit("{}", [], isOurs), { kind: "same" });
  assertEquals(planEdit(null, [], isOurs), { kind: "same" });
});

Deno.test("planEdit() replaces an older handler where it stands, also in a group with the user's", () => {
  const text = `{
  "hooks": {
    "PostToolUse": [
      {
        "hooks": [ {"type":"command", "command":"user-1"} ], "matcher": "Write|Edit"
      },
      {
        "matcher": "Write|Edit",
        "hooks": [
          { "type" : "command","command":"user-2" },
          {
            "type": "command",
            "command": "'/old path/memory-tool' run"
          },
          { "type" : "command","command":"user-3" }
        ]
      },
      { "matcher": "Bash", "hooks": [] }
    ]
  }
}
`;
  const expected = text.replace(
    `"'/old path/memory-tool' run"`,
    '"/m/memory-tool",\n            "args": []',
  );
  assertEquals(edit(text, [TOOL]), expected);
});

Deno.test("planEdit() adds what an older handler lacks and drops what it has too much", () => {
  for (
    const older of [
      { type: "command", command: "/m/memory-stop" },
      { ...STOP.handler, async: true },
      { ...STOP.handler, timeout: [5] },
    ]
  ) {
    const text = JSON.stringify({ hooks: { Stop: [{ hooks: [older] }] } });
    assertEquals(edit(text), `{"hooks":{${ONE_LINE_STOP}}}`);
  }
});

Deno.test("planEdit() keeps a handler on one line on one line", () => {
  const text = `{
  "hooks": {
    "Stop": [ { "hooks": [ { "command": "/old/memory-stop" } ] } ]
  }
}`;
  const expected = text.replace(
    '"command": "/old/memory-stop"',
    '"type": "command", "command": "/m/memory-stop", "timeout": 5',
  );
  assertEquals(edit(text), expected);
});

Deno.test("planEdit() takes out own handlers that are there twice, outdated or in another group", () => {
  const own = (name: string) => `{"command":"/old/memory-${name}"}`;
  const text = `{"hooks":{"SessionEnd":[{"hooks":[${
    own("end")
  }]}],"Stop":[{"hooks":[${own("stop")},${
    own("stop")
  }]},{"matcher":{},"hooks":[${
    own("stop")
  }]}],"PostToolUse":[{"matcher":"Write","hooks":[${own("tool")},"user",${
    own("tool")
  }]},{"matcher":"Bash","hooks":[${own("tool")}],"note":"mine"}]},"a":1}`;
  const tool = JSON.stringify({
    matcher: TOOL.matcher,
    hooks: [TOOL.handler],
  });
  assertEquals(
    edit(text, [STOP, TOOL]),
    `{"hooks":{${ONE_LINE_STOP},"PostToolUse":[{"matcher":"Write","hooks":["user"]},{"matcher":"Bash","hooks":[],"note":"mine"},${tool}]},"a":1}`,
  );
});

Deno.test("planEdit() prefers the handler that is right already over one to replace", () => {
  const right = JSON.stringify(STOP.handler);
  const text =
    `{"hooks":{"Stop":[{"hooks":[{"command":"/old/memory-stop"}]},{"hooks":[${right}]}]}}`;
  assertEquals(edit(text), `{"hooks":{${ONE_LINE_STOP}}}`);
});

Deno.test("planEdit() knows its handlers again by how they stand, whatever version the file says", () => {
  const foreign = '{"type":"command","command":"x"}';
  for (
    const before of [
      '{"version":1}',
      '{"version":1,"hooks":{}}',
      `{"version":2,"hooks":{"Stop":[{"hooks":[${foreign}]}]}}`,
      `{"version":1,"hooks":{"Stop":[${foreign}]}}`,
    ]
  ) {
    for (
      const desired of [entriesFor("/opt/m"), [STOP], [{
        ...STOP,
        shape: "flat" as const,
      }]]
    ) {
      const edited = edit(before, desired);
      assertEquals(
        readHandlers(edited).filter(({ handler }) => isOurs(handler)).length,
        desired.length,
      );
      assertEquals(
        textAfter(edited, planRemoval(edited, isOurs, before)),
        before,
      );
    }
  }
  // What stands as another host reads it is put as this one does.
  const flat = edit('{"version":1}', [{ ...STOP, shape: "flat" }]);
  assertEquals(edit(flat), `{"version":1,"hooks":{${ONE_LINE_STOP}}}`);
});

Deno.test("planEdit() edits the last of repeated keys, the one that is in force", () => {
  const text = '{"hooks":{"Stop":7},"hooks":{"Stop":{},"Stop":[]}}';
  assertEquals(
    edit(text),
    `{"hooks":{"Stop":7},"hooks":{"Stop":{},${ONE_LINE_STOP}}}`,
  );
});

const COMMANDS = [
  "C:\\Users\\u\\new\\table\\memory-stop.exe",
  "/tmp/My Tools (x) & 'q' $HOME/memory-stop",
  '/tmp/"quoted"/`id`/$(id)/%PATH%/$&/$1/memory-stop',
  "/tmp/Ünï 日本 😀/\u2028\u0007\u007f/memory-stop",
  "/tmp/\\u0041\\\\n/memory-stop",
];

for (const command of COMMANDS) {
  Deno.test(`planEdit() writes and reads back the command ${command}`, () => {
    const handler = { type: "command", command, args: [command, ""] };
    const older = '{"hooks":{"Stop":[{"hooks":[{"command":"/memory-x"}]}]}}';
    for (const text of [null, '{"a":"$&"}', older]) {
      const edited = edit(text, [{ event: "Stop", matcher: null, handler }]);
      const [found] = readHandlers(edited);
      assertEquals(found?.handler, handler);
      assertEquals(JSON.parse(edited).hooks.Stop[0].hooks[0], handler);
    }
  });
}
