import {
  assert,
  assertEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { discardIndex } from "../../../lib/graph/index/discard_index.ts";
import { openIndex } from "../../../lib/graph/index/open_index.ts";
import { openOrRemakeIndex } from "../../../lib/graph/index/open_or_remake_index.ts";
import { tempDir } from "../../_support/temp.ts";
import { put } from "./_vault.ts";

const options = { vault: "/v", journalDir: "journal" };

/** Makes an index of so many notes, closed. */
async function makeIndex(file: string, notes = 50): Promise<void> {
  using index = openIndex(file, { ...options, create: true });
  for (let n = 0; n < notes; n++) {
    await put(
      index,
      `x/n${n}.md`,
      `# Note ${n}\n[[n${n + 1}]] ${"#t ".repeat(9)}`,
    );
  }
}

async function mode(path: string): Promise<number> {
  return ((await Deno.stat(path)).mode ?? 0) & 0o777;
}

Deno.test("openIndex() makes a private file that it can open again", async () => {
  await using tmp = await tempDir();
  const file = `${tmp.path}/ix.sqlite`;
  await makeIndex(file);
  assertEquals(await mode(file), 0o600);
  using index = openIndex(file, options);
  assertEquals(index.noteCount(), 50);
  assertEquals(index.refreshedAt(), 0);
  index.setRefreshedAt(1234);
  assertEquals(index.refreshedAt(), 1234);
  assertEquals(index.isSound(), true);
  assertEquals(await mode(`${file}-wal`), 0o600);
});

Deno.test("openIndex() throws where there is no index", async () => {
  await using tmp = await tempDir();
  const file = `${tmp.path}/ix.sqlite`;
  assertThrows(() => openIndex(file, options), Deno.errors.NotFound);
  assertThrows(
    () => openIndex(`${tmp.path}/no/ix`, { ...options, create: true }),
    Deno.errors.NotFound,
  );
  assertThrows(() => openIndex(tmp.path, options), Error);
});

Deno.test("openIndex() throws for every file that is no sound index of the vault", async () => {
  await using tmp = await tempDir();
  const sound = `${tmp.path}/sound.sqlite`;
  await makeIndex(sound);
  const bytes = await Deno.readFile(sound);
  assert(bytes.length > 20_000);
  const foreign = `${tmp.path}/foreign.sqlite`;
  const other = new DatabaseSync(foreign);
  other.exec("CREATE TABLE x(y); PRAGMA user_version = 7");
  other.close();
  const cases: Record<string, Uint8Array> = {
    "empty": new Uint8Array(0),
    "text": new TextEncoder().encode("this is no database\n".repeat(500)),
    "header only": bytes.subarray(0, 60),
    "first page": bytes.subarray(0, 4096),
    "half": bytes.subarray(0, bytes.length / 2),
    "all but the end": bytes.subarray(0, bytes.length - 100),
    "other schema": await Deno.readFile(foreign),
  };
  for (const [name, content] of Object.entries(cases)) {
    const file = `${tmp.path}/${name}.sqlite`;
    await Deno.writeFile(file, content);
    assertThrows(() => openIndex(file, options), Error, undefined, name);
    const { index, givenUp } = openOrRemakeIndex(file, options);
    using _ = index;
    assertEquals(index.noteCount(), 0, name);
    if (name !== "empty") assert(givenUp !== null, name);
  }
  assertThrows(
    () => openIndex(sound, { ...options, vault: "/other" }),
    RangeError,
    "/v",
  );
});

Deno.test("openOrRemakeIndex() finds damage that opening does not", async () => {
  await using tmp = await tempDir();
  const file = `${tmp.path}/ix.sqlite`;
  await makeIndex(file);
  {
    const { index, givenUp } = openOrRemakeIndex(file, options);
    using _ = index;
    assertEquals([givenUp, index.noteCount()], [null, 50]);
  }
  const bytes = await Deno.readFile(file);
  bytes.fill(0x5a, 8192, bytes.length - 4096);
  await Deno.writeFile(file, bytes);
  const { index, givenUp } = openOrRemakeIndex(file, options);
  using _ = index;
  assert(givenUp !== null);
  assertEquals(index.noteCount(), 0);
});

Deno.test("openOrRemakeIndex() says why it gave an index up", async () => {
  await using tmp = await tempDir();
  const file = `${tmp.path}/ix.sqlite`;
  await makeIndex(file, 1);
  const { index, givenUp } = openOrRemakeIndex(file, {
    ...options,
    vault: "/other",
  });
  using _ = index;
  assertStringIncludes(givenUp ?? "", 'it is of "/v"');
});

Deno.test("discardIndex() removes the file and its log, and nothing when there is none", async () => {
  await using tmp = await tempDir();
  const file = `${tmp.path}/ix.sqlite`;
  discardIndex(file);
  {
    using index = openIndex(file, { ...options, create: true });
    await put(index, "a.md", "x");
    discardIndex(file);
  }
  assertEquals([...Deno.readDirSync(tmp.path)], []);
});
