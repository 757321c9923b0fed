import { assert, assertEquals, assertThrows } from "@std/assert";
import { deliverEntry, type Journal } from "../../lib/journal.ts";
import { renderEntry } from "../../lib/journal/render_entry.ts";
import type { JournalEntry } from "../../lib/journal/types.ts";
import { tempDir } from "../_support/temp.ts";

const ENTRY: JournalEntry = {
  at: "2026-11-30T18:56:24.123Z",
  project: "ünï 日本",
  path: "/home/u/ünï 日本",
  sessionId: "1cd681a0-52fd-40ad-b3de-8f192ef23b5c",
  reason: "other",
  killed: false,
  notes: ["a.md"],
  key: "s0123456789ab",
};
const TEXT = renderEntry(ENTRY);
const FRONTMATTER = `---
summary: Sessions of 2026-11-30
tags:
  - scope/global
  - type/log
---

# Sessions of 2026-11-30

`;

interface Vault extends AsyncDisposable {
  readonly root: string;
  readonly journal: Journal;
  /** The day's file. */
  readonly file: string;
}

async function vault(): Promise<Vault> {
  const tmp = await tempDir(" ünï & 'q'");
  const path = `${tmp.path}/My Vault`;
  await Deno.mkdir(path);
  return {
    root: tmp.path,
    journal: { vault: path, dir: "journal", day: "utc", waitMs: 50 },
    file: `${path}/journal/2026-11-30.md`,
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  };
}

Deno.test("deliverEntry() makes folder and file with frontmatter, readable as the user's umask says", async () => {
  await using it = await vault();
  assertEquals(deliverEntry(ENTRY, it.journal), true);
  assertEquals(await Deno.readTextFile(it.file), FRONTMATTER + TEXT);
  const umask = Deno.umask();
  assertEquals((Deno.statSync(it.file).mode ?? 0) & 0o777, 0o666 & ~umask);
});

Deno.test("deliverEntry() keeps what is there and leaves one empty line before the entry", async () => {
  await using it = await vault();
  await Deno.mkdir(`${it.journal.vault}/journal`);
  const cases: [string, string][] = [
    ["", FRONTMATTER],
    ["mine", "mine\n\n"],
    ["mine\n", "mine\n\n"],
    ["mine\n\n", "mine\n\n"],
    ["\ufeffmine\r\nx\r\n", "\ufeffmine\r\nx\r\n\n"],
    ["mine\r\n\r\n", "mine\r\n\r\n"],
    ["\n", "\n\n"],
    ["\ufeff", "\ufeff\n\n"],
    ["---\ntitle: x\n---\n", "---\ntitle: x\n---\n\n"],
    // The user began a heading, and no entry.
    ["## 2026", "## 2026\n\n"],
    ["mine\n## ", "mine\n## \n\n"],
  ];
  for (const [before, start] of cases) {
    await Deno.writeTextFile(it.file, before);
    assertEquals(deliverEntry(ENTRY, it.journal), true, before);
    assertEquals(await Deno.readTextFile(it.file), start + TEXT, before);
  }
});

Deno.test("deliverEntry() keeps bytes that are no UTF-8", async () => {
  await using it = await vault();
  await Deno.mkdir(`${it.journal.vault}/journal`);
  const before = new Uint8Array([0xff, 0xfe, 0x00, 0x0a]);
  await Deno.writeFile(it.file, before);
  deliverEntry(ENTRY, it.journal);
  const after = await Deno.readFile(it.file);
  assertEquals(after.subarray(0, 4), before);
});

Deno.test("deliverEntry() delivers an entry once, also when the user wrote below or into it", async () => {
  await using it = await vault();
  deliverEntry(ENTRY, it.journal);
  assertEquals(deliverEntry(ENTRY, it.journal), false);
  for (
    const edit of [
      (text: string) => `${text}\nmine\n`,
      (text: string) => text.replace("- notes:", "- my notes:"),
      (text: string) => text.replaceAll("\n", "\r\n"),
      (text: string) => `mine\n${text.trimEnd()} mine`,
    ]
  ) {
    const edited = edit(FRONTMATTER + TEXT);
    await Deno.writeTextFile(it.file, edited);
    assertEquals(deliverEntry(ENTRY, it.journal), false);
    assertEquals(await Deno.readTextFile(it.file), edited);
  }
});

