import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parse } from "@std/yaml";
import { assembleConfig } from "../../lib/config/assemble_config.ts";
import { GRAPH_ENV, KEYS } from "../../lib/config/keys.ts";
import { parseConfig } from "../../lib/config/parse_config.ts";

const SHIPPED = await Deno.readTextFile(
  new URL("../../config.yaml", import.meta.url),
);
const HOME = "/home/u";
const DEFAULTS = assembleConfig({}, HOME);

/** Problems as `line: message`. */
function problems(text: string): string[] {
  return parseConfig(text, HOME).problems
    .map(({ line, message }) => `${line}: ${message}`);
}

const SKIP_TOOLS = [
  "TodoWrite",
  "AskUserQuestion",
  "Skill",
  "SlashCommand",
  "ListMcpResourcesTool",
];

/** The sections that these tests leave as they are. */
const REST = {
  projects: { exclude: [] },
  recall: { maxChars: 2000, maxItems: 5, embedModel: "" },
  summary: { model: "", maxTokens: 400 },
  model: { url: "http://127.0.0.1:11434" },
  worker: { http: false, port: 37777, maxMemoryBytes: 300 * 1024 * 1024 },
};

Deno.test("the shipped file has every setting with its default, and nothing else", () => {
  assertEquals(parseConfig(SHIPPED, HOME), {
    config: DEFAULTS,
    problems: [],
    broken: false,
  });
  const tree = parse(SHIPPED) as Record<string, Record<string, unknown>>;
  const found = Object.entries(tree).flatMap(([section, keys]) =>
    Object.entries(keys).map(([key, value]) => [`${section}.${key}`, value])
  );
  assertEquals(Object.fromEntries(found), {
    ...Object.fromEntries(
      Object.entries(KEYS).map(([name, key]) => [name, key.default]),
    ),
    "graph.env": GRAPH_ENV,
  });
});

Deno.test("every setting of the shipped file has one line above it on what it does", () => {
  const lines = SHIPPED.split("\n");
  const settings = lines.flatMap((line, index) =>
    /^\s+[A-Za-z_]+:/.test(line) ? [index] : []
  );
  assertEquals(settings.length, Object.keys(KEYS).length + 4);
  for (const index of settings) {
    const indent = lines[index]?.search(/\S/) ?? 0;
    const above = lines[index - 1] ?? "";
    assert(
      above.startsWith(`${" ".repeat(indent)}# `) && above.endsWith("."),
      `line ${index}: ${above}`,
    );
  }
});

Deno.test("the defaults are the ones that users were promised", () => {
  assertEquals(DEFAULTS, {
    vault: { path: "/home/u/Documents/SecondBrain" },
    graph: {
      engine: "auto",
      outputDir: "graphify-out",
      model: "qwen25-coder-7b-16k",
      numCtx: 16384,
      rebuildStaleDays: 7,
      updateTimeoutSeconds: 30,
      rebuildTimeoutMinutes: 120,
      env: {
        OLLAMA_FLASH_ATTENTION: "1",
        GRAPHIFY_OLLAMA_NUM_CTX: "16384",
        GRAPHIFY_OLLAMA_KEEP_ALIVE: "30m",
      },
    },
    brief: { godNodes: 10, conventions: "convention", maxChars: 9500 },
    journal: { dir: "journal", day: "local" },
    memory: { domainCase: "preserve", quietMinutes: 45, briefChars: 2400 },
    capture: {
      emailAllow: [],
      spoolMaxBytes: 16 * 1024 * 1024,
      retentionDays: 365,
      retentionMaxBytes: 1024 * 1024 * 1024,
      idleMinutes: 15,
      skipTools: SKIP_TOOLS,
    },
    ...REST,
  });
});

Deno.test("an empty file, and one of comments, is all defaults", () => {
  for (
    const text of ["", "\n", "# nothing\n", "\uFEFF", "---\n", "{}", "null"]
  ) {
    assertEquals(
      parseConfig(text, HOME),
      { config: DEFAULTS, problems: [], broken: false },
      JSON.stringify(text),
    );
  }
});

