import { assert, assertEquals, assertStringIncludes } from "@std/assert";
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
