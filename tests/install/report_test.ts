import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { again, type Finding, other } from "../../lib/install/finding.ts";
import {
  colours,
  reportChecked,
  reportInstalled,
  reportUninstalled,
} from "../../lib/install/report.ts";

const INSTALLED = {
  form: "native",
  group: "vault",
  store: null,
  turnOff: "off",
  registered: [{ path: "/s.json", groups: ["vault"] }],
  settings: "/s.json",
  config: "/c.yaml",
  vault: "/v",
  notes: 12,
  done: ["Registered in /s.json"],
  warnings: ["Something"],
  hooks: [
    {
      name: "session-start",
      event: "SessionStart",
      form: "native",
      medianMs: 41,
      problem: null,
    },
    {
      name: "rebuild",
      event: null,
      form: "native",
      medianMs: null,
      problem: null,
    },
  ],
} as const;

Deno.test("reportInstalled() is a table and what the user should know", () => {
  assertEquals(
    reportInstalled(INSTALLED, colours(false)),
    `Registered in /s.json

hook                  event                form    start-up
memory-session-start  SessionStart         native     41 ms  works
memory-rebuild        (in the background)  native            works

Vault:    /v (12 notes)
Config:   /c.yaml
Settings: /s.json
Note: Something
The hooks work; Claude Code uses them from its next start.
`,
  );
});

const OTHERS = [
  {
    name: "capture-tool",
    event: "PostToolUse",
    form: "native",
    medianMs: 21,
    problem: null,
  },
  {
    name: "memoryd",
    event: null,
    form: "native",
    medianMs: null,
    problem: null,
  },
] as const;

Deno.test("reportInstalled() lists the hooks that were asked for, and says where the others are", () => {
  const both = {
    ...INSTALLED,
    store: "/store",
    hooks: [...INSTALLED.hooks, ...OTHERS],
    registered: [
      { path: "/p/s.json", groups: ["capture"] },
      { path: "/q/s.json", groups: ["capture"] },
      { path: "/s.json", groups: ["vault"] },
    ],
  } as const;
  const vault = reportInstalled(both, colours(false));
  assert(!vault.includes("capture-tool"), vault);
  assertStringIncludes(
    vault,
    "Settings: /s.json\nAlso working: capture in /p/s.json and /q/s.json\n",
  );
  const capture = reportInstalled(
    { ...both, group: "capture", settings: "/q/s.json" },
    colours(false),
  );
  assert(!capture.includes("SessionStart"), capture);
  assert(!capture.includes("Vault: "), capture);
  assertMatch(capture, /^memory-capture-tool +PostToolUse /m);
  assertMatch(capture, /^memoryd /m);
  assertStringIncludes(
    capture,
    "Settings: /q/s.json\nAlso working: the vault's hooks in /s.json\n",
  );
  assertStringIncludes(capture, "the error of a tool that failed");
  assertStringIncludes(capture, "Config:   /c.yaml (section capture)\n");
});

Deno.test("reportInstalled() lists a hook that does not work, whatever was asked for", () => {
  const [tool] = OTHERS;
  const text = reportInstalled({
    ...INSTALLED,
    hooks: [...INSTALLED.hooks, { ...tool, problem: "exit code 3" }],
    registered: [{ path: "/s.json", groups: ["vault", "capture"] }],
  }, colours(false));
  assertMatch(text, /memory-capture-tool .*exit code 3/);
  assert(!text.includes("Also working"));
});

Deno.test("reportInstalled() says in one line that nothing changed", () => {
  const text = reportInstalled({ ...INSTALLED, done: [] }, colours(false));
  assertEquals(
    text.split("\n", 3)[0],
    "Nothing changed in settings and config; the programs were made anew.",
  );
});

Deno.test("reportInstalled() says what does not work, in colour where asked for", () => {
  const [first] = INSTALLED.hooks;
  const text = reportInstalled({
    ...INSTALLED,
    hooks: [{ ...first, problem: "exit code 3" }],
  }, colours(true));
  assertStringIncludes(text, "\x1b[31mexit code 3\x1b[0m");
  assert(!text.includes("The hooks work"));
});

Deno.test("reportChecked() lists what is wrong", () => {
  const paint = colours(false);
  assertStringIncludes(
    reportChecked({ files: ["/s.json", "/t.json"], findings: [] }, paint),
    "All is well: the hooks in /s.json and /t.json are complete",
  );
  assertStringIncludes(
    reportChecked({ files: [], findings: [again("a"), again("b")] }, paint),
    "✗ a\n✗ b\n2 problems; install.ts mends them when it is run again.\n",
  );
});

Deno.test("reportChecked() sends nobody to an installation that mends nothing", () => {
  const last = (...findings: Finding[]): string =>
    reportChecked({ files: [], findings }, colours(false)).split("\n").at(-2) ??
      "";
  assertEquals(last(other("a")), "1 problem.");
  assertEquals(
    last(again("a")),
    "1 problem; install.ts mends it when it is run again.",
  );
  assertEquals(
    last(again("a"), other("b")),
    "2 problems; install.ts mends 1 of them when it is run again.",
  );
});

Deno.test("reportInstalled() counts one note as one", () => {
  const text = reportInstalled({ ...INSTALLED, notes: 1 }, colours(false));
  assertStringIncludes(text, "/v (1 note)\n");
});

Deno.test("reportUninstalled() says what was kept and where", () => {
  const text = reportUninstalled({
    settings: "/s.json",
    stillIn: ["/p/s.json"],
    done: [],
    kept: ["/v (the vault, with its journal)"],
  });
  assertEquals(
    text,
    `There was nothing to remove from /s.json
Still registered in /p/s.json: the programs stay
Kept: /v (the vault, with its journal)
`,
  );
});
