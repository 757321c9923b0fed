import { assert, assertEquals } from "@std/assert";
import { parseNote } from "../../lib/vault/parse_note.ts";

/** A note of this frontmatter and body. */
function note(frontmatter: string, body = ""): string {
  return `---\n${frontmatter}\n---\n${body}`;
}

Deno.test("parseNote() reads bad frontmatter as far as it goes, and says so once", async () => {
  const cases: [string, string, string[]][] = [
    ["tags: [a, b\nsummary: Here", "Here", ["a", "b"]],
    ["summary: Deploy: how to\ntags: [a]", "Deploy: how to", ["a"]],
    ['summary: "open\ntags: a', "open", ["a"]],
    ["summary: ok\n\ttags: a\n% what\ntags: [b]", "ok", ["b"]],
    ["just words\nsummary: ok", "ok", []],
    ["summary: ok\ntags:\n\t- a\n\t- b", "ok", ["a", "b"]],
    ["tags:\n  - a\n - b\nsummary: ok", "ok", ["a", "b"]],
    ["summary: 'it's'\ntags: x", "it's", ["x"]],
    ["summary: @home\ntags: x", "@home", ["x"]],
    ["summary: ok\ntags: *nowhere", "ok", ["*nowhere"]],
    ["{{title}}\nsummary: ok", "ok", []],
  ];
  for (const [frontmatter, summary, tags] of cases) {
    const read = await parseNote(note(frontmatter, "# T\n[[x]] #t"), "a.md");
    assertEquals(read.summary, summary, frontmatter);
    assertEquals(read.tags, [...tags, "t"], frontmatter);
    assertEquals(read.problems.length, 1, frontmatter);
    assertEquals(read.links.length, 1, frontmatter);
    assertEquals(read.title, "T", frontmatter);
  }
});

Deno.test("parseNote() names the line of what is no YAML, and none of its text", async () => {
  const { problems } = await parseNote(
    note("a: b\nsummary: x: secret"),
    "a.md",
  );
  assertEquals(problems, ["the frontmatter is not YAML at line 3"]);
});

Deno.test("parseNote() takes a frontmatter that is never closed for text", async () => {
  const open = await parseNote("---\ntitle: x\n# H\n[[y]]\n", "a.md");
  assertEquals(open.title, "H");
  assertEquals(open.links.length, 1);
  assertEquals(open.problems, ["the frontmatter is not closed"]);
  const ruler = await parseNote("---\n\ntext\n", "a.md");
  assertEquals(ruler.problems, []);
});

Deno.test("parseNote() knows a binary file by its name only", async () => {
  const bytes = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR #no [[no]]";
  const read = await parseNote(bytes, "pic.md");
  assertEquals(read.title, "pic");
  assertEquals(read.tags.length + read.links.length, 0);
  assertEquals(read.problems.length, 1);
});

Deno.test("parseNote() keeps titles and summaries to one bounded line", async () => {
  const read = await parseNote(
    note(`summary: |\n  a\n  b${"😀".repeat(9000)}`, `# ${"😀".repeat(6000)}`),
    "a.md",
  );
  assert(read.title.length <= 300 && read.title.isWellFormed());
  assert(read.summary.length <= 4000 && read.summary.isWellFormed());
  assert(read.summary.startsWith("a b😀") && read.summary.endsWith("…"));
  const escape = await parseNote("# a\x1b[31mb\x07c", "a.md");
  assertEquals(escape.title, "a [31mb c");
});

Deno.test("parseNote() reads only the start of a huge note", async () => {
  const text = `# Start\n${"word [[x]] ".repeat(2_000_000)}\n# End\n#end`;
  const read = await parseNote(text, "a.md");
  assertEquals(read.headings.map(({ text }) => text), ["Start"]);
  assertEquals(read.tags, []);
  assert(read.problems.some((problem) => problem.includes("1 MiB")));
});

Deno.test("parseNote() takes linear time whatever the text", async () => {
  const mebi = 1024 * 1024;
  const cases: Record<string, string> = {
    "one long line": "a b ".repeat(mebi / 4),
    "openers": "[[".repeat(40_000),
    "openers over the whole": "[[".repeat(mebi / 2),
    "openers and one closer": "[[".repeat(mebi / 2 - 2) + "x]]",
    "links": "[[a]]".repeat(mebi / 5),
    "brackets": "[".repeat(mebi),
    "closers": "]".repeat(mebi),
    "destinations": "[](".repeat(mebi / 3),
    "angles": "[](<".repeat(mebi / 4),
    "spaces in destinations": "[](  ".repeat(mebi / 5),
    "backticks": "`a``b```".repeat(mebi / 8),
    "backtick runs": Array.from({ length: 1400 }, (_, n) => "`".repeat(n)).join(
      " ",
    ),
    "comments": "%%a".repeat(mebi / 3),
    "HTML": "<!--".repeat(mebi / 4),
    "tags of HTML": "<a ".repeat(mebi / 3),
    "URLs": "<a:".repeat(mebi / 3),
    "hashes": "#".repeat(mebi),
    "tags": "#a".repeat(mebi / 2),
    "slashes": `#a${"/".repeat(mebi - 10)}b`,
    "spaces": " ".repeat(mebi),
    "heading of spaces": `# a${" ".repeat(mebi - 10)}b`,
    "heading of hashes": `# ${"# ".repeat(mebi / 2 - 10)}b`,
    "quotes": ">".repeat(mebi),
    "blank lines": "\n".repeat(mebi),
    "list": "- ".repeat(mebi / 2),
    "backslashes": "\\".repeat(mebi),
    "references": "[a]: x\n".repeat(mebi / 7),
    "frontmatter": `---\n${"a: b\n".repeat(mebi / 5 - 5)}---\n`,
    "colons": `---\n${"a:".repeat(mebi / 2 - 10)}\n---\n`,
    "spaces before a colon": `---\na${" ".repeat(mebi - 20)}: b\n---\n`,
    "flow": `---\ntags: [${"a,".repeat(mebi / 2 - 20)}]\n---\n`,
    "flow of lines": `---\ntags: [\n${" a,\n".repeat(mebi / 4 - 20)} ]\n---\n`,
    "nested flow": `---\ntags: ${"[".repeat(20_000)}\n---\n`,
    "quoted": `---\nsummary: "${"a\\\\".repeat(mebi / 3 - 20)}"\n---\n`,
    "folded": `---\nsummary: >\n${"  a\n".repeat(mebi / 4 - 20)}---\n`,
    "folded blanks": `---\nsummary: >\n${"\n".repeat(mebi - 30)}---\n`,
    "anchors": `---\na: &a [x]\n${
      Array.from({ length: 500 }, (_, n) => `b${n}: [*a, *a, *a]\n`).join("")
    }tags: *a\n---\n`,
    "random bytes": Array.from(
      { length: mebi },
      (_, n) => String.fromCharCode(33 + (n * 7919 + (n >> 3) * 104729) % 94),
    ).join(""),
  };
  for (const [name, text] of Object.entries(cases)) {
    const start = performance.now();
    await parseNote(text, "a.md");
    const ms = performance.now() - start;
    // Quadratic time takes minutes here; a slow machine does not.
    assert(ms < 60_000, `${name}: ${ms} ms`);
  }
});
