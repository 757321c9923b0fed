import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FORM } from "../_support/hook_programs.ts";
import type { ProgramResult } from "../_support/program.ts";
import { type Sandbox, sandbox, SESSION } from "../_support/sandbox.ts";
import {
  assertHarmless,
  assertInTime,
  assertSilent,
  briefOf,
  section,
} from "./_answer.ts";
import { wholeBrief } from "./_brief.ts";
import { edited } from "./_events.ts";
import { CAN_MOUNT, fill, readOnly, smallDisk } from "../_support/mount.ts";
import {
  complaints,
  exists,
  indexed,
  journalEntries,
  journalText,
  ledgerRecords,
  logOf,
  spooled,
  stampAged,
  textOrNothing,
} from "./_state.ts";

const NOTES = {
  "a.md": "[[b]]",
  "b.md": "---\nsummary: Be kind\ntags: convention\n---\n",
};

function start(box: Sandbox): Promise<ProgramResult> {
  return box.run("session-start", { source: "startup" });
}

function use(box: Sandbox, id = "toolu_1"): Promise<ProgramResult> {
  const more = { "tool_use_id": id };
  return box.run("post-tool-use", edited(`${box.vault}/a.md`, more));
}

function end(box: Sandbox, id = SESSION): Promise<ProgramResult> {
  return box.run("session-end", { reason: "other", "session_id": id });
}

/** Runs a session with one edit and asserts that no hook was in the way. Gives the brief, which must have a section. */
async function session(box: Sandbox, needed?: string): Promise<string> {
  const brief = await wholeBrief(box, { source: "startup" }, {}, needed);
  assertSilent(await use(box));
  assertSilent(await end(box));
  assertInTime(await logOf(box));
  return brief;
}

Deno.test("Bad place: without HOME an installed hook finds home by its own place", async () => {
  await using box = await sandbox({ notes: NOTES });
  await indexed(box);
  const bin = `${box.places.data}/bin`;
  for (const home of [{}, { HOME: "" }, { HOME: "relative" }]) {
    const env: Record<string, string> = { PATH: "/usr/bin:/bin", ...home };
    let { command, args } = box.command("session-start");
    if (FORM === "native") {
      await Deno.mkdir(bin, { recursive: true });
      await Deno.copyFile(command, `${bin}/memory-session-start`);
      command = `${bin}/memory-session-start`;
      args = [];
    } else env["DENO_DIR"] = `${box.home}/deno`;
    const event = { source: "startup" };
    const brief = await wholeBrief(box, event, { command, args, env });
    assertEquals(section(brief, "Conventions"), ["b: Be kind"]);
  }
});

for (const hook of ["session-start", "post-tool-use", "session-end"] as const) {
  Deno.test(`Bad place: ${hook} with a HOME that is not there, or a file`, async () => {
    await using box = await sandbox({ notes: NOTES });
    await Deno.writeTextFile(`${box.home}/file`, "");
    // Where HOME is a file, `deno run` itself does not start: "Error loading .npmrc" (2.9.6).
    const homes = FORM === "native"
      ? [`${box.home}/none`, `${box.home}/file`]
      : [`${box.home}/none`];
    for (const home of homes) {
      const env = { ...box.env, HOME: home, DENO_DIR: `${box.home}/deno` };
      const event = { ...edited(`${home}/a.md`), source: "startup" };
      const run = await box.run(hook, event, { env });
      assertEquals([run.code, run.stderr, run.stdout], [0, "", ""]);
      if (home.endsWith("file")) continue;
      const log = `${home}/.local/state/memory-hooks/memory-hooks.log`;
      assertInTime((await textOrNothing(log)).split("\n"));
    }
  });
}

Deno.test("Bad place: a vault that is missing", async () => {
  await using box = await sandbox({ notes: null });
  assertEquals(await session(box), "");
  assert(!await exists(box.vault));
  assertEquals((await spooled(box)).length, 1);
  assertStringIncludes((await complaints(box)).join("\n"), "no vault at");
});

Deno.test("Bad place: a vault that is a file", async () => {
  await using box = await sandbox({ notes: null });
  await Deno.mkdir(`${box.home}/Documents`);
  await Deno.writeTextFile(box.vault, "a file");
  assertEquals(await session(box), "");
  assertEquals(await Deno.readTextFile(box.vault), "a file");
  assertEquals((await spooled(box)).length, 1);
});

Deno.test("Bad place: a vault that is a link to nothing, or to itself", async () => {
  for (const target of ["nowhere", "SecondBrain"]) {
    await using box = await sandbox({ notes: null });
    await Deno.mkdir(`${box.home}/Documents`);
    await Deno.symlink(target, box.vault);
    assertEquals(await session(box), "");
    assert(!await exists(`${box.home}/Documents/nowhere`));
    assertEquals((await spooled(box)).length, 1);
  }
});