Deno.test("every setting takes what the file says", () => {
  const { config, problems } = parseConfig(
    `
vault:
  path: /data/My Vault
graph:
  engine: builtin
  output_dir: .graph/out
  model: llama3
  num_ctx: 4096
  rebuild_stale_days: 0.5
  update_timeout_seconds: 50
  rebuild_timeout_minutes: 0.01
  env:
    OLLAMA_FLASH_ATTENTION: 0
    GRAPHIFY_OLLAMA_NUM_CTX: 2048
    GRAPHIFY_OLLAMA_KEEP_ALIVE: -1
    OLLAMA_HOST: http://localhost:1
brief:
  god_nodes: 0
  conventions: rules/house
  max_chars: 200
journal:
  dir: log/daily
  day: utc
memory:
  domain_case: lower
  quiet_minutes: 0
  brief_chars: 0
capture:
  email_allow: [Example.com, example.org]
  spool_max_mb: 2
  retention_days: 0
  retention_max_mb: 0
  idle_minutes: 0.5
`,
    HOME,
  );
  assertEquals(problems, []);
  assertEquals(config, {
    vault: { path: "/data/My Vault" },
    graph: {
      engine: "builtin",
      outputDir: ".graph/out",
      model: "llama3",
      numCtx: 4096,
      rebuildStaleDays: 0.5,
      updateTimeoutSeconds: 50,
      rebuildTimeoutMinutes: 0.01,
      env: {
        OLLAMA_FLASH_ATTENTION: "0",
        GRAPHIFY_OLLAMA_NUM_CTX: "2048",
        GRAPHIFY_OLLAMA_KEEP_ALIVE: "-1",
        OLLAMA_HOST: "http://localhost:1",
      },
    },
    brief: { godNodes: 0, conventions: "rules/house", maxChars: 200 },
    journal: { dir: "log/daily", day: "utc" },
    memory: { domainCase: "lower", quietMinutes: 0, briefChars: 0 },
    capture: {
      emailAllow: ["example.com", "example.org"],
      spoolMaxBytes: 2 * 1024 * 1024,
      retentionDays: 0,
      retentionMaxBytes: 0,
      idleMinutes: 0.5,
      skipTools: SKIP_TOOLS,
    },
    ...REST,
  });
});

Deno.test("a setting without a value, and a section without settings, take their defaults", () => {
  const text = "vault:\n  path:\ngraph:\n  env:\nbrief: ~\njournal: {}\n";
  assertEquals(parseConfig(text, HOME), {
    config: DEFAULTS,
    problems: [],
    broken: false,
  });
});

Deno.test("`~` is home, and a separator at the end of a folder is dropped", () => {
  const vault = (path: string): string =>
    parseConfig(`vault: { path: "${path}" }`, HOME).config.vault.path;
  assertEquals(vault("~"), "/home/u");
  assertEquals(vault("~/"), "/home/u");
  assertEquals(vault("~/a b/"), "/home/u/a b");
  assertEquals(vault("/a//"), "/a");
  assertEquals(vault("/"), "/");
  const { config } = parseConfig(
    "graph:\n  output_dir: out/\njournal:\n  dir: a/b/\n",
    HOME,
  );
  assertEquals([config.graph.outputDir, config.journal.dir], ["out", "a/b"]);
});

Deno.test("the context that graphify asks for follows the model's, unless it is set", () => {
  const asked = (text: string): string | undefined =>
    parseConfig(text, HOME).config.graph.env.GRAPHIFY_OLLAMA_NUM_CTX;
  assertEquals(asked("graph:\n  num_ctx: 1000\n"), "1000");
  const set = "    GRAPHIFY_OLLAMA_NUM_CTX: 2000\n";
  assertEquals(asked(`graph:\n  num_ctx: 1000\n  env:\n${set}`), "2000");
});

