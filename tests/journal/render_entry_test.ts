import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { renderEntry } from "../../lib/journal/render_entry.ts";
import type { JournalEntry } from "../../lib/journal/types.ts";

const ENTRY: JournalEntry = {
  at: "2026-11-30T18:56:24.123Z",
  project: "my-project",
  path: "/home/u/my-project",
  sessionId: "1cd681a0-52fd-40ad-b3de-8f192ef23b5c",
  reason: "prompt_input_exit",
  killed: false,
  notes: ["a.md", "folder/b.md"],
  key: "s0123456789ab",
};

Deno.test("renderEntry() renders an entry", () => {
  assertEquals(
    renderEntry(ENTRY),
    "## 2026-11-30T18:56:24Z · my-project\n\n" +
      "- project: my-project (`/home/u/my-project`)\n" +
      "- notes: [[a]], [[folder/b]]\n" +
      "- session: `1cd681a0-52fd-40ad-b3de-8f192ef23b5c` (prompt_input_exit) ^s0123456789ab\n",
  );
});

Deno.test("renderEntry() leaves out what is not known and says of a killed session that it never ended", () => {
  const text = renderEntry({
    ...ENTRY,
    project: "",
    path: null,
    notes: [],
    killed: true,
    reason: "killed",
  });
  assertEquals(
    text,
    "## 2026-11-30T18:56:24Z · unknown\n\n- project: unknown\n" +
      "- never ended: the session was killed or crashed; the time is that of its last record\n" +
      "- session: `1cd681a0-52fd-40ad-b3de-8f192ef23b5c` (killed) ^s0123456789ab\n",
  );
});

Deno.test("renderEntry() tells what the session came to, as text in bounds", () => {
  const text = renderEntry({
    ...ENTRY,
    summary: [
      "request: `rm -rf` [[x]] #tag\n## no heading ^s0123456789ab",
      `open: ${"x".repeat(1000)}`,
      ...["a", "b", "c", "d", "e", "f"],
    ],
  });
  const lines = text.split("\n");
  assertEquals(
    lines[4],
    "- request: \\`rm -rf\\` \\[\\[x\\]\\] \\#tag␊\\#\\# no heading \\^s0123456789ab",
  );
  assertEquals(lines[5]?.length, "- ".length + 400);
  assertEquals(lines.slice(6, 10), ["- a", "- b", "- c", "- d"]);
  assert(lines[10]?.startsWith("- session: "));
  assertEquals(lines.length, 12);
});

function linksOf(...notes: string[]): string {
  const line = renderEntry({ ...ENTRY, notes }).split("\n")
    .find((line) => line.startsWith("- notes: "));
  return line?.slice("- notes: ".length) ?? "";
}

Deno.test("renderEntry() links each note once and nothing else", () => {
  assertEquals(
    linksOf("b.md", "a.md", "b.md", "x.ipynb", "md", ".md", "d/.md", "C.MD"),
    "[[b]], [[a]], [[C]]",
  );
  assertEquals(
    linksOf("Ünï 日本/My Note (x) & 'q' 😀.md", "v1.2.md", "$5.md"),
    "[[Ünï 日本/My Note (x) & 'q' 😀]], [[v1.2]], [$5](%245.md)"
      .replace("[$5]", "[\\$5]"),
  );
});

Deno.test("renderEntry() links names that a wikilink cannot hold as Markdown", () => {
  const cases: [string, string][] = [
    ["a[b].md", "[a\\[b\\]](a%5Bb%5D.md)"],
    ["a|b.md", "[a\\|b](a%7Cb.md)"],
    ["d/C#.md", "[d/C\\#](d/C%23.md)"],
    ["a^b.md", "[a\\^b](a%5Eb.md)"],
    ["a`b (1).md", "[a\\`b (1)](a%60b%20%281%29.md)"],
    ["50%% off.md", "[50%\\% off](50%25%25%20off.md)"],
    ["a\nb.md", "[a␊b](a%0Ab.md)"],
    ["a\\b.md", "[a\\\\b](a%5Cb.md)"],
    [" a.md", "[ a](%20a.md)"],
    ["a .md", "[a ](a%20.md)"],
    ["d /a.md", "[d /a](d%20/a.md)"],
    ["<b>.md", "[\\<b\\>](%3Cb%3E.md)"],
    ["#\ud800.md", "[\\#\ufffd](%23%EF%BF%BD.md)"],
  ];
  for (const [note, link] of cases) assertEquals(linksOf(note), link);
});

Deno.test("renderEntry() shows a project's path as code, whatever is in it", () => {
  const cases: [string, string][] = [
    ["/a`b", "``/a`b``"],
    ["/a```b``c", "````/a```b``c````"],
    ["`", "`` ` ``"],
    [" x ", "`  x  `"],
    ["/a\n## b\r\u2028\u0085", "`/a␊## b␍\u2424\u2424`"],
  ];
  for (const [path, code] of cases) {
    assertStringIncludes(renderEntry({ ...ENTRY, path }), ` (${code})\n`);
  }
});

Deno.test("renderEntry() shows a project's name as text, whatever is in it", () => {
  const cases: [string, string][] = [
    ["my_project v1.0 (x) & 'q'", "my_project v1.0 (x) & 'q'"],
    ["__init__", "\\_\\_init\\_\\_"],
    ["a*b*[c](d)<e>`f`", "a\\*b\\*\\[c\\](d)\\<e\\>\\`f\\`"],
    [
      "#tag $x$ ~~y~~ ==z== %%w%%",
      "\\#tag \\$x\\$ \\~\\~y\\~\\~ =\\=z=\\= %\\%w%\\%",
    ],
    ["&amp; &#60; & co", "\\&amp; &\\#60; & co"],
    ["a\n\n## b", "a␊␊\\#\\# b"],
    ["a\\b ^c", "a\\\\b \\^c"],
  ];
  for (const [project, text] of cases) {
    const [heading, , item] = renderEntry({ ...ENTRY, project }).split("\n");
    assertEquals(heading, `## 2026-11-30T18:56:24Z · ${text}`);
    assert(item?.startsWith(`- project: ${text} (`), item);
  }
});

Deno.test("renderEntry() stays in its lines with a strange reason", () => {
  const text = renderEntry({ ...ENTRY, reason: "x\n## y\n".repeat(500) });
  assertEquals(text.split("\n").length, 6);
  assert(text.length < 800);
});

Deno.test("renderEntry() takes secrets out of name, path and reason", () => {
  const secret = "ghp_ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const text = renderEntry({
    ...ENTRY,
    project: secret,
    path: `/x/${secret}`,
    reason: secret,
  });
  assert(!text.includes("ABCDEF"));
});
