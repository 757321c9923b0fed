import { assertEquals, assertStringIncludes } from "@std/assert";
import { assembleConfig } from "../../lib/config/assemble_config.ts";
import { NoteTexts } from "../../lib/recall/note_texts.ts";
import { recall } from "../../lib/recall/recall.ts";
import { buildIndex } from "../../lib/rebuild/build_index.ts";
import { placesIn } from "../_support/places_in.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";

Deno.test("notes are told by their titles, headings, tags and summaries, and follow the index", async () => {
  await using home = await tempDir();
  const places = placesIn(home.path);
  const vault = `${home.path}/vault`;
  const build = () =>
    buildIndex({
      places,
      config: assembleConfig({ "vault.path": vault }, home.path),
      log: { info: () => {}, warn: () => {}, error: () => {} },
    });
  const texts = new NoteTexts(places);
  const told = (prompt: string) =>
    recall({ db: null, notes: { texts, vault } }, {
      prompt,
      session: "",
      project: "",
      told: [],
      maxChars: 2000,
      maxItems: 5,
    });
  assertEquals(told("press belt").items, [], "no index");
  await writeFiles(vault, {
    "Press.md": "# The press\n\n## What stops the belt\n\n## Oil\n",
    "Zebra.md": "---\ntags: [stripes]\n---\n# Zebras\n",
    "journal/2026-01-01.md":
      "# 2026-01-01\n\n## The belt of the press stopped\n",
  });
  await build();
  const { items, text } = told("Why does the belt of the press stop?");
  assertEquals(items, ["note:Press.md"]);
  assertStringIncludes(text, `Whole: ${vault}/Press.md`);
  assertEquals(told("stripes of zebras").items, ["note:Zebra.md"]);

  await Deno.remove(`${vault}/Zebra.md`);
  await writeFiles(vault, {
    "Press.md": "# The mill\n\n## It grinds corn into flour\n",
    "Giraffes.md": "---\nsummary: They have long necks.\n---\n",
  });
  await build();
  assertEquals(told("Why does the belt of the press stop?").items, []);
  assertEquals(told("stripes of zebras").items, []);
  assertEquals(told("mill that grinds corn").items, ["note:Press.md"]);
  assertEquals(told("giraffes with long necks").items, ["note:Giraffes.md"]);
  texts.close();
});
