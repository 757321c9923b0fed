import { assert, assertEquals } from "@std/assert";
import { keepFacts } from "../../lib/brief/keep_facts.ts";
import { factsFile, readKnownFacts } from "../../lib/brief/known_facts.ts";
import { assembleConfig } from "../../lib/config/assemble_config.ts";
import type { Config } from "../../lib/config.ts";
import {
  addChangedNote,
  changedNotesFile,
} from "../../lib/graph/changed_notes.ts";
import { findPlaces, type Places } from "../../lib/place.ts";
import { buildIndex } from "../../lib/rebuild/build_index.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";

interface Lab extends AsyncDisposable {
  readonly vault: string;
  readonly places: Places;
  readonly config: Config;
}

/** A vault whose index has been built, with all times long past, so that nothing counts as just written. */
async function lab(): Promise<Lab> {
  const tmp = await tempDir();
  const vault = `${tmp.path}/vault`;
  await writeFiles(vault, {
    "Hub.md": "[[a]] [[b]]\n",
    "a.md": "[[Hub]]\n",
    "sub/b.md": "---\nsummary: Sum\ntags: [convention/x]\n---\n",
  });
  const past = new Date("2026-01-02T03:04:05.678Z");
  for (const path of ["Hub.md", "a.md", "sub/b.md", "sub", "."]) {
    await Deno.utime(`${vault}/${path}`, past, past);
  }
  const env = (name: string): string | undefined =>
    name === "HOME" ? tmp.path : undefined;
  const places = findPlaces(env, tmp.path, () => false);
  const config = assembleConfig({ "vault.path": vault }, tmp.path);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  await buildIndex({ places, config, log });
  return {
    vault,
    places,
    config,
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  };
}

Deno.test("readKnownFacts() gives what the index said, while nothing has changed", async () => {
  await using box = await lab();
  const facts = readKnownFacts(box.vault, box.places, box.config);
  assertEquals(
    facts?.godNodes.map(({ path, degree }) => [path, degree]),
    [["Hub.md", 2], ["a.md", 1], ["sub/b.md", 1]],
  );
  assertEquals(
    facts?.conventions.map(({ title, summary }) => [title, summary]),
    [
      ["b", "Sum"],
    ],
  );
  assertEquals(facts?.unnamedConventions, 0);
  assert((facts?.refreshedAt ?? 0) > 0);
});

const CHANGES: Record<string, (box: Lab) => Promise<void> | void> = {
  "a note that the brief names changed": (box) =>
    Deno.writeTextFile(`${box.vault}/Hub.md`, "[[a]]\n"),
  "a note that the brief names is gone": (box) =>
    Deno.remove(`${box.vault}/sub/b.md`),
  "a note was added": (box) =>
    Deno.writeTextFile(`${box.vault}/sub/new.md`, "[[Hub]]\n"),
  "a note was renamed": (box) =>
    Deno.rename(`${box.vault}/a.md`, `${box.vault}/c.md`),
  "a folder is gone": (box) =>
    Deno.remove(`${box.vault}/sub`, { recursive: true }),
  "a hook queued a note": (box) =>
    addChangedNote(changedNotesFile(box.places, box.vault), "x.md"),
  "the facts are torn": (box) =>
    Deno.writeTextFile(factsFile(box.places, box.vault), '{"key":'),
  "the facts are of another form": (box) =>
    Deno.writeTextFile(factsFile(box.places, box.vault), "[1]"),
  "there are none": (box) => Deno.remove(factsFile(box.places, box.vault)),
};

for (const [what, change] of Object.entries(CHANGES)) {
  Deno.test(`readKnownFacts() has the index asked when ${what}`, async () => {
    await using box = await lab();
    await change(box);
    assertEquals(readKnownFacts(box.vault, box.places, box.config), null);
  });
}

Deno.test("readKnownFacts() has the index asked when the settings are others", async () => {
  await using box = await lab();
  const others: Config[] = [
    { ...box.config, brief: { ...box.config.brief, godNodes: 3 } },
    { ...box.config, brief: { ...box.config.brief, conventions: "rule" } },
    { ...box.config, journal: { ...box.config.journal, dir: "days" } },
  ];
  for (const config of others) {
    assertEquals(readKnownFacts(box.vault, box.places, config), null);
  }
});

Deno.test("keepFacts() keeps nothing that could not hold", async () => {
  await using box = await lab();
  const { openIndex } = await import("../../lib/graph/index/open_index.ts");
  const { indexFile } = await import("../../lib/graph/index_file.ts");
  using index = openIndex(indexFile(box.places, box.vault), {
    vault: box.vault,
    journalDir: "journal",
  });
  addChangedNote(changedNotesFile(box.places, box.vault), "a.md");
  const facts = keepFacts(box.vault, index, box);
  assertEquals(facts.godNodes.length, 3);
  assertEquals(
    await Deno.stat(factsFile(box.places, box.vault)).catch(() => null),
    null,
  );
});
