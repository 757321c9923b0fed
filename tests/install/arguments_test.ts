import { assertEquals, assertThrows } from "@std/assert";
import { parseArguments, UsageError } from "../../lib/install/arguments.ts";
import { USAGE } from "../../lib/install/usage.ts";

Deno.test("parseArguments() reads an empty command line as an installation for the user", () => {
  assertEquals(parseArguments([]), {
    action: "install",
    vault: null,
    project: null,
    settings: null,
    form: "best",
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
  for (const action of ["check", "print", "uninstall", "help"] as const) {
    assertEquals(parseArguments([`--${action}`]).action, action);
  }
  assertEquals(parseArguments(["-h"]).action, "help");
});

const WRONG: [string, string[]][] = [
  ["--vaults", ["--vaults", "x"]],
  [
    'there is no argument "folder"; did you mean --vault folder?',
    ["--json", "folder"],
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
];

for (const [message, args] of WRONG) {
  Deno.test(`parseArguments() refuses ${args.join(" ")}`, () => {
    assertThrows(() => parseArguments(args), UsageError, message);
  });
}

Deno.test("each line of the usage names options that go together, and only those", () => {
  const lines = USAGE.split("\n\n")[1]?.replace(/\n {20,}/g, " ")
    .split("\n") ?? [];
  assertEquals(lines.length, 5);
  for (const line of lines) {
    const [, words = ""] = /install\.ts (.*)$/.exec(line) ?? [];
    const options = words.split(/(?<=\]) | (?=\[)/).map((part) =>
      part.replace(/[[\]]/g, "").split(" | ")
    );
    const given = (of: (choice: string[]) => string | undefined): string[] =>
      options.flatMap((choice) => of(choice)?.split(" ") ?? []);
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
