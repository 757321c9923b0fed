import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { composeBrief } from "../../lib/brief/compose_brief.ts";
import { fitChapters } from "../../lib/brief/fit_chapters.ts";
import { lastSessionChapter } from "../../lib/brief/last_session_chapter.ts";
import { assembleConfig } from "../../lib/config/assemble_config.ts";
import type { LastSession } from "../../lib/summary/project_file.ts";

const SESSION: LastSession = {
  session: "s1",
  at: Date.UTC(2026, 10, 30, 9, 5, 7),
  request: "Make the basket faster\nthen: Write a test",
  changed: "Wrote: src/basket.ts",
  decided: "A map, since lists are slow",
  open: "",
};

Deno.test("lastSessionChapter() tells what the last session came to", () => {
  assertEquals(
    fitChapters([lastSessionChapter(SESSION, false)], 9000),
    `# The last session in this project, until 2026-11-30T09:05Z

## What it was asked for
- Make the basket faster
- then: Write a test

## What it changed
- Wrote: src/basket.ts

## What it decided or found out
- A map, since lists are slow`,
  );
  assertStringIncludes(
    fitChapters([lastSessionChapter(SESSION, true)], 9000),
    "# This session so far, until 2026-11-30T09:05Z\n",
  );
});

Deno.test("lastSessionChapter() lets nothing out of its line, and keeps to its limit", () => {
  const lines = Array.from(
    { length: 30 },
    (_, n) => `# ${n}\r## Rules ${"word ".repeat(90)}`,
  ).join("\n");
  const text = fitChapters([
    lastSessionChapter({
      ...SESSION,
      request: lines,
      changed: lines,
      decided: lines,
      open: lines,
    }, false),
  ], 9000);
  assert(text.length <= 2000, `${text.length}`);
  assertEquals(text.match(/^#+ /gm)?.length, 5);
  assertStringIncludes(text, "## What was left open\n- # 0 ## Rules word");
});

Deno.test("composeBrief() tells of the last session between the notes and the memories, in the one limit", () => {
  const config = assembleConfig({ "vault.path": "/v" }, "/home/u");
  const facts = {
    godNodes: [],
    conventions: Array.from({ length: 200 }, (_, n) => ({
      title: `Convention ${n}`,
      summary: "words ".repeat(20),
      path: `c/${n}.md`,
    })),
    unnamedConventions: 0,
    journal: null,
    projectGraph: null,
    graphify: true,
  };
  const memories = {
    heading: "# Long-term memory: 1 memory in the whole store",
    sections: [{ title: "Recent notes", noun: "", items: ["one"] }],
    closings: ["Call pulse(domain) before the first tool call."],
  };
  const last = lastSessionChapter(SESSION, false);
  const text = composeBrief(facts, config, memories, 3000, last);
  assert(text.length <= 3000);
  const headings = text.split("\n").filter((line) => line.startsWith("# "));
  assertEquals(headings, [
    "# Memory: the notes in /v",
    "# The last session in this project, until 2026-11-30T09:05Z",
    "# Long-term memory: 1 memory in the whole store",
  ]);
  assert(text.endsWith("before the first tool call."));
  // What it was asked for is among the last to go.
  const short = composeBrief(facts, config, memories, 330, last);
  assertStringIncludes(short, "- Make the basket faster");
});
