import { assertEquals } from "@std/assert";
import { parseNote } from "../../lib/vault/parse_note.ts";

/** A note of this frontmatter and body. */
function note(frontmatter: string, body = ""): string {
  return `---\n${frontmatter}\n---\n${body}`;
}

Deno.test("parseNote() names a note by its frontmatter, else its first level 1 heading, else its file", async () => {
  const cases: [string, string][] = [
    ["", "file name"],
    ["text", "file name"],
    ["## Second\n", "file name"],
    ["## Second\n# First ##\n# Other\n", "First"],
    ["First\n=====\n", "First"],
    ["#tag\n", "file name"],
    ["```\n# code\n```\n", "file name"],
    [note("title: Mine", "# First\n"), "Mine"],
    [note('title: "Mine: \\"so\\""', "# First\n"), 'Mine: "so"'],
    [note("title: 'it''s'"), "it's"],
    [note("title: 2024-01-01"), "2024-01-01"],
    [note("title: 2024"), "2024"],
    [note("title: true # really"), "true"],
    [note("title:", "# First\n"), "First"],
    [note("title: ~", "# First\n"), "First"],
    [note("title: null"), "file name"],
    [note("Title: Upper"), "Upper"],
    [note('"title": Quoted key'), "Quoted key"],
    ["\uFEFF" + note("title: After BOM"), "After BOM"],
    ["---\r\ntitle: Windows\r\n---\r\n", "Windows"],
    ["---\rtitle: Old Mac\r---\r", "Old Mac"],
    ["---  \ntitle: Spaces\n--- \n", "Spaces"],
    ["\n---\ntitle: Not first\n---\n", "file name"],
    [note("title: a\n  b\n  c"), "a b c"],
    [note("title: &x anchored"), "anchored"],
    [note("title: !!str tagged"), "tagged"],
    [note('title: "two\n  lines"'), "two lines"],
    [note("title: a\tb"), "a b"],
  ];
  for (const [text, title] of cases) {
    assertEquals(
      (await parseNote(text, "dir/file name.md")).title,
      title,
      JSON.stringify(text),
    );
  }
});

Deno.test("parseNote() reads the summary in every form of a YAML scalar", async () => {
  const cases: [string, string][] = [
    ["summary: Plain words, 100% & more", "Plain words, 100% & more"],
    ["summary: with # comment", "with"],
    ["summary: with#hash", "with#hash"],
    ['summary: "double \\\\ \\n quoted"', "double \\ quoted"],
    ['summary: "caf\\u00e9"', "café"],
    ["summary: 'single'   # comment", "single"],
    ["summary: |\n  two\n  lines\n", "two lines"],
    ["summary: >-\n  folded\n  text\nother: x", "folded text"],
    ["summary: |2\n   indented", "indented"],
    ["summary: >\n  one\n\n  two", "one two"],
    ["summary: first\n  second", "first second"],
    ["summary:\n  on the next line", "on the next line"],
    ["summary: http://x.y/z", "http://x.y/z"],
    ["summary: [a, b]", ""],
    ["summary: {a: b}", ""],
    ["nested:\n  summary: not this\nsummary: this", "this"],
    ["aliases:\n- a\n- b\nsummary: this", "this"],
    ["summary: ''", ""],
    ["# comment\n\nsummary: after", "after"],
    ["summary: 日本語 😀", "日本語 😀"],
  ];
  for (const [frontmatter, summary] of cases) {
    const read = await parseNote(note(frontmatter), "a.md");
    assertEquals(read.summary, summary, frontmatter);
    assertEquals(read.problems, [], frontmatter);
  }
});