Deno.test("an empty variable is left out", () => {
  const { env } = parseConfig(
    'graph:\n  env:\n    OLLAMA_FLASH_ATTENTION: ""\n    GRAPHIFY_OLLAMA_KEEP_ALIVE:\n',
    HOME,
  ).config.graph;
  assertEquals(env, { GRAPHIFY_OLLAMA_NUM_CTX: "16384" });
});

/** What does not fit, by setting, with what the problem says of it. */
const WRONG: [string, string[], string][] = [
  ["vault.path", [
    "7",
    "true",
    "[]",
    "{}",
    "notes",
    "~user/x",
    '""',
    '"/a\\0b"',
    "$HOME/x",
  ], "an absolute path or one that begins with ~ (variables are not replaced)"],
  [
    "graph.engine",
    ["Auto", "1", "[auto]", "none"],
    "one of auto, graphify, builtin",
  ],
  [
    "graph.output_dir",
    ["/abs", "..", "a/../..", ".", "a//b", '""', "C:/x", "7", "[a]"],
    "a folder below the vault",
  ],
  ["graph.model", ["7", '""', "--force", "{}"], "a model's name"],
  [
    "graph.num_ctx",
    ["big", '"4096"', "255", "1.5", ".inf", ".nan", "10000001"],
    "a whole number from 256 to 10000000",
  ],
  [
    "graph.rebuild_stale_days",
    ["-1", "week", "36501", "2026-01-01"],
    "a number from 0 to 36500",
  ],
  [
    "graph.update_timeout_seconds",
    ["0", "51", "1.5", "30s"],
    "a whole number from 1 to 50",
  ],
  [
    "graph.rebuild_timeout_minutes",
    ["0", "10081", "2h"],
    "a number from 0.01 to 10080",
  ],
  [
    "brief.god_nodes",
    ["-1", "1001", "2.5", "ten"],
    "a whole number from 0 to 1000",
  ],
  ["brief.conventions", ["7", '"#tag"', '"a b"', "/a", "a/", '""'], "a tag"],
  [
    "brief.max_chars",
    ["199", "9901", "10_000", "no"],
    "a whole number from 200 to 9900",
  ],
  ["journal.dir", ["/abs", "../up", '""', "2026"], "a folder below the vault"],
  ["journal.day", ["UTC", "1", "Europe/Berlin"], "one of local, utc"],
  [
    "memory.domain_case",
    ["Lower", "1", "none"],
    "one of preserve, lower, upper",
  ],
  ["memory.quiet_minutes", ["-1", "10081", "1h"], "a number from 0 to 10080"],
  [
    "memory.brief_chars",
    ["-1", "9901", "1.5", "all"],
    "a whole number from 0 to 9900",
  ],
  [
    "capture.email_allow",
    [
      "7",
      "true",
      "{}",
      "localhost",
      '"a@b.c"',
      '"*example.com"',
      '"*.com"',
    ],
    "domains such as example.com, as a list or parted by commas",
  ],
  [
    "capture.spool_max_mb",
    ["0", "10001", "1GB"],
    "a number from 0.01 to 10000",
  ],
  ["capture.retention_days", ["-1", "1y"], "a number from 0 to 36500"],
  ["capture.retention_max_mb", ["-1", "1GB"], "a number from 0 to 1000000"],
  ["capture.idle_minutes", ["0", "10081", "5m"], "a number from 0.01 to 10080"],
  [
    "capture.skip_tools",
    ["7", "{}", "[1]", '["a,b"]'],
    "names of tools, as a list or parted by commas",
  ],
  [
    "projects.exclude",
    ["7", "{}", "[[a]]", '["a,b"]'],
    "folders such as ~/private/**, as a list or parted by commas",
  ],
  ["recall.max_chars", ["-1", "9001", "1.5"], "a whole number from 0 to 9000"],
  ["recall.max_items", ["0", "21", "all"], "a whole number from 1 to 20"],
  [
    "recall.embed_model",
    ["7", "-x", "a b", "[]"],
    "a model's name, or nothing",
  ],
  ["summary.model", ["7", "-x", "a b", "[]"], "a model's name, or nothing"],
  [
    "summary.max_tokens",
    ["49", "4001", "few"],
    "a whole number from 50 to 4000",
  ],
  ["model.url", [
    "7",
    "http://example.com:11434",
    "https://127.0.0.1:1",
    "http://127.0.0.1",
    "http://127.0.0.1:11434/v1",
  ], "an address of this machine such as http://127.0.0.1:11434"],
  ["worker.http", ["7", "yes", "[]"], "on or off"],
  [
    "worker.port",
    ["1023", "65001", "any"],
    "a whole number from 1024 to 65000",
  ],
  [
    "worker.max_memory_mb",
    ["63", "100001", "much"],
    "a whole number from 64 to 100000",
  ],
];