Deno.test("Bad place: a read-only vault", async () => {
  await using box = await sandbox({ notes: NOTES });
  await using hindrance = await readOnly(box.vault);
  const brief = await session(box);
  assertEquals(section(brief, "Conventions"), ["b: Be kind"]);
  await box.settled();
  assertEquals((await spooled(box)).length, 1);
  assertEquals((await ledgerRecords(box, SESSION)).length, 3);
  assertStringIncludes((await complaints(box)).join("\n"), "ERROR rebuild:");
  await hindrance.end();
  await end(box, "later");
  assertEquals((await journalEntries(box)).length, 2);
});

Deno.test("Bad place: a journal folder that is a file, and a day that is a folder", async () => {
  await using box = await sandbox({
    notes: { ...NOTES, journal: "a file" },
    config: "journal:\n  day: utc\n",
  });
  await session(box);
  assertEquals((await spooled(box)).length, 1);
  assertEquals(await Deno.readTextFile(`${box.vault}/journal`), "a file");
  await Deno.remove(`${box.vault}/journal`);
  const day = new Date().toISOString().slice(0, 10);
  await Deno.mkdir(`${box.vault}/journal/${day}.md`, { recursive: true });
  assertHarmless(await end(box, "second"));
  assertEquals((await spooled(box)).length, 2);
  await Deno.remove(`${box.vault}/journal/${day}.md`);
  assertHarmless(await end(box, "third"));
  assertEquals((await journalEntries(box)).length, 3);
});

Deno.test("Bad place: a cache folder that is a file", async () => {
  await using box = await sandbox({ notes: NOTES });
  await Deno.writeTextFile(`${box.home}/.cache`, "");
  const brief = await session(box);
  assertEquals(section(brief, "Conventions"), ["b: Be kind"]);
  assertEquals((await journalEntries(box)).length, 1);
  assertStringIncludes((await complaints(box)).join("\n"), "start a rebuild");
});

Deno.test("Bad place: a read-only cache folder", async () => {
  await using box = await sandbox({ notes: NOTES });
  await Deno.mkdir(box.places.graphCache, { recursive: true });
  await using _ = await readOnly(box.places.graphCache);
  const brief = await session(box);
  assertEquals(section(brief, "Conventions"), ["b: Be kind"]);
  assertEquals((await journalEntries(box)).length, 1);
  assertStringIncludes((await complaints(box)).join("\n"), "start a rebuild");
});

Deno.test("Bad place: a state folder that is a file, or read-only", async () => {
  for (const kind of ["file", "read-only"]) {
    await using box = await sandbox({ notes: NOTES });
    const { state } = box.places;
    await Deno.mkdir(`${box.home}/.local/state`, { recursive: true });
    if (kind === "file") await Deno.writeTextFile(state, "");
    else await Deno.mkdir(state);
    await using _ = kind === "file" ? null : await readOnly(state);
    const brief = await session(box, "Conventions");
    assertEquals(section(brief, "Conventions"), ["b: Be kind"], kind);
    assertEquals((await journalEntries(box)).length, 1, kind);
  }
});

Deno.test("Bad place: a data folder that is a file, or read-only", async () => {
  for (const kind of ["file", "read-only"]) {
    await using box = await sandbox({ notes: NOTES });
    const index = `${box.places.data}/index`;
    await Deno.mkdir(box.places.data, { recursive: true });
    if (kind === "file") await Deno.writeTextFile(index, "");
    else await Deno.mkdir(index);
    await using _ = kind === "file" ? null : await readOnly(index);
    const brief = await session(box);
    assertEquals(section(brief, "Conventions"), ["b: Be kind"], kind);
    await box.settled();
    assertEquals((await journalEntries(box)).length, 1, kind);
    assert(!await exists(box.places.rebuildLock), kind);
  }
});

Deno.test("Bad place: a read-only index that is there is read all the same", async () => {
  await using box = await sandbox({ notes: NOTES });
  await indexed(box);
  await using _ = await readOnly(`${box.places.data}/index`);
  const brief = briefOf(await start(box));
  assertEquals(section(brief, "Conventions"), ["b: Be kind"]);
  assertEquals(section(brief, "Most connected notes"), [
    "a: degree 1",
    "b: degree 1",
  ]);
});

Deno.test("Bad place: pipes where files should be", async () => {
  await using box = await sandbox({ notes: NOTES });
  await stampAged(box, 1);
  const pipes = [
    `${box.vault}/pipe.md`,
    `${box.places.state}/config.json`,
    `${box.places.state}/graphify.json`,
    `${box.places.graphCache}/vault-rebuild.log`,
    `${box.project}/graphify-out/graph.json`,
  ];
  for (const path of pipes) {
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), {
      recursive: true,
    });
    await new Deno.Command("mkfifo", { args: [path] }).output();
  }
  const brief = await session(box);
  assertEquals(section(brief, "Conventions"), ["b: Be kind"]);
  assertEquals((await journalEntries(box)).length, 1);
});

const BAD_CONFIGS: Record<string, string> = {
  "no YAML": "vault: [\n  path: x",
  "a list": "- a\n- b\n",
  "binary": "\0\u0001\u0002",
  "unknown keys": "vault:\n  pth: x\nnew: 1\n",
  "wrong types":
    "graph:\n  rebuild_stale_days: soon\n  engine: 7\nbrief:\n  max_chars: []\njournal: 3\n",
};

