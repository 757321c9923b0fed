import { assertEquals } from "@std/assert";
import { excluded } from "../../lib/project/excluded.ts";

function matches(
  pattern: string,
  folder: string,
  foldsCase = false,
): boolean {
  return excluded(folder, [pattern], { home: "/home/u", foldsCase });
}

/** Pattern, folder, whether it is excluded. */
const CASES: readonly (readonly [string, string, boolean])[] = [
  // A path is for the folder and all below it.
  ["/tmp/secret", "/tmp/secret", true],
  ["/tmp/secret", "/tmp/secret/", true],
  ["/tmp/secret/", "/tmp/secret", true],
  ["/tmp/secret", "/tmp/secret/a/b", true],
  ["/tmp/secret", "/tmp/secrets", false],
  ["/tmp/secret", "/tmp", false],
  ["/tmp/secret", "/var/tmp/secret", false],
  ["/", "/a/b", true],
  // `*` is one folder.
  ["/tmp/*", "/tmp/a", true],
  ["/tmp/*", "/tmp/a/b", false],
  ["/tmp/*", "/tmp", false],
  ["/tmp/a*z", "/tmp/abcz", true],
  ["/tmp/a*z", "/tmp/abc", false],
  ["/tmp/*b*c*", "/tmp/abxcx", true],
  // `**` is any number of them.
  ["/Users/*/kunden/**", "/Users/eva/kunden/a/b", true],
  ["/Users/*/kunden/**", "/Users/eva/kunden", true],
  ["/Users/*/kunden/**", "/Users/eva/x/kunden/a", false],
  ["/srv/**/private", "/srv/private", true],
  ["/srv/**/private", "/srv/a/b/private", true],
  ["/srv/**/private", "/srv/a/private/b", false],
  ["/srv/**/private/**", "/srv/a/private/b", true],
  ["**", "/anything/at/all", true],
  // `?` is one character.
  ["/tmp/?", "/tmp/a", true],
  ["/tmp/?", "/tmp/ab", false],
  ["/tmp/?", "/tmp", false],
  // Home.
  ["~", "/home/u/a", true],
  ["~/x", "/home/u/x", true],
  ["~/x", "/home/u/x/y", true],
  ["~/x", "/home/v/x", false],
  ["~/x/**", "/home/u/x/y/z", true],
  ["~v/x", "/home/u/x", false],
  // Nothing at all.
  ["", "/a", false],
  ["   ", "/a", false],
  // Backslashes.
  ["C:\\Users\\eva\\kunden\\*", "C:\\Users\\eva\\kunden\\a", true],
  ["C:/Users/eva/kunden/*", "C:\\Users\\eva\\kunden\\a", true],
  ["C:\\Users\\eva", "C:/Users/eva/a", true],
  ["C:\\Users\\eva", "D:/Users/eva", false],
  // A name is for every folder that is called so.
  ["kunden", "/home/u/kunden", true],
  ["kunden", "/home/u/kunden/a/b", true],
  ["kunden", "/home/u/kunden2", false],
  ["secret-*", "/home/u/secret-x", true],
  ["secret-*", "/home/u/secret-x/src", true],
  ["a/b", "/x/a/b", true],
  ["a/b", "/x/a/c/b", false],
  // What no folder is called, and what means something to regular expressions only.
  ["[invalid", "/home/u/invalid", false],
  ["(a+)+$", "/home/u/aaaa", false],
  ["/tmp/a.b", "/tmp/aXb", false],
  ["/tmp/[ab]", "/tmp/[ab]", true],
  ["/tmp/\0", "/tmp/a", false],
  // Blanks around it are none of it.
  ["  /tmp/secret  ", "/tmp/secret", true],
];

for (const [pattern, folder, is] of CASES) {
  Deno.test(`${JSON.stringify(pattern)} is ${is ? "" : "not "}for ${folder}`, () => {
    assertEquals(matches(pattern, folder), is);
  });
}

Deno.test("Upper and lower case are the same only where the system takes them so", () => {
  assertEquals(matches("/Tmp/Secret", "/tmp/secret"), false);
  assertEquals(matches("/Tmp/Secret", "/tmp/secret/a", true), true);
  assertEquals(
    matches("~/K\u00fcnden", "/home/U/k\u0075\u0308nden", true),
    true,
  );
});

Deno.test("One pattern that fits is enough", () => {
  const options = { home: "/home/u", foldsCase: false };
  assertEquals(excluded("/b", ["/a", "", "/b"], options), true);
  assertEquals(excluded("/b", [], options), false);
});

Deno.test("No pattern takes long", () => {
  const folder = `/${"a".repeat(2000)}/${"a/".repeat(1000)}b`;
  for (
    const pattern of [
      `/${"*a".repeat(2000)}*c`,
      `/${"**/".repeat(1000)}c`,
      `/${"?*".repeat(2000)}`,
      "*".repeat(4000),
    ]
  ) {
    const started = performance.now();
    matches(pattern, folder);
    const took = performance.now() - started;
    assertEquals(took < 500, true, `${pattern.slice(0, 9)}: ${took} ms`);
  }
});
