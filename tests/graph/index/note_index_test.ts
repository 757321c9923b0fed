import { assert, assertEquals, assertThrows } from "@std/assert";
import { parseNote } from "../../../lib/vault/parse_note.ts";
import { degrees, edges, memoryIndex, put } from "./_vault.ts";

Deno.test("NoteIndex gives back what a note says", async () => {
  using index = memoryIndex();
  await put(
    index,
    "x/a.md",
    "---\ntitle: T\nsummary: S\ntags: [B, a/c]\n---\n# H\n",
  );
  assertEquals(index.note("x/a.md"), {
    path: "x/a.md",
    title: "T",
    summary: "S",
    degree: 0,
    mtime: 1,
    size: 47,
    tags: ["a/c", "B"],
  });
  assertEquals(index.note("x/A.md"), null);
  assertEquals(index.noteCount(), 1);
  assertEquals([...index.eachHeading()].map(({ note: _, ...rest }) => rest), [
    { line: 6, level: 1, text: "H" },
  ]);
});

Deno.test("NoteIndex counts each linked note once, in whichever direction", async () => {
  using index = memoryIndex();
  await put(
    index,
    "a.md",
    "[[b]] [[b|again]] ![[b]] [[a]] [[nothing]] [x](c.md)",
  );
  await put(index, "b.md", "[[a]]");
  await put(index, "c.md", "[[b#h]]");
  assertEquals(degrees(index), { "a.md": 2, "b.md": 2, "c.md": 2 });
  assertEquals(edges(index), ["a.md>b.md", "a.md>c.md", "c.md>b.md"]);
  assertEquals(index.counts(), {
    notes: 3,
    headings: 0,
    edges: 3,
    unresolved: 1,
  });
});

Deno.test("godNodes() ranks by degree, then path, without unlinked notes", async () => {
  using index = memoryIndex();
  await put(index, "b.md", "[[hub]]");
  await put(index, "a.md", "[[hub]]");
  await put(index, "alone.md", "");
  await put(index, "hub.md", "# The hub\n");
  assertEquals(index.godNodes(10), [
    { path: "hub.md", title: "The hub", degree: 2 },
    { path: "a.md", title: "a", degree: 1 },
    { path: "b.md", title: "b", degree: 1 },
  ]);
  assertEquals(index.godNodes(1).length, 1);
  assertEquals(index.godNodes(0), []);
});

Deno.test("NoteIndex leaves the journal out of degrees, and in the graph", async () => {
  using index = memoryIndex();
  await put(index, "journal/2024-01-01.md", "[[a]] [[b]]");
  await put(index, "a.md", "[[b]] [[2024-01-01]]");
  await put(index, "b.md", "");
  await put(index, "journals.md", "[[b]]");
  assertEquals(degrees(index), {
    "a.md": 1,
    "b.md": 2,
    "journal/2024-01-01.md": 0,
    "journals.md": 1,
  });
  assert(!index.godNodes(9).some(({ path }) => path.startsWith("journal/")));
  assertEquals(edges(index).length, 4);
});

Deno.test("conventions() finds a tag, what is nested in it, and the folder of its name", async () => {
  using index = memoryIndex();
  const convention = (tag: string, summary: string): string =>
    `---\ntags: [${tag}]\nsummary: ${summary}\n---\n`;
  await put(index, "a.md", convention("convention", "A"));
  await put(index, "b.md", convention("Convention/Git", "B"));
  await put(index, "c.md", "#convention/x/y\n");
  await put(index, "Convention/deep/d.md", "d");
  await put(index, "convention.md", "e");
  await put(index, "f.md", convention("conventions", "no"));
  await put(index, "g.md", convention("convention-x", "no"));
  await put(index, "x/convention/h.md", "no");
  const { notes, total } = index.conventions("convention", 10);
  assertEquals(notes, [
    { path: "Convention/deep/d.md", title: "d", summary: "" },
    { path: "a.md", title: "a", summary: "A" },
    { path: "b.md", title: "b", summary: "B" },
    { path: "c.md", title: "c", summary: "" },
  ]);
  assertEquals(total, 4);
  const few = index.conventions("convention", 2);
  assertEquals([few.notes.length, few.total], [2, 4]);
  assertEquals(index.conventions("convention", 0), { notes: [], total: 4 });
  assertEquals(index.conventions("none", 5), { notes: [], total: 0 });
});

Deno.test("updateNote() resolves what others wrote about a note that comes", async () => {
  using index = memoryIndex();
  await put(index, "a.md", "[[New note]] [[sub/New note]]");
  assertEquals(degrees(index), { "a.md": 0 });
  await put(index, "x/sub/new NOTE.md", "");
  assertEquals(degrees(index), { "a.md": 1, "x/sub/new NOTE.md": 1 });
  // A nearer note of the name takes one of the two links.
  await put(index, "new note.md", "");
  assertEquals(degrees(index), {
    "a.md": 2,
    "new note.md": 1,
    "x/sub/new NOTE.md": 1,
  });
  index.removeNote("new note.md");
  assertEquals(degrees(index), { "a.md": 1, "x/sub/new NOTE.md": 1 });
  index.removeNote("x/sub/new NOTE.md");
  index.removeNote("not there.md");
  assertEquals(degrees(index), { "a.md": 0 });
});

