import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { GROUPS } from "../../lib/install/groups.ts";
import { openProgress } from "../../lib/install/progress.ts";
import { uninstallHooks } from "../../lib/install/uninstall_hooks.ts";
import { recordStart } from "../../lib/session/record_start.ts";
import { openSpool } from "../../lib/spool.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { machineAt, readTree } from "./_support.ts";

const quiet = openProgress(() => {});

const ENTRY = {
  entry: {
    at: "2026-11-30T12:00:00.000Z",
    project: "p",
    path: "/p",
    sessionId: "s1",
    reason: "other",
    killed: false,
    notes: ["A note.md"],
    key: "abc123",
  },
  upto: null,
};

async function uninstall(home: string, now?: () => Date) {
  const machine = { ...machineAt(home), ...now === undefined ? {} : { now } };
  return await uninstallHooks(
    machine,
    {
      settings: `${home}/.claude/settings.json`,
      groups: GROUPS,
      everywhere: true,
      deleteStore: false,
    },
    quiet,
  );
}

Deno.test("uninstallHooks() keeps journal entries that cannot be delivered, and says where", async () => {
  await using tmp = await tempDir();
  const { state } = machineAt(tmp.path).places;
  await writeFiles(state, { "memory-hooks.log": "", "ledgers/s.jsonl": "" });
  openSpool(state).put("journal", "s1", ENTRY, new Date());
  const { kept } = await uninstall(tmp.path);
  assertStringIncludes(
    kept.join("\n"),
    `${state}/spool (journal entries that could not be delivered: the vault is not there)`,
  );
  assertEquals([...Deno.readDirSync(state)].map(({ name }) => name), ["spool"]);
  assertEquals(openSpool(state).list("journal").length, 1);
});

Deno.test("uninstallHooks() says of the spool what is true, and keeps no half of a write", async () => {
  await using tmp = await tempDir();
  const { state } = machineAt(tmp.path).places;
  await Deno.mkdir(`${tmp.path}/Documents/SecondBrain`, { recursive: true });
  await writeFiles(`${state}/spool`, {
    "000000000000001-journal-a.json.bad": "not json",
    "000000000000002-journal-b.json.1-x.tmp": "half",
  });
  const { kept } = await uninstall(tmp.path);
  assertEquals(kept[0], `${state}/spool (files that are no journal entries)`);
  await Deno.remove(`${state}/spool/000000000000001-journal-a.json.bad`);
  const again = await uninstall(tmp.path);
  assert(!again.kept.join().includes("spool"));
  assert(!Object.keys(await readTree(tmp.path)).join().includes("spool"));
});

Deno.test("uninstallHooks() delivers journal entries where the vault is back", async () => {
  await using tmp = await tempDir();
  const { state } = machineAt(tmp.path).places;
  const vault = `${tmp.path}/Documents/SecondBrain`;
  await Deno.mkdir(vault, { recursive: true });
  openSpool(state).put("journal", "s1", ENTRY, new Date());
  const { done, kept } = await uninstall(tmp.path);
  assertStringIncludes(done.join("\n"), "Delivered 1 waiting journal entry\n");
  assertEquals(kept, [`${vault} (the vault, with its journal)`]);
  const [journal] = [...Deno.readDirSync(`${vault}/journal`)];
  assertStringIncludes(
    await Deno.readTextFile(`${vault}/journal/${journal?.name}`),
    "A note",
  );
  assert(
    !Object.keys(await readTree(tmp.path)).some((name) =>
      name.includes("memory-hooks")
    ),
  );
});

