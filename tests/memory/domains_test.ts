import { assertEquals, assertThrows } from "@std/assert";
import { domainPath, lineage } from "../../lib/memory/domain.ts";
import type { DomainCase } from "../../lib/memory/memory.ts";
import { Refused } from "../../lib/memory/refused.ts";
import { memoryLab } from "./_memory.ts";

Deno.test("domainPath() trims, drops empty segments and cases as it is told", () => {
  for (
    const [given, domainCase, path] of [
      ["", "preserve", ""],
      [" / ", "preserve", ""],
      ["/Acme//x100/", "preserve", "Acme/x100"],
      [" Acme / x100 ", "lower", "acme/x100"],
      ["Acme/x100", "upper", "ACME/X100"],
      ["日本/語", "preserve", "日本/語"],
      ["cafe\u0301", "preserve", "café"],
      ["..a/b..", "preserve", "..a/b.."],
    ] as [string, DomainCase, string][]
  ) assertEquals(domainPath(given, domainCase), path);
  for (
    const bad of ["..", "a/..", "./a", "a/ .. /b", "\u0007", "x".repeat(201)]
  ) {
    assertThrows(() => domainPath(bad, "preserve"), Refused);
  }
});

Deno.test("lineage() names a path and all above it", () => {
  assertEquals(lineage("a/b/c"), ["a/b/c", "a/b", "a", ""]);
  assertEquals(lineage(""), [""]);
});

Deno.test("a scope is the exact path, else any casing, else the end of a path", async () => {
  await using lab = await memoryLab();
  const deep = lab.uid("note", { content: "word", domain: "acme/x100/p200" });
  const mid = lab.uid("note", { content: "word", domain: "acme/x100" });
  const cross = lab.uid("note", {
    content: "word",
    domain: "omni/x900",
    also: ["acme/x100/p300"],
  });
  const upper = lab.uid("note", { content: "word", domain: "ACME/x100" });
  const in_ = (domain: string): string[] =>
    lab.found("word", { domain }).sort();
  const all = (...uids: string[]): string[] => uids.sort();
  assertEquals(in_("acme/x100"), all(deep, mid, cross));
  assertEquals(in_("acme/x100/p300"), [cross]);
  assertEquals(in_("Acme/X100"), all(deep, mid, cross, upper));
  assertEquals(in_("p200"), [deep]);
  assertEquals(in_("X100/P200"), [deep]);
  assertEquals(in_("x100"), all(deep, mid, cross, upper));
  assertEquals(in_("p20"), []);
  assertEquals(in_("x1000"), []);
  assertEquals(in_("nowhere"), []);
  assertEquals(in_("../acme"), []);
  assertEquals(in_(" / "), all(deep, mid, cross, upper));
  assertEquals(lab.read("search", { query: "word", domain: "p200" }).paths, [
    "acme/x100/p200",
  ]);
  assertEquals(lab.read("pulse", { domain: "p200" }).scope.total, 1);
  assertEquals(lab.read("list_recent", { domain: "nowhere" }).memories, []);
});

Deno.test("a policy cases what is filed, and what is asked for", async () => {
  await using lab = await memoryLab();
  lab.domainCase = "lower";
  const answer = lab.write("note", { content: "word", domain: "Acme/X100" });
  assertEquals(answer["domain_adjusted"], "acme/x100");
  lab.domainCase = "upper";
  lab.write("note", { content: "word", domain: "acme/x100" });
  assertEquals(
    lab.read("list_domains").domains.map(({ path }) => path),
    ["ACME", "ACME/X100", "acme", "acme/x100"],
  );
  assertEquals(lab.snapshot().domainCase, "upper");
});

Deno.test("domains are counted exactly, below, and where they are listed", async () => {
  await using lab = await memoryLab();
  lab.uid("note", { content: "a", domain: "acme/x100" });
  const uid = lab.uid("note", {
    content: "b",
    domain: "acme/x100/p200",
    also: ["omni"],
  });
  const counts = (): unknown =>
    Object.fromEntries(
      lab.read("list_domains").domains
        .map((it) => [it.path, [it.count, it.subtree, it.also]]),
    );
  assertEquals(counts(), {
    "acme": [0, 2, 0],
    "acme/x100": [1, 2, 0],
    "acme/x100/p200": [1, 1, 0],
    "omni": [0, 0, 1],
  });
  lab.write("forget", { uid, reason: "r" });
  assertEquals(counts(), { "acme": [0, 1, 0], "acme/x100": [1, 1, 0] });
});