Deno.test("deliverEntry() completes an entry that a killed process began, cut at any byte", async () => {
  await using it = await vault();
  await Deno.mkdir(`${it.journal.vault}/journal`);
  const whole = new TextEncoder().encode(FRONTMATTER + TEXT);
  for (let length = 0; length < whole.length; length++) {
    await Deno.writeFile(it.file, whole.subarray(0, length));
    deliverEntry(ENTRY, it.journal);
    assertEquals(await Deno.readFile(it.file), whole, `cut at ${length}`);
  }
});

Deno.test("deliverEntry() completes an entry below others, cut at any byte behind its date", async () => {
  await using it = await vault();
  await Deno.mkdir(`${it.journal.vault}/journal`);
  const other = renderEntry({ ...ENTRY, key: "s999999999999" });
  const before = new TextEncoder().encode(`${FRONTMATTER}${other}\n`);
  const entry = new TextEncoder().encode(TEXT);
  for (let length = 14; length < entry.length; length++) {
    await Deno.writeFile(it.file, before);
    const part = entry.subarray(0, length);
    await Deno.writeFile(it.file, part, { append: true });
    assertEquals(deliverEntry(ENTRY, it.journal), true);
    assertEquals(
      await Deno.readTextFile(it.file),
      `${FRONTMATTER}${other}\n${TEXT}`,
      `cut at ${length}`,
    );
  }
});

Deno.test("deliverEntry() appends to a file of many megabytes, and looks for the entry at its end", async () => {
  await using it = await vault();
  await Deno.mkdir(`${it.journal.vault}/journal`);
  await Deno.writeTextFile(it.file, "0123456789abcde\n".repeat(600_000));
  assertEquals(deliverEntry(ENTRY, it.journal), true);
  assertEquals(deliverEntry(ENTRY, it.journal), false);
  const added = new TextEncoder().encode(`\n${TEXT}`).length;
  assertEquals((await Deno.stat(it.file)).size, 9_600_000 + added);
});

Deno.test("deliverEntry() makes no vault", async () => {
  await using it = await vault();
  const missing = `${it.root}/none/vault`;
  assertThrows(
    () => deliverEntry(ENTRY, { ...it.journal, vault: missing }),
    Deno.errors.NotFound,
  );
  assertThrows(() => Deno.statSync(`${it.root}/none`), Deno.errors.NotFound);
  const file = `${it.root}/file`;
  await Deno.writeTextFile(file, "");
  for (const path of [file, `${file}/below`]) {
    assertThrows(
      () => deliverEntry(ENTRY, { ...it.journal, vault: path }),
      Deno.errors.NotFound,
    );
  }
});

Deno.test("deliverEntry() goes through a symlinked vault, folder and file within the vault", async () => {
  await using it = await vault();
  const { vault: path } = it.journal;
  const link = `${it.root}/link`;
  await Deno.symlink(path, link);
  await Deno.mkdir(`${path}/log`);
  await Deno.symlink("log", `${path}/journal`);
  await Deno.writeTextFile(`${path}/real.md`, "mine\n");
  await Deno.symlink("../real.md", `${path}/log/2026-11-30.md`);
  assertEquals(deliverEntry(ENTRY, { ...it.journal, vault: link }), true);
  assertEquals(await Deno.readTextFile(`${path}/real.md`), `mine\n\n${TEXT}`);
  assert(Deno.lstatSync(`${path}/log/2026-11-30.md`).isSymlink);
});