for (const [name, values, must] of WRONG) {
  Deno.test(`${name} that does not fit is a problem with its line, and the default is used`, () => {
    const [section = "", key = ""] = name.split(".");
    for (const value of values) {
      const text = `# comment\n${section}:\n  # more\n  ${key}: ${value}\n`;
      const parsed = parseConfig(text, HOME);
      assertEquals(parsed.config, DEFAULTS, value);
      assertEquals(parsed.broken, false);
      assertEquals(parsed.problems.length, 1, value);
      const { line, message } = parsed.problems[0] ?? { line: 0, message: "" };
      assertEquals(line, 4, value);
      assert(message.startsWith(`${name} is `), message);
      assert(
        message.endsWith(
          `: must be ${must}; ${
            KEYS[name as keyof typeof KEYS].default || "none"
          } is used`,
        ),
        message,
      );
    }
  });
}

Deno.test("capture.email_allow names what of a list does not fit", () => {
  const must =
    "must be domains such as example.com, as a list or parted by commas, and";
  for (
    const [value, item] of [
      ["[example.com, localhost]", '"localhost"'],
      ['["a@b.c"]', '"a@b.c"'],
      ["[example.com, 1]", "1"],
      ["[[a.b]]", "a list"],
      ["[{ a: b }]", "a mapping"],
      ["[~]", "nothing"],
      ["example.com, local host.org", '"local"'],
      [`[${"x".repeat(90)}]`, `"${"x".repeat(56)}...`],
    ]
  ) {
    const [message = ""] = problems(`capture:\n  email_allow: ${value}\n`);
    assertStringIncludes(message, `${must} ${item} is none; none is used`);
  }
});

Deno.test("capture.email_allow takes a domain as it stands in an address or for all below", () => {
  const { config, problems } = parseConfig(
    'capture:\n  email_allow: ["@Example.com", "*.example.org", a.b]\n',
    HOME,
  );
  assertEquals(problems, []);
  const { emailAllow } = config.capture;
  assertEquals(emailAllow, ["example.com", "example.org", "a.b"]);
});

Deno.test("several folders are a list, or one text parted by commas", () => {
  for (
    const value of [
      "[~/private/**, /srv/x]",
      "~/private/**, /srv/x",
      '"~/private/** ,/srv/x,"',
    ]
  ) {
    const { config, problems } = parseConfig(
      `projects:\n  exclude: ${value}\n`,
      HOME,
    );
    assertEquals(problems, []);
    assertEquals(config.projects.exclude, ["~/private/**", "/srv/x"]);
  }
});

Deno.test("a value that YAML takes for something else asks for quotes", () => {
  for (
    const value of [
      "@a.b",
      "*.a.b",
      "[a.b, *.c.d]",
      "\n    - '*.a.b'\n    - @c.d",
    ]
  ) {
    const { broken, problems } = parseConfig(
      `capture:\n  email_allow: ${value}\n`,
      HOME,
    );
    assertEquals(broken, true);
    const { line, message = "" } = problems[0] ?? {};
    assertEquals(line, value.startsWith("\n") ? 4 : 2, value);
    assertStringIncludes(
      message,
      "; a text that begins with @ or * needs quotes",
    );
  }
});

