import { assertEquals } from "@std/assert";
import { isNoteFolder, isNotePath } from "../../lib/vault/is_note_path.ts";

Deno.test("isNotePath() takes Markdown files of any name and script", () => {
  for (
    const path of [
      "a.md",
      "A.MD",
      "a b/c d.Md",
      "日本語/メモ.md",
      'it\'s "quoted" $HOME & (x).md',
      "x 2.md",
      "x-LAPTOP.md",
      "conflicted copy.md",
      "a.b.md",
      "graphify-out.md",
      "graphify-output/a.md",
      "a/graphify-out/b.md",
      "sync-conflict.md",
    ]
  ) assertEquals(isNotePath(path), true, path);
});

Deno.test("isNotePath() leaves out what is no note", () => {
  for (
    const path of [
      "",
      ".md",
      "a.txt",
      "a.md.bak",
      "a.mdx",
      ".a.md",
      "a/.hidden.md",
      ".obsidian/a.md",
      ".trash/a.md",
      "a/.git/b.md",
      ".a.md.icloud",
      "graphify-out/GRAPH_REPORT.md",
      "graphify-out/deep/x.md",
    ]
  ) assertEquals(isNotePath(path), false, path);
});

Deno.test("isNotePath() leaves out the copies that sync services make of a conflict", () => {
  for (
    const path of [
      "x.sync-conflict-20240101-120000-ABCDEFG.md",
      "a/x.sync-conflict-20240101-120000.md",
      "x (conflicted copy 2024-01-01).md",
      "x (Bob's conflicted copy 2024-01-01).md",
      "x (Bob's conflicted copy 2024-01-01 (1)).md",
      "x (conflicted copy 2024-01-01 120000).md",
      "x (Conflicted copy Laptop 202401011200).md",
      "x_conflict-20240101-120000.md",
    ]
  ) assertEquals(isNotePath(path), false, path);
});

Deno.test("isNotePath() leaves out the output folder however it is written", () => {
  for (
    const output of ["out/graph", "./out/graph", "out/graph/", "out\\graph"]
  ) {
    assertEquals(isNotePath("out/graph/a.md", output), false, output);
    assertEquals(isNotePath("out/a.md", output), true, output);
  }
  assertEquals(isNotePath("a.md", "."), true);
  assertEquals(isNotePath("a.md", ""), true);
});

Deno.test("isNoteFolder() says no to dot-folders and the output folder only", () => {
  assertEquals(isNoteFolder(""), true);
  assertEquals(isNoteFolder("a/b"), true);
  assertEquals(isNoteFolder("a/.b/c"), false);
  assertEquals(isNoteFolder("graphify-out"), false);
  assertEquals(isNoteFolder("graphify-out/x"), false);
});