Deno.test("updateNote() replaces everything that a note said", async () => {
  using index = memoryIndex();
  await put(index, "a.md", "---\ntags: x\n---\n# Old\n[[b]]");
  await put(index, "b.md", "");
  await put(index, "a.md", "# New\n");
  assertEquals(degrees(index), { "a.md": 0, "b.md": 0 });
  assertEquals(index.note("a.md")?.title, "New");
  assertEquals(index.note("a.md")?.tags, []);
  assertEquals(index.counts().headings, 1);
});

Deno.test("NoteIndex keeps degrees right through any order of changes", async () => {
  using index = memoryIndex();
  let seed = 42;
  // Mulberry32: the same numbers in every run.
  const random = (below: number): number => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  const folders = ["", "x/", "x/y/", "journal/"];
  const path = (): string => `${folders[random(4)]}n${random(6)}.md`;
  const link = (): string => {
    const target = path().slice(0, -3);
    return [
      `[[${target}]]`,
      `[[${target.slice(target.lastIndexOf("/") + 1)}]]`,
      `[t](${target}.md)`,
      `[t](../${target}.md)`,
    ][random(4)] ?? "";
  };
  for (let step = 0; step < 400; step++) {
    if (random(4) === 0) index.removeNote(path());
    else {await put(
        index,
        path(),
        Array.from({ length: random(5) }, link).join(" "),
      );}
    if (step % 20 !== 0) continue;
    const before = [degrees(index), edges(index)];
    index.resolveAll();
    assertEquals([degrees(index), edges(index)], before, `step ${step}`);
  }
  assert(index.noteCount() > 5);
});

Deno.test("putNote() and resolveAll() come to the same as updateNote()", async () => {
  using one = memoryIndex();
  using many = memoryIndex();
  const notes: [string, string][] = [
    ["a.md", "[[b]] [[c]]"],
    ["x/b.md", "[[a]] [d](../d.md)"],
    ["d.md", "[[x/b]] [[journal/j]]"],
    ["journal/j.md", "[[a]]"],
  ];
  for (const [path, text] of notes) {
    await put(one, path, text);
    const parsed = await parseNote(text, path);
    many.putNote(path, { mtime: 1, size: 1 }, parsed);
    many.putNote(path, { mtime: 1, size: 1 }, parsed);
  }
  assertEquals(many.needsResolving(), true);
  many.resolveAll();
  assertEquals(many.needsResolving(), false);
  assertEquals(degrees(many), degrees(one));
  assertEquals(edges(many), edges(one));
});

Deno.test("transaction() undoes all of a change that fails", async () => {
  using index = memoryIndex();
  await put(index, "a.md", "[[b]]");
  index.resolveAll();
  const parsed = await parseNote("", "b.md");
  assertThrows(
    () =>
      index.transaction(() => {
        index.updateNote("b.md", { mtime: 1, size: 1 }, parsed);
        index.putNote("c.md", { mtime: 1, size: 1 }, parsed);
        throw new RangeError("no");
      }),
    RangeError,
  );
  assertEquals(degrees(index), { "a.md": 0 });
  assertEquals(index.needsResolving(), false);
  index.putNote("c.md", { mtime: 1, size: 1 }, parsed);
  assertEquals(index.needsResolving(), true);
});

Deno.test("removeFolder() removes what is in and below a folder only", async () => {
  using index = memoryIndex();
  for (const path of ["x/a.md", "x/y/b.md", "x y/c.md", "xz.md", "d.md"]) {
    await put(index, path, "[[d]]");
    index.setFolder(path.slice(0, Math.max(0, path.lastIndexOf("/"))), 5);
  }
  index.removeFolder("x");
  assertEquals(Object.keys(degrees(index)), ["d.md", "x y/c.md", "xz.md"]);
  assertEquals([...index.folders().keys()].sort(), ["", "x y"]);
});

Deno.test("NoteIndex stores names of every script and mark", async () => {
  using index = memoryIndex();
  const path = "日本 'x' \"y\" % _ ;--/ноут 😀.md";
  await put(index, path, "# Ünï\n");
  assertEquals(index.note(path)?.title, "Ünï");
  await put(index, "a.md", "[[ноут 😀]]");
  assertEquals(index.godNodes(1)[0]?.degree, 1);
});

Deno.test("NoteIndex takes a note with tens of thousands of links", async () => {
  using index = memoryIndex();
  const links = Array.from({ length: 40_000 }, (_, n) => `[[n${n}]]`);
  await put(index, "a.md", links.join(" "));
  await put(index, "n39999.md", "");
  assertEquals(degrees(index), { "a.md": 1, "n39999.md": 1 });
});
