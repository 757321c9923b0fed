import { assertEquals, assertThrows } from "@std/assert";
import { parseArguments, UsageError } from "../../lib/install/arguments.ts";
import { USAGE } from "../../lib/install/usage.ts";

Deno.test("parseArguments() reads an empty command line as an installation for the user", () => {
  assertEquals(parseArguments([]), {
    action: "install",
    parts: [],
    warden: null,
    host: null,
    session: null,
    before: null,
    yes: false,
    file: null,
    capture: false,
    vault: null,
    project: null,
    settings: null,
    form: "best",
    deleteStore: false,
    rows: 20,
    follow: false,
    json: false,
  });
});

Deno.test("parseArguments() reads every flag", () => {
  const all = parseArguments([
    "--vault",
    "/My Notes",
    "--project=.",
    "--require-native",
    "--json",
  ]);
  assertEquals(
    [all.vault, all.project, all.form, all.json],
    ["/My Notes", ".", "native", true],
  );
  assertEquals(parseArguments(["--no-compile"]).form, "script");
  assertEquals(parseArguments(["--settings", "x.json"]).settings, "x.json");
  for (
    const action of [
      "check",
      "print",
      "uninstall",
      "status",
      "tail",
      "verify",
      "help",
    ] as const
  ) assertEquals(parseArguments([`--${action}`]).action, action);
  assertEquals(parseArguments(["-h"]).action, "help");
});

Deno.test("parseArguments() reads whose sessions are captured", () => {
  const of = (...args: string[]) => {
    const { action, capture, project, settings } = parseArguments(args);
    return [action, capture, project, settings];
  };
  assertEquals(of("--capture", "/p"), ["install", true, "/p", null]);
  assertEquals(of("--capture=/p q"), ["install", true, "/p q", null]);
  assertEquals(of("--capture", "--user"), ["install", true, null, null]);
  assertEquals(of("--capture", "--settings=f"), ["install", true, null, "f"]);
  assertEquals(of("--uninstall", "--capture", "--user", "--delete-store"), [
    "uninstall",
    true,
    null,
    null,
  ]);
  assertEquals(of("--status", "/p"), ["status", false, "/p", null]);
  assertEquals(of("--status", "--json"), ["status", false, null, null]);
});

Deno.test("parseArguments() reads how many rows are shown", () => {
  const of = (...args: string[]) => {
    const { rows, follow, json } = parseArguments(["--tail", ...args]);
    return [rows, follow, json];
  };
  assertEquals(of(), [20, false, false]);
  assertEquals(of("5", "--follow"), [5, true, false]);
  assertEquals(of("--follow", "--json"), [20, true, true]);
  assertEquals(of("0", "--follow"), [0, true, false]);
});

Deno.test("parseArguments() reads what goes with the hooks and is meant alone", () => {
  const of = (...args: string[]) => {
    const { action, parts, project, settings } = parseArguments(args);
    return [action, parts, project, settings];
  };
  assertEquals(of("--agents", "--skills"), [
    "install",
    ["skills", "agents"],
    null,
    null,
  ]);
  assertEquals(of("--check", "--skills", "--project=p"), [
    "check",
    ["skills"],
    "p",
    null,
  ]);
  assertEquals(of("--uninstall", "--mcp", "--statusline", "--settings=f"), [
    "uninstall",
    ["mcp", "statusline"],
    null,
    "f",
  ]);
  assertEquals(of("--print", "--agents"), ["print", ["agents"], null, null]);
});

Deno.test("parseArguments() reads how the warden is switched", () => {
  const of = (value: string) => parseArguments(["--warden", value]).warden;
  assertEquals(of("on"), { enabled: true });
  assertEquals(of("off"), { enabled: false });
  assertEquals(of("1"), { minutes: 1 });
  assertEquals(of("480"), { minutes: 480 });
  assertEquals(parseArguments(["--warden=on"]).action, "warden");
});