Deno.test("parseNote() reads tags from frontmatter in every form that Obsidian accepts", async () => {
  const cases: [string, string[]][] = [
    ["tags: one", ["one"]],
    ["tags: one two", ["one", "two"]],
    ["tags: one, two,three", ["one", "two", "three"]],
    ["tags: [one, two]", ["one", "two"]],
    ["tags: [ 'one' , \"two/three\" , ]", ["one", "two/three"]],
    ["tags: [\n  one,\n  two\n]", ["one", "two"]],
    ["tags: []", []],
    ["tags:", []],
    ["tags: ~", []],
    ["tags:\n  - one\n  - two", ["one", "two"]],
    ["tags:\n- one\n- 'two'\n- \"#three\"", ["one", "two", "three"]],
    ["tags:\n  - one # comment\n  # - not\n  - two", ["one", "two"]],
    ["tags:\n  -\n  - one", ["one"]],
    ['tags: "#one"', ["one"]],
    ["tags: #one #two", ["one", "two"]],
    ["tags: # a comment\n  - one", ["one"]],
    ["tags:\n  - #one", ["one"]],
    ["tags: [#one, #two]", ["one", "two"]],
    ["tag: one", ["one"]],
    ["Tags: one", ["one"]],
    ["tag: a\ntags: [b]", ["a", "b"]],
    ["tags: [Convention/Git, convention/git]", ["Convention/Git"]],
    ["tags: [2024, y2024, 1a]", ["y2024", "1a"]],
    ["tags: [a/b/c, /d/]", ["a/b/c", "d"]],
    ["tags: [ünï, 日本, tag-x_y, 😀]", ["ünï", "日本", "tag-x_y", "😀"]],
    ["tags: !!seq [one]", ["one"]],
    ["tags: &t [one]\nother: *t", ["one"]],
    ["tags: {one: 1}", []],
    ["tags:\n  - [one, two]\n  - three", ["three"]],
    ["tags: |\n  one\n  two", ["one", "two"]],
  ];
  for (const [frontmatter, tags] of cases) {
    const read = await parseNote(note(frontmatter), "a.md");
    assertEquals(read.tags, tags, frontmatter);
  }
});

Deno.test("parseNote() reads inline tags by Obsidian's rules", async () => {
  const cases: [string, string[]][] = [
    ["#one", ["one"]],
    ["a #one, #two. #three!", ["one", "two", "three"]],
    ["#a/b/c #a-b_c", ["a/b/c", "a-b_c"]],
    ["#日本語 #ünï #Δ9 #😀", ["日本語", "ünï", "Δ9", "😀"]],
    ["#1984 #y1984 #1984y", ["y1984", "1984y"]],
    ["a#b x:#c (#d)", []],
    ["# heading", []],
    ["## heading #tag", ["tag"]],
    ["##no", []],
    ["\\#no", []],
    ["`#no` #yes", ["yes"]],
    ["``a ` #no`` #yes", ["yes"]],
    ["` #yes", ["yes"]],
    ["```\n#no\n```\n#yes", ["yes"]],
    ["~~~js\n#no\n```\n#no\n~~~\n#yes", ["yes"]],
    ["````\n```\n#no\n````\n#yes", ["yes"]],
    ["```\n#no", []],
    ["``` not a fence ``` #yes", ["yes"]],
    ["> ```\n> #no\n> ```\n> #yes", ["yes"]],
    ["> ```\n> #no\n\n#yes", ["yes"]],
    ["- item\n  ```\n  #no\n  ```\n- #yes", ["yes"]],
    ["- ```\n  #no\n  ```\n\n#yes", ["yes"]],
    ["text\n\n    #no\n\n#yes", ["yes"]],
    ["- item\n\n    #yes", ["yes"]],
    ["text\n    #yes", ["yes"]],
    ["%% #no %% #yes", ["yes"]],
    ["%%\n#no\n```\n%%\n#yes", ["yes"]],
    ["<!-- #no --> #yes", ["yes"]],
    ["<!--\n#no\n-->\n#yes", ["yes"]],
    ['<span style="color: #no"> #yes</span>', ["yes"]],
    ["https://x.y/#no https://x.y/z #yes", ["yes"]],
    ["<https://x.y/ #no>", ["no"]],
    ["[t](x.md #no) #yes", ["no", "yes"]],
    ["[[a #no]] #yes", ["yes"]],
    ["[a #yes](x.md)", ["yes"]],
    ["#One #one", ["One"]],
    ["a\t#one\u3000#two", ["one", "two"]],
    ["- [ ] #task do", ["task"]],
    ["#a/ #/", ["a"]],
  ];
  for (const [text, tags] of cases) {
    assertEquals((await parseNote(text, "a.md")).tags, tags, text);
  }
});

