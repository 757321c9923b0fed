import { assert, assertEquals, assertStringIncludes } from "@std/assert";
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

async function uninstall(home: string) {
  const machine = machineAt(home);
  return await uninstallHooks(
    machine,
    `${home}/.claude/settings.json`,
    quiet,
  );
}

Deno.test("uninstallHooks() keeps journal entries that cannot be delivered, and says where", async () => {
  await using tmp = await tempDir();
  const { state } = machineAt(tmp.path).places;
  await writeFiles(state, { "memory-hooks.log": "", "ledgers/s.jsonl": "" });
  openSpool(state).put("journal", "s1", ENTRY, new Date());
  const { kept } = await uninstall(tmp.path);
  assertStringIncludes(kept.join("\n"), `${state}/spool (journal entries`);
  assertEquals([...Deno.readDirSync(state)].map(({ name }) => name), ["spool"]);
  assertEquals(openSpool(state).list("journal").length, 1);
});

Deno.test("uninstallHooks() delivers journal entries where the vault is back", async () => {
  await using tmp = await tempDir();
  const { state } = machineAt(tmp.path).places;
  const vault = `${tmp.path}/Documents/SecondBrain`;
  await Deno.mkdir(vault, { recursive: true });
  openSpool(state).put("journal", "s1", ENTRY, new Date());
  const { done, kept } = await uninstall(tmp.path);
  assertStringIncludes(done.join("\n"), "Delivered 1 waiting journal entries");
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
  await uninstall(tmp.path);
  const left = Object.keys(await readTree(`${tmp.path}/.cache`)).sort();
  assertEquals(left, ["graphify", "graphify/other.json"]);
});

Deno.test("uninstallHooks() ends a worker that runs, and waits for it", async () => {
  await using tmp = await tempDir();
  const lock = `${tmp.path}/.cache/graphify/vault-rebuild.lock`;
  await writeFiles(tmp.path, {
    ".cache/graphify/vault-rebuild.lock": "",
    "worker.js": `
      const file = Deno.openSync(Deno.args[0], { read: true, write: true });
      file.lockSync(true);
      const owner = { phase: "running", pid: Deno.pid, since: 0 };
      file.writeSync(new TextEncoder().encode(JSON.stringify(owner)));
      Deno.addSignalListener("SIGTERM", () => {
        Deno.removeSync(Deno.args[0]);
        Deno.exit(7);
      });
      setInterval(() => {}, 1000);
      console.log("ready");
    `,
  });
  const worker = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-config", `${tmp.path}/worker.js`, lock],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = worker.stdout.getReader();
  await reader.read();
  await uninstall(tmp.path);
  assertEquals((await worker.status).code, 7);
  await reader.cancel();
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