Deno.test("every setting is in the list of what does not fit", () => {
  assertEquals(WRONG.map(([name]) => name), Object.keys(KEYS));
});

Deno.test("a problem shows a short value, and never a long one", () => {
  assertEquals(problems("graph:\n  engine: turbo\n"), [
    '2: graph.engine is "turbo": must be one of auto, graphify, builtin; auto is used',
  ]);
  const long = problems(`graph:\n  engine: ${"secret ".repeat(100)}\n`)[0] ??
    "";
  assert(long.length < 200, long);
  assertEquals(problems("brief:\n  god_nodes: [1, 2]\n  max_chars: {a: 1}\n"), [
    "2: brief.god_nodes is a list: must be a whole number from 0 to 1000; 10 is used",
    "3: brief.max_chars is a mapping: must be a whole number from 200 to 9900; 9500 is used",
  ]);
});

Deno.test("a list that holds itself is only a wrong value", () => {
  assertEquals(problems("graph:\n  model: &a [*a]\n"), [
    "2: graph.model is a list: must be a model's name; qwen25-coder-7b-16k is used",
  ]);
});

Deno.test("an unknown setting is a problem with its line, wherever it stands", () => {
  assertEquals(
    problems(`vault:
  path: /v
  pth: /v
graph:
  Model: x
  env:
    PATH: /bin
    GRAPHIFY_OUT: elsewhere
    GRAPHIFY_FORCE: 1
    LD_PRELOAD: x
  "brief":
    god_nodes: 1
speed:
  fast: true
"graph.model": x
__proto__:
  a: 1
constructor: 1
`),
    [
      "3: vault.pth is not a setting; did you mean vault.path?",
      "5: graph.Model is not a setting; did you mean graph.model?",
      "7: graph.env.PATH is not a setting",
      "8: graph.env.GRAPHIFY_OUT is not a setting",
      "9: graph.env.GRAPHIFY_FORCE is not a setting",
      "10: graph.env.LD_PRELOAD is not a setting",
      "11: graph.brief is not a setting",
      "13: speed is not a setting",
      "15: graph.model is not a setting as one key: put model below graph",
      "16: __proto__ is not a setting",
      "18: constructor is not a setting",
    ],
  );
});

Deno.test("what is beside a problem counts", () => {
  const { config } = parseConfig(
    "graph:\n  engine: turbo\n  model: llama3\n  nonsense: 1\n",
    HOME,
  );
  assertEquals(config, {
    ...DEFAULTS,
    graph: { ...DEFAULTS.graph, model: "llama3" },
  });
});

Deno.test("a section that is no mapping is a problem", () => {
  assertEquals(problems("vault: /v\n\ngraph: [1]\njournal:\n  - dir\n"), [
    '1: vault is "/v": must be a mapping',
    "3: graph is a list: must be a mapping",
    "4: journal is a list: must be a mapping",
  ]);
  assertEquals(problems("graph:\n  env: x\n"), [
    '2: graph.env is "x": must be a mapping',
  ]);
});

Deno.test("a variable that is no text is a problem", () => {
  const text = (value: string): string =>
    `graph:\n  env:\n    # why\n    OLLAMA_HOST: ${value}\n`;
  for (
    const [value, shown] of [
      ["true", "true"],
      ["[a]", "a list"],
      ["{}", "a mapping"],
      ['"a\\0b"', '"a\\u0000b"'],
    ] as const
  ) {
    assertEquals(problems(text(value)), [
      `4: graph.env.OLLAMA_HOST is ${shown}: must be a text`,
    ]);
  }
});