Deno.test("parseNote() reads links of every kind", async () => {
  const cases: [string, unknown[]][] = [
    ["[[x]]", [{ target: "x", kind: "wikilink" }]],
    ["[[ x y ]]", [{ target: "x y", kind: "wikilink" }]],
    ["[[x|alias]]", [{ target: "x", kind: "wikilink", alias: "alias" }]],
    ["| [[x\\|alias]] |", [{ target: "x", kind: "wikilink", alias: "alias" }]],
    ["[[x#h]]", [{ target: "x", kind: "wikilink", heading: "h" }]],
    ["[[x#h#h2|a|b]]", [{
      target: "x",
      kind: "wikilink",
      heading: "h#h2",
      alias: "a|b",
    }]],
    ["[[x#^block]]", [{ target: "x", kind: "wikilink", heading: "^block" }]],
    ["![[x]]", [{ target: "x", kind: "embed" }]],
    ["![[p.png|300]]", [{ target: "p.png", kind: "embed", alias: "300" }]],
    ["[[a/b c.md]]", [{ target: "a/b c.md", kind: "wikilink" }]],
    ["[[日本語]]", [{ target: "日本語", kind: "wikilink" }]],
    ["[[#here]] [[]] [[|x]]", []],
    ["[[a [[b]]", [{ target: "b", kind: "wikilink" }]],
    ["[[a]] [[b", [{ target: "a", kind: "wikilink" }]],
    ["[[a\nb]]", []],
    ["\\[[x]]", []],
    ["`[[x]]`", []],
    ["```\n[[x]]\n```", []],
    ["%% [[x]] %%", []],
    ["[t](x.md)", [{ target: "x.md", kind: "markdown" }]],
    ["[t](./a/x.md#h 'title')", [{
      target: "./a/x.md",
      kind: "markdown",
      heading: "h",
    }]],
    ["[t](<my note.md>)", [{ target: "my note.md", kind: "markdown" }]],
    ["[t](my%20note.md#a%20b)", [{
      target: "my note.md",
      kind: "markdown",
      heading: "a b",
    }]],
    ["[t](100%.md)", [{ target: "100%.md", kind: "markdown" }]],
    ["[t](a(b).md)", [{ target: "a(b).md", kind: "markdown" }]],
    ["[t](a\\(b.md)", [{ target: "a(b.md", kind: "markdown" }]],
    ["![t](x.png)", [{ target: "x.png", kind: "embed" }]],
    ["[![t](p.png)](x.md)", [
      { target: "p.png", kind: "embed" },
      { target: "x.md", kind: "markdown" },
    ]],
    ["[a [b] c](x.md)", [{ target: "x.md", kind: "markdown" }]],
    ["[two\nlines](x.md)", [{ target: "x.md", kind: "markdown" }]],
    ["[a\n\nb](x.md)", []],
    ["a](x.md)", []],
    ["[t](https://x.y/z.md) [t](mailto:a@b.c) [t](//x/y.md) [t](#h) [t]()", []],
    ["[t](obsidian://open?x) [t](file:///a.md)", []],
    ["[t][r]\n\n[r]: x.md 'title'", [{ target: "x.md", kind: "markdown" }]],
    ["[^1]: x.md", []],
    ["<a href='[[x]]'>", [{ target: "x", kind: "wikilink" }]],
  ];
  for (const [text, links] of cases) {
    assertEquals((await parseNote(text, "a.md")).links, links as never, text);
  }
});

Deno.test("parseNote() reads links in properties", async () => {
  const text = note(
    'up: "[[Home|h]]"\nrelated:\n  - "[[A]]"\n  - \'[[B#h]]\'\n# [[no]]\n',
    "[[C]]",
  );
  const { links } = await parseNote(text, "a.md");
  assertEquals(links.map(({ target }) => target), ["Home", "A", "B", "C"]);
});

Deno.test("parseNote() reads headings with their level and line", async () => {
  const text = note(
    "title: x",
    "# One\n\ntext\n\n### Three ###\n\nSet\n---\n\n- # in a list\n\n" +
      "#\n\n#no\n####### seven\n\n| a |\n---\n\n    # code\n> ## Quoted\n",
  );
  const { headings } = await parseNote(text, "a.md");
  assertEquals(headings, [
    { level: 1, text: "One", line: 4 },
    { level: 3, text: "Three", line: 8 },
    { level: 2, text: "Set", line: 10 },
    { level: 2, text: "Quoted", line: 24 },
  ]);
});