const WRONG: [string, string[]][] = [
  ["--vaults", ["--vaults", "x"]],
  [
    'there is no argument "folder"; did you mean --vault folder?',
    ["--json", "folder"],
  ],
  ["--verify takes nothing after it", ["--verify", "x"]],
  ["--check takes nothing after it", ["--check", "x"]],
  ["--uninstall takes nothing after it", ["--uninstall", "x"]],
  ['Cannot use "b": --status takes one folder', ["--status", "a", "b"]],
  ['Cannot use "6": --tail takes one number', ["--tail", "5", "6"]],
  [
    'Cannot use "x": --capture takes one folder, or --user',
    ["--capture", "--user", "x"],
  ],
  [
    'Cannot use "b": --capture takes one folder, or --user',
    ["--uninstall", "--capture", "a", "b"],
  ],
  ["--vault: it needs a value", ["--vault"]],
  ["--vault: it needs a value", ["--vault", "--json"]],
  ["--settings: it needs a value", ["--settings="]],
  ["--check together with --print", ["--print", "--check"]],
  ["--check together with --uninstall", ["--check", "--uninstall"]],
  ["--project together with --settings", ["--project=a", "--settings=b"]],
  ["--no-compile together with", ["--no-compile", "--require-native"]],
  ["--uninstall together with --vault", ["--uninstall", "--vault=/v"]],
  ["--check together with --vault", ["--check", "--vault=/v"]],
  ["it needs the folder of a project, or --user", ["--capture"]],
  ["it needs the folder of a project, or --user", ["--capture", "--json"]],
  ["--capture /p together with another place", ["--capture=/p", "--user"]],
  [
    "--capture together with --vault",
    ["--capture", "--user", "--vault=/v"],
  ],
  [
    "--capture together with --project: the folder comes right after --capture",
    ["--capture", "--project=/p"],
  ],
  ["--tail 0: it needs a whole number from 1", ["--tail", "0"]],
  ["--check together with --capture", ["--check", "--capture=/p"]],
  ["--user: it goes with --capture", ["--user"]],
  ["--delete-store: it goes with --uninstall", ["--delete-store"]],
  ["--follow: it goes with --tail", ["--follow"]],
  ["--tail many: it needs a whole number", ["--tail", "many"]],
  ["--tail 1000000: it needs a whole number", ["--tail", "1000000"]],
  ["--status together with --tail", ["--tail", "--status"]],
  ["--status together with --settings", ["--status", "--settings=f"]],
  ...["0", "481", "-5", "3.7", "soon", "ON", "1e2"].map((
    value,
  ): [string, string[]] => [
    "it needs on, off, or the minutes between two runs, 1 to 480",
    [`--warden=${value}`],
  ]),
  ["--warden: it needs a value", ["--warden"]],
  ["--warden together with --skills", ["--warden=on", "--skills"]],
  ["--check together with --warden", ["--warden=on", "--check"]],
  ["--warden together with --settings", ["--warden=on", "--settings=f"]],
  ["--skills together with --vault", ["--skills", "--vault=/v"]],
  ["--mcp together with --capture", ["--mcp", "--capture=/p"]],
  [
    "--agents together with --delete-store",
    ["--uninstall", "--agents", "--delete-store"],
  ],
  ["--status together with --statusline", ["--status", "--statusline"]],
];

for (const [message, args] of WRONG) {
  Deno.test(`parseArguments() refuses ${args.join(" ")}`, () => {
    assertThrows(() => parseArguments(args), UsageError, message);
  });
}

Deno.test("each line of the usage names options that go together, and only those", () => {
  const lines = USAGE.split("\n\n")[1]?.replace(/\n {20,}/g, " ")
    .split("\n") ?? [];
  assertEquals(lines.length, 20);
  for (const line of lines) {
    const [, words = ""] = /install\.ts (.*)$/.exec(
      line.replace("on|off|MINUTES", "30").replace("NAME", "cursor").replace(
        "DATE",
        "2026-11-30",
      ),
    ) ?? [];
    const options = words.split(/(?<=\]) | (?=\[)/).map((part) =>
      part.replace(/[[\]]/g, "").split(" | ")
    );
    const given = (of: (choice: string[]) => string | undefined): string[] =>
      options.flatMap((choice) => of(choice)?.split(" ") ?? [])
        .map((word) => word === "N" ? "5" : word);
    parseArguments(given((choice) => choice[0]));
    parseArguments(given((choice) => choice.at(-1)));
    const action = options[0]?.[0] ?? "";
    if (action.startsWith("--check") || action.startsWith("--uninstall")) {
      for (const other of ["--vault=/v", "--no-compile", "--require-native"]) {
        assertThrows(() => parseArguments([action, other]), UsageError);
      }
    }
  }
});