Deno.test("uninstallHooks() journals a session that was killed", async () => {
  await using tmp = await tempDir();
  const { state } = machineAt(tmp.path).places;
  const vault = `${tmp.path}/Documents/SecondBrain`;
  await Deno.mkdir(vault, { recursive: true });
  const dead = new Deno.Command("/bin/true").spawn();
  await dead.status;
  recordStart(state, {
    sessionId: "s-killed",
    at: new Date(),
    cwd: "/my project",
    transcript: null,
    pid: dead.pid,
    source: "startup",
  });
  const { done } = await uninstall(tmp.path);
  assertStringIncludes(done.join("\n"), "Delivered 1 waiting");
  const [journal] = [...Deno.readDirSync(`${vault}/journal`)];
  assertStringIncludes(
    await Deno.readTextFile(`${vault}/journal/${journal?.name}`),
    "s-killed",
  );
});

Deno.test("uninstallHooks() removes the rebuild's files and leaves graphify's own", async () => {
  await using tmp = await tempDir();
  await writeFiles(`${tmp.path}/.cache/graphify`, {
    "vault-rebuild.stamp": "",
    "vault-rebuild.log": "",
    "other.json": "{}",
  });
  const { done } = await uninstall(tmp.path);
  assertEquals(done, [
    `Removed the rebuild's cache in ${tmp.path}/.cache/graphify`,
  ]);
  const left = Object.keys(await readTree(`${tmp.path}/.cache`)).sort();
  assertEquals(left, ["graphify", "graphify/other.json"]);
});

/** A worker that takes its lock over after a while, and ends when it is told to. */
const WORKER = `
  const [path, delayMs] = Deno.args;
  await new Promise((resolve) => setTimeout(resolve, Number(delayMs)));
  const file = Deno.openSync(path, { read: true, write: true });
  file.lockSync(true);
  const owner = { phase: "running", pid: Deno.pid, since: 0 };
  file.truncateSync(0);
  file.writeSync(new TextEncoder().encode(JSON.stringify(owner)));
  Deno.addSignalListener("SIGTERM", () => {
    Deno.removeSync(path);
    Deno.exit(7);
  });
  setInterval(() => {}, 1000);
  console.log("ready");
`;

for (
  const [what, text, delayMs] of [
    ["that runs", "", 0],
    ["that a hook has just started", '{"phase":"starting","pid":2}', 500],
  ] as const
) {
  Deno.test(`uninstallHooks() ends a worker ${what}, and waits for it`, async () => {
    await using tmp = await tempDir();
    const lock = `${tmp.path}/.cache/graphify/vault-rebuild.lock`;
    await writeFiles(tmp.path, {
      ".cache/graphify/vault-rebuild.lock": text,
      "worker.js": WORKER,
    });
    const worker = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--no-config",
        `${tmp.path}/worker.js`,
        lock,
        `${delayMs}`,
      ],
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const reader = worker.stdout.getReader();
    if (delayMs === 0) await reader.read();
    await uninstall(tmp.path, () => new Date());
    assertEquals((await worker.status).code, 7);
    await reader.cancel();
  });
}

Deno.test("uninstallHooks() does not wait for a worker that never came", async () => {
  await using tmp = await tempDir();
  const lock = `${tmp.path}/.cache/graphify/vault-rebuild.lock`;
  await writeFiles(tmp.path, {
    ".cache/graphify/vault-rebuild.lock": '{"phase":"starting","pid":2}',
  });
  const now = new Date("2026-11-30T12:00:00Z");
  const then = new Date(now.getTime() - 31_000);
  await Deno.utime(lock, then, then);
  const before = performance.now();
  await uninstall(tmp.path, () => now);
  assert(performance.now() - before < 10_000);
});

Deno.test("uninstallHooks() refuses settings that do not parse, and changes nothing", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, {
    ".claude/settings.json": "{,}",
    ".local/share/memory-hooks/bin/deno": "",
  });
  const before = await readTree(tmp.path);
  let message = "";
  try {
    await uninstall(tmp.path);
  } catch (error) {
    message = (error as Error).message;
  }
  assertStringIncludes(message, "settings.json: ");
  assertStringIncludes(message, "line 1, column 2");
  assertEquals(await readTree(tmp.path), before);
});