Deno.test("deliverEntry() refuses every way out of the vault and makes nothing there", async () => {
  await using it = await vault();
  const { vault: path } = it.journal;
  const out = `${it.root}/out`;
  await Deno.mkdir(out);
  await Deno.mkdir(`${path}-2`);
  await Deno.symlink(out, `${path}/link`);
  await Deno.symlink(`${path}-2`, `${path}/sibling`);
  await Deno.mkdir(`${path}/files`);
  await Deno.symlink(`${out}/new.md`, `${path}/files/2026-11-30.md`);
  for (
    const dir of [
      "link",
      "link/sub/sub",
      "sibling",
      "../out",
      "../new",
      "files",
    ]
  ) {
    assertThrows(
      () => deliverEntry(ENTRY, { ...it.journal, dir }),
      RangeError,
    );
  }
  assertEquals([...Deno.readDirSync(out)], []);
  assertThrows(() => Deno.statSync(`${it.root}/new`), Deno.errors.NotFound);
  await Deno.writeTextFile(`${out}/new.md`, "theirs");
  assertThrows(
    () => deliverEntry(ENTRY, { ...it.journal, dir: "files" }),
    RangeError,
  );
  assertEquals(await Deno.readTextFile(`${out}/new.md`), "theirs");
});

Deno.test("deliverEntry() refuses a day's file that is a folder or a FIFO", async () => {
  await using it = await vault();
  await Deno.mkdir(it.file, { recursive: true });
  assertThrows(() => deliverEntry(ENTRY, it.journal), RangeError);
  await Deno.remove(it.file);
  await new Deno.Command("mkfifo", { args: [it.file] }).output();
  assertThrows(() => deliverEntry(ENTRY, it.journal), RangeError);
});

Deno.test("deliverEntry() waits for another writer's lock, but not for ever", async () => {
  await using it = await vault();
  deliverEntry(ENTRY, it.journal);
  const next = { ...ENTRY, key: "s999999999999" };
  {
    using file = await Deno.open(it.file, { read: true });
    await file.lock(true);
    assertThrows(
      () => deliverEntry(next, it.journal),
      Deno.errors.TimedOut,
    );
  }
  assertEquals(deliverEntry(next, it.journal), true);
});

Deno.test("deliverEntry() writes into the file that a synchronising tool put in the place of the one it waited for", async () => {
  await using it = await vault();
  deliverEntry(ENTRY, it.journal);
  const next = { ...ENTRY, key: "s999999999999" };
  const program = `
    const [file] = Deno.args;
    using held = Deno.openSync(file, { read: true });
    held.lockSync(true);
    Deno.writeTextFileSync(file + ".new", "synced\\n");
    console.log("held");
    Deno.stdin.readSync(new Uint8Array(1));
    const end = performance.now() + 300;
    while (performance.now() < end);
    Deno.renameSync(file + ".new", file);`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-config", "--no-lock", program, it.file],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  const writer = child.stdin.getWriter();
  await writer.write(new Uint8Array(1));
  assertEquals(deliverEntry(next, { ...it.journal, waitMs: 120_000 }), true);
  await writer.close();
  await reader.cancel();
  assertEquals((await child.status).code, 0);
  assertEquals(
    await Deno.readTextFile(it.file),
    `synced\n\n${renderEntry(next)}`,
  );
});

Deno.test("deliverEntry() needs no permission beyond the vault", async () => {
  await using it = await vault();
  const program = `import { deliverEntry } from ${
    JSON.stringify(new URL("../../lib/journal.ts", import.meta.url))
  };
console.log(deliverEntry(JSON.parse(Deno.args[0]), JSON.parse(Deno.args[1])));`;
  const script = `${it.root}/script.ts`;
  await Deno.writeTextFile(script, program);
  const link = `${it.root}/link`;
  await Deno.symlink(it.journal.vault, link);
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-config",
      "--no-lock",
      "--no-check",
      "--no-prompt",
      `--allow-read=${link}`,
      `--allow-write=${link}`,
      script,
      JSON.stringify(ENTRY),
      JSON.stringify({ ...it.journal, vault: link }),
    ],
  }).output();
  assertEquals(new TextDecoder().decode(stderr), "");
  assertEquals(new TextDecoder().decode(stdout), "true\n");
});
