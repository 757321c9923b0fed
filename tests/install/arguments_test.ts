import { assertEquals, assertThrows } from "@std/assert";
import { parseArguments, UsageError } from "../../lib/install/arguments.ts";

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
  ["folder", ["folder"]],
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