Deno.test("lines are told for every form of YAML that tells them", () => {
  const wrong = "must be one of local, utc; local is used";
  for (
    const [form, text, line] of [
      ["CRLF", "vault:\r\n  path: /v\r\njournal:\r\n  day: x\r\n", 4],
      ["CR", "journal:\r  day: x\r", 2],
      ["BOM", "\uFEFFvault:\n path: /v\njournal:\n day: x\n", 4],
      ["BOM and the first key", "\uFEFFjournal:\n day: x\n", 2],
      ["flow style", "# one\njournal: { day: x }\n", 2],
      ["flow style for all", "{journal: {day: x}}\n", 1],
      ["flow style over lines", "# a\njournal: {\n  day: x\n}\n", 3],
      ["quoted keys", '"vault": {}\n\'journal\':\n  "day": x\n', 3],
      ["space before the colon", "journal :\n  day : x\n", 2],
      ["deep indentation", "journal:\n        day: x\n", 2],
      ["a document's start", "%YAML 1.2\n---\njournal:\n  day: x\n", 4],
      ["the same key elsewhere", "x:\n  day: 1\njournal:\n  day: x\n", 4],
      ["no line end", "journal:\n  day: x", 2],
    ] as const
  ) {
    const found = problems(text).filter((problem) => problem.includes(".day"));
    assertEquals(found, [`${line}: journal.day is "x": ${wrong}`], form);
  }
});

Deno.test("a file that is no YAML is one problem with its line, and all defaults", () => {
  for (
    const [text, line, what] of [
      ["vault:\n\tpath: /v\n", 2, "tab"],
      ["# {\nvault:\n  path: /v\n \t x: 1\n", 4, "tab"],
      ["vault:\n  path: /v\n path: /w\n", 3, ""],
      ["vault:\n  path: /a\n  path: /b\n", 3, "duplicate"],
      ["vault: {path: /v\n", 2, ""],
      ["a: b: c\n", 1, ""],
      ['vault:\n  path: "/v\n', 3, ""],
      ["vault:\n  path: *nothing\n", 2, "nothing"],
      ["vault: {}\0\n", 1, "document"],
      ["a: 1\n---\nb: 2\n", 1, "document"],
    ] as const
  ) {
    const parsed = parseConfig(text, HOME);
    assertEquals(parsed.config, DEFAULTS);
    assertEquals(parsed.broken, true);
    assertEquals(parsed.problems.length, 1);
    const { line: at, message } = parsed.problems[0] ??
      { line: 0, message: "" };
    assertEquals(at, line, `${JSON.stringify(text)}: ${message}`);
    assert(message.startsWith("Not YAML: "), message);
    assert(message.toLowerCase().includes(what), message);
    assert(!/at line|\n/.test(message) && message.length > 15, message);
  }
});

Deno.test("a tab is no problem where YAML allows it", () => {
  for (
    const text of [
      '{\n\t"vault": {\n\t\t"path": "/v"\n\t}\n}\n',
      "vault:\n  path:\t/v\t# why\n\t\n\t# comment: yes\n",
    ]
  ) {
    const { config, problems, broken } = parseConfig(text, HOME);
    assertEquals([config.vault.path, problems, broken], ["/v", [], false]);
  }
});

Deno.test("a file that is YAML and no mapping is one problem", () => {
  for (
    const text of ["[1]", "- a\n- b\n", "text\n", "42", "2026-01-01", "true"]
  ) {
    assertEquals(parseConfig(text, HOME), {
      config: DEFAULTS,
      problems: [{ line: 1, message: "Not a mapping of settings" }],
      broken: true,
    }, text);
  }
});

Deno.test("a setting with a slip in its name is asked about, and no other", () => {
  const asked = (name: string): string | undefined =>
    / mean (.*)\?$/.exec(problems(`graph:\n  ${name}: 1\n`)[0] ?? "")?.[1];
  assertEquals(asked("modell"), "graph.model");
  assertEquals(asked("num_ctxs"), "graph.num_ctx");
  assertEquals(asked("outputdir"), "graph.output_dir");
  assertEquals(asked("mdl"), "graph.model");
  assertEquals(asked("motto"), undefined);
  assertEquals(asked("m".repeat(1_000_000)), undefined);
  assertEquals(problems("jurnal:\n  dir: x\n"), [
    "1: jurnal is not a setting; did you mean journal?",
  ]);
});
