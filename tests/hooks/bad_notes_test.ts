import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Sandbox, sandbox } from "../_support/sandbox.ts";
import { assertHarmless, assertSilent, section } from "./_answer.ts";
import { wholeBrief } from "./_brief.ts";
import { written } from "./_events.ts";
import { fewAtATime } from "./_few_at_a_time.ts";
import { askIndex, complaints, indexed, indexedNotes } from "./_state.ts";

const HEAD = "---\nsummary: known\ntags: convention\n---\n";

const encoder = new TextEncoder();

function bytes(...parts: (string | number[])[]): Uint8Array {
  return new Uint8Array(
    parts.flatMap((part) =>
      typeof part === "string" ? [...encoder.encode(part)] : part
    ),
  );
}

/** Notes that are hard to read, with what the brief says of them, `null` where they are no conventions. */
const BAD_NOTES: Record<string, { content: Uint8Array; told: string | null }> =
  {
    "20 MB": {
      content: encoder.encode(`${HEAD}${"[[good]] text\n".repeat(1_500_000)}`),
      told: "known",
    },
    "20 MB in one line": {
      content: encoder.encode(HEAD + "x[".repeat(10_000_000)),
      told: "known",
    },
    "binary": {
      content: crypto.getRandomValues(new Uint8Array(65_536)),
      told: null,
    },
    "bad UTF-8": {
      content: bytes(
        HEAD,
        [0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80],
        "\n[[good]]\n",
      ),
      told: "known",
    },
    "bad YAML": {
      content: encoder.encode(
        "---\nsummary: [unclosed\ntags: {a: b: c\n\t- x\n---\n#convention\n[[good]]\n",
      ),
      told: "",
    },
    "frontmatter without an end": {
      content: encoder.encode("---\nsummary: no end\ntags: convention\n"),
      told: null,
    },
    "a YAML bomb": {
      content: encoder.encode(
        `---\n${
          Array.from(
            { length: 30 },
            (_, n) =>
              `a${n}: &a${n} [${Array(9).fill(n === 0 ? "x" : `*a${n - 1}`)}]`,
          ).join("\n")
        }\nsummary: known\ntags: convention\n---\n`,
      ),
      told: "known",
    },
    "UTF-16": {
      content: new Uint8Array([
        0xff,
        0xfe,
        ...new Uint8Array(
          Uint16Array.from(HEAD, (char) => char.charCodeAt(0)).buffer,
        ),
      ]),
      told: "known",
    },
    "only NUL": { content: new Uint8Array(10_000), told: null },
    "a summary of 1 MB": {
      content: encoder.encode(
        `---\nsummary: ${"long ".repeat(200_000)}\ntags: convention\n---\n`,
      ),
      told: "long",
    },
    "100,000 tags and links": {
      content: encoder.encode(`${HEAD}${"#t [[good]] ![[x]] ".repeat(33_000)}`),
      told: "known",
    },
  };

async function assertTold(
  box: Sandbox,
  name: string,
  told: string | null,
): Promise<void> {
  const conventions = section(await wholeBrief(box), "Conventions") ?? [];
  const own = conventions.find((it) => it.startsWith(name)) ?? null;
  if (told === null) assertEquals(own, null);
  else assertStringIncludes(own ?? "none", told);
  assert(conventions.some((it) => it === "good: known"));
}

async function meet(
  name: string,
  content: Uint8Array,
  told: string | null,
): Promise<void> {
  await using box = await sandbox({ notes: { "good.md": HEAD } });
  const path = `${box.vault}/${name}.md`;
  await Deno.writeFile(path, content);
  // Without an index, such a note may take up all the time that there is for reading.
  assertHarmless(await box.run("session-start", { source: "startup" }));
  await box.settled();
  assertEquals(await indexedNotes(box), [`${name}.md`, "good.md"].sort());
  await assertTold(box, name, told);
  await Deno.remove(path);
  await indexed(box);
  await Deno.writeFile(path, content);
  const run = await box.run("post-tool-use", written(path));
  assertSilent(run);
  await box.settled();
  assertEquals(await indexedNotes(box), [`${name}.md`, "good.md"].sort());
  await assertTold(box, name, told);
  const graph = JSON.parse(
    await Deno.readTextFile(`${box.vault}/graphify-out/graph.json`),
  );
  assert(graph.nodes.length >= 2);
  const errors = (await complaints(box)).filter((it) => it.includes(" ERROR "));
  assertEquals(errors, []);
}

Deno.test("Bad note: it is met by a session's start, by the refresh and by PostToolUse, and is indexed as far as it goes", async () => {
  await fewAtATime(
    Object.fromEntries(
      Object.entries(BAD_NOTES).map(([name, { content, told }]) => [
        name,
        () => meet(name, content, told),
      ]),
    ),
  );
});

Deno.test("Bad note: what could not be read is logged with the note's path", async () => {
  await using box = await sandbox({ notes: { "good.md": HEAD } });
  for (const name of ["20 MB", "bad YAML"]) {
    const content = BAD_NOTES[name]?.content ?? new Uint8Array();
    await Deno.writeFile(`${box.vault}/${name}.md`, content);
  }
  await indexed(box);
  const log = (await complaints(box)).join("\n");
  assertStringIncludes(log, "WARN rebuild: Note 20 MB.md: ");
  assertStringIncludes(log, "WARN rebuild: Note bad YAML.md: ");
  assert(!log.includes("unclosed"), log);
});

Deno.test("Bad note: folders and links named as notes, and names that are hard to read", async () => {
  await using box = await sandbox({ notes: { "good.md": HEAD } });
  await Deno.mkdir(`${box.vault}/folder.md`);
  await Deno.writeTextFile(`${box.vault}/folder.md/in.md`, HEAD);
  await Deno.symlink("folder.md", `${box.vault}/link.md`);
  await Deno.symlink("loop.md", `${box.vault}/loop.md`);
  await Deno.symlink("/nowhere", `${box.vault}/dangling.md`);
  await new Deno.Command("/bin/sh", {
    args: ["-c", 'printf x >"$1/$(printf "bad\\377name").md"', "sh", box.vault],
  }).output();
  assertEquals(section(await wholeBrief(box), "Conventions"), [
    "in (folder.md/in.md): known",
    "good: known",
  ]);
  await box.settled();
  const known = await askIndex(box, "SELECT path FROM notes ORDER BY path");
  assert(known.length >= 2);
  const errors = (await complaints(box)).filter((it) => it.includes(" ERROR "));
  assertEquals(errors, []);
});
