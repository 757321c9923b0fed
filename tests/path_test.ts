import { assertEquals } from "@std/assert";
import { basename, dirname, isAbsolute, join } from "../lib/path.ts";

const POSIX = Deno.build.os !== "windows";

Deno.test("join() puts one slash between parts and skips empty ones", () => {
  assertEquals(join("/a", "b", "c.md"), "/a/b/c.md");
  assertEquals(join("/a/", "b"), "/a/b");
  assertEquals(join("/", "a"), "/a");
  assertEquals(join("", "/a", "", "b", ""), "/a/b");
  assertEquals(join(), "");
});

Deno.test("join() leaves dots as they are", () => {
  assertEquals(join("/a", "..", ".", "b"), "/a/.././b");
});

Deno.test("dirname() gives the folder, the root's being the root", () => {
  assertEquals(dirname("/a/b.md"), "/a");
  assertEquals(dirname("/a"), "/");
  assertEquals(dirname("/"), "/");
  assertEquals(dirname("a"), ".");
  assertEquals(dirname("a/b/c"), "a/b");
});

Deno.test("basename() gives the last part, whatever it is made of", () => {
  assertEquals(basename("/a/b.md"), "b.md");
  assertEquals(basename("/a/日本 (x)'.md"), "日本 (x)'.md");
  assertEquals(basename("/a/b//"), "b");
  assertEquals(basename("b"), "b");
  assertEquals(basename("/"), "");
});

Deno.test("isAbsolute() asks for a root", () => {
  assertEquals(isAbsolute("/a"), true);
  for (const path of ["a", "./a", "../a", "~/a", ""]) {
    assertEquals(isAbsolute(path), false, path);
  }
});

Deno.test("on POSIX a backslash is a letter like any other", () => {
  assertEquals(basename("/a\\b"), POSIX ? "a\\b" : "b");
  assertEquals(isAbsolute("C:\\a"), !POSIX);
});