for (const [name, config] of Object.entries(BAD_CONFIGS)) {
  Deno.test(`Bad place: a config file with ${name} stops no hook, and is said with file and line`, async () => {
    await using box = await sandbox({ notes: NOTES, config });
    const brief = await session(box);
    assertEquals(section(brief, "Conventions"), ["b: Be kind"]);
    assertEquals((await journalEntries(box)).length, 1);
    const said = (await complaints(box)).filter((line) =>
      /config\.yaml:\d+: /.test(line)
    );
    assert(said.length > 0);
    const before = said.length;
    await end(box, "again");
    const then = (await complaints(box)).filter((line) =>
      /config\.yaml:\d+: /.test(line)
    );
    assertEquals(then.length, before, "said once an edit");
  });
}

Deno.test("Bad place: a config file that is a folder or cannot be found by its variable", async () => {
  await using box = await sandbox({
    notes: NOTES,
    env: (home) => ({ MEMORY_HOOKS_CONFIG: `${home}/conf.yaml` }),
  });
  assertEquals(section(await session(box), "Conventions"), ["b: Be kind"]);
  await Deno.mkdir(`${box.home}/conf.yaml`);
  assertEquals(section(await session(box), "Conventions"), ["b: Be kind"]);
  await Deno.remove(`${box.home}/conf.yaml`);
  await Deno.writeTextFile(`${box.home}/conf.yaml`, "brief:\n  god_nodes: 1\n");
  assertEquals(
    section(await session(box), "Most connected notes")?.length,
    1,
  );
});

Deno.test({
  name:
    "Bad place: a full disk below the vault: the entry waits, and nothing of it is in the journal",
  ignore: !CAN_MOUNT,
  fn: async () => {
    await using box = await sandbox({ config: "journal:\n  day: utc\n" });
    await using _ = await smallDisk(box.vault, 64 * 1024);
    const day = new Date().toISOString().slice(0, 10);
    const path = `${box.vault}/journal/${day}.md`;
    const own = `${"My own line.\n".repeat(300)}`;
    await Deno.mkdir(`${box.vault}/journal`);
    // A few bytes of its last block are left: an entry fits in part only.
    const text = own + "x".repeat(4096 - (own.length % 4096) - 60) + "\n";
    await Deno.writeTextFile(path, text);
    await stampAged(box, 1);
    const filling = await fill(box.vault);
    assertSilent(await end(box, "first"));
    assertEquals(await Deno.readTextFile(path), text);
    assertSilent(await end(box, "second"));
    assertEquals(await Deno.readTextFile(path), text);
    assertEquals((await spooled(box)).length, 2);
    assertHarmless(await start(box));
    await box.settled();
    await Deno.remove(filling);
    assertSilent(await end(box, "third"));
    const then = await Deno.readTextFile(path);
    assert(then.startsWith(text));
    assertEquals((await journalEntries(box)).length, 3);
    assertEquals(await spooled(box), []);
  },
});

Deno.test({
  name: "Bad place: a full disk below state and data",
  ignore: !CAN_MOUNT,
  fn: async () => {
    await using box = await sandbox({ notes: NOTES });
    const { state } = box.places;
    await Deno.mkdir(state, { recursive: true });
    await Deno.mkdir(`${box.places.data}/index`, { recursive: true });
    await using _ = await smallDisk(state, 16 * 1024);
    await using _index = await smallDisk(
      `${box.places.data}/index`,
      16 * 1024,
    );
    await fill(state);
    await fill(`${box.places.data}/index`);
    const brief = await session(box, "Conventions");
    assertEquals(section(brief, "Conventions"), ["b: Be kind"]);
    await box.settled();
    assertEquals((await journalEntries(box)).length, 1);
    assert(!await exists(box.places.rebuildLock));
  },
});

Deno.test("Bad place: nothing can be written anywhere", async () => {
  await using box = await sandbox({ notes: NOTES });
  const event = { ...edited(`${box.vault}/a.md`), source: "startup" };
  // A write beyond the limit fails as it does on a full disk.
  const script = 'trap "" XFSZ; ulimit -f 0; exec "$0" "$@"';
  const limited = (hook: "session-start" | "post-tool-use" | "session-end") => {
    const { command, args } = box.command(hook);
    return { command: "/bin/sh", args: ["-c", script, command, ...args] };
  };
  const brief = await wholeBrief(
    box,
    event,
    limited("session-start"),
    "Conventions",
  );
  assertEquals(section(brief, "Conventions"), ["b: Be kind"]);
  for (const hook of ["post-tool-use", "session-end"] as const) {
    assertHarmless(await box.run(hook, event, limited(hook)));
  }
  await box.settled();
  assertEquals(await journalText(box), "");
  assertEquals(await textOrNothing(box.places.rebuildLock), "");
  assertEquals(section(await session(box), "Conventions"), ["b: Be kind"]);
  await box.settled();
  assertEquals((await journalEntries(box)).length, 1);
});
