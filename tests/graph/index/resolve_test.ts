import { assertEquals } from "@std/assert";
import { lastName, pathKey } from "../../../lib/graph/index/_names.ts";
import { linkKey, resolveLink } from "../../../lib/graph/index/_resolve.ts";

/** The path of the note that a link means in a vault of these notes. */
function meant(
  target: string,
  source: string,
  paths: string[],
  markdown = false,
): string | null {
  const name = linkKey(target);
  const candidates = paths.map((path, id) => ({ id, key: pathKey(path) }))
    .filter(({ key }) => lastName(key) === name);
  const id = resolveLink(target, markdown, pathKey(source), candidates);
  return id === null ? null : paths[id] ?? null;
}

Deno.test("resolveLink() finds notes by name, end of path and path, whatever their case", () => {
  const vault = ["a.md", "x/B note.md", "x/y/c.md", "v1.2.md", "日本.md"];
  const cases: [string, string | null][] = [
    ["a", "a.md"],
    ["A", "a.md"],
    ["a.md", "a.md"],
    ["A.MD", "a.md"],
    ["b NOTE", "x/B note.md"],
    ["x/B note", "x/B note.md"],
    ["y/c", "x/y/c.md"],
    ["X/Y/C", "x/y/c.md"],
    ["/x/y/c", "x/y/c.md"],
    ["/y/c", null],
    ["z/c", null],
    ["v1.2", "v1.2.md"],
    ["日本", "日本.md"],
    ["nothing", null],
    ["a/", null],
    ["..", null],
  ];
  for (const [target, path] of cases) {
    assertEquals(meant(target, "q.md", vault), path, target);
  }
});

Deno.test("resolveLink() compares accents however they are composed", () => {
  assertEquals(meant("cafe\u0301", "q.md", ["x/caf\u00e9.md"]), "x/café.md");
});

Deno.test("resolveLink() prefers a path, then a note near by, then the shortest path", () => {
  assertEquals(meant("n", "q.md", ["x/y/n.md", "x/n.md", "n.md"]), "n.md");
  assertEquals(meant("n", "q.md", ["x/y/n.md", "x/n.md"]), "x/n.md");
  assertEquals(meant("n", "x/y/q.md", ["a/n.md", "x/y/z/n.md"]), "x/y/z/n.md");
  assertEquals(meant("n", "x/y/q.md", ["n.md", "x/y/n.md"]), "n.md");
  assertEquals(meant("n", "q.md", ["b/n.md", "a/n.md"]), "a/n.md");
});

Deno.test("resolveLink() tries a Markdown link from its note's folder first", () => {
  const vault = ["n.md", "x/n.md", "x/y/n.md"];
  assertEquals(meant("n.md", "x/q.md", vault, true), "x/n.md");
  assertEquals(meant("n.md", "x/q.md", vault), "n.md");
  assertEquals(meant("y/n.md", "x/q.md", vault, true), "x/y/n.md");
  assertEquals(meant("x/y/n.md", "x/q.md", vault, true), "x/y/n.md");
});

Deno.test("resolveLink() takes `./` and `../` from nowhere but the note's folder", () => {
  const vault = ["n.md", "x/n.md"];
  for (const markdown of [true, false]) {
    assertEquals(meant("./n", "x/q.md", vault, markdown), "x/n.md");
    assertEquals(meant("../n.md", "x/q.md", vault, markdown), "n.md");
    assertEquals(meant("../x/n", "x/q.md", vault, markdown), "x/n.md");
    assertEquals(meant("../../n", "x/q.md", vault, markdown), null);
    assertEquals(meant("./n", "z/q.md", vault, markdown), null);
    assertEquals(meant("./n", "z/q.md", ["n.md"], markdown), null);
  }
});
