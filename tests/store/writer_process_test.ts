import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { readRows } from "../../lib/store/read_rows.ts";
import { StoreBusy } from "../../lib/store/store_busy.ts";
import { denoScript } from "../_support/deno_script.ts";
import {
  type ProgramResult,
  type RunningProgram,
  startProgram,
} from "../_support/program.ts";
import { until } from "../_support/until.ts";
import { CAN_MOUNT, fill, smallDisk } from "../_support/mount.ts";
import { type Lab, lab, toolUse, toolUses } from "./_store.ts";

/** Starts `_writer.ts`, with permission for nothing but its files. */
async function start(
  it: Lab,
  args: readonly (string | number)[],
  limit?: string,
): Promise<RunningProgram> {
  const script = await denoScript(
    "../store/_writer.ts",
    [it.folder, it.headFile, ...args.map(String)],
    [`--allow-read=${it.path}`, `--allow-write=${it.path}`],
  );
  return startProgram(
    limit === undefined ? script : {
      ...script,
      command: "/bin/bash",
      args: ["-c", `${limit}; exec "$0" "$@"`, script.command, ...script.args],
    },
  );
}

/** Runs `_writer.ts` to its end. */
async function writer(
  it: Lab,
  args: readonly (string | number)[],
  limit?: string,
): Promise<ProgramResult> {
  return await (await start(it, args, limit)).result;
}

/** Runs `_writer.ts` until it is killed, so many ms after its start or after its first row is stored. */
async function killed(
  it: Lab,
  args: readonly (string | number)[],
  after: "start" | "first row",
  ms: number,
): Promise<ProgramResult> {
  const before = headText(it);
  const program = await start(it, args);
  if (after === "first row") {
    await until("a row to be stored", () => headText(it) !== before);
  }
  await new Promise((resolve) => setTimeout(resolve, ms));
  program.kill("SIGKILL");
  const result = await program.result;
  assertEquals([result.signal, result.stderr], ["SIGKILL", ""]);
  return result;
}

function headText(it: Lab): string {
  try {
    const text = Deno.readTextFileSync(it.headFile);
    return text.startsWith('{"seq":0,') ? "" : text;
  } catch {
    return "";
  }
}

/** The ids that a writer acknowledged, as far as it came to say so. */
function acknowledged({ stdout }: ProgramResult): string[] {
  return stdout.split("\n").slice(0, -1).filter((line) =>
    !line.startsWith("error ")
  );
}

function idsOf(it: Lab): string[] {
  using reader = readRows(it.folder);
  return reader?.rowsAfter(0, 100_000).map(({ id }) => id) ?? [];
}

/** Every row once, in a chain that is whole; all that were acknowledged are there. */
function assertKept(it: Lab, ids: readonly string[]): void {
  const { ok, bad, findings } = it.verify();
  assertEquals([ok, bad, findings], [true, null, []]);
  const stored = idsOf(it);
  assertEquals(stored.length, new Set(stored).size);
  assertEquals(ids.filter((id) => !stored.includes(id)), []);
}

Deno.test("a writer that is killed at any moment, 20 times, loses no row that it acknowledged", async () => {
  await using it = await lab();
  const ids: string[] = [];
  for (let round = 0; round < 20; round++) {
    const after = round % 2 === 0 ? "start" : "first row";
    const ms = Math.random() * (after === "start" ? 150 : 60);
    const args = ["append", `k${round}-`, 100_000, 5];
    ids.push(...acknowledged(await killed(it, args, after, ms)));
    // As it was left, and as the next one to open it finds it.
    assertKept(it, ids);
    if (round % 4 < 2) it.open().close();
    assertKept(it, ids);
  }
  assert(ids.length > 10);
});

Deno.test("a writer that is killed while it makes the store leaves nothing in the way", async () => {
  const left = new Set<string>();
  for (let round = 0; round < 10; round++) {
    await using it = await lab();
    await Deno.mkdir(it.folder, { recursive: true });
    const program = await start(it, ["append", "r", 1, 1]);
    await until("the store's file", () => it.names().length > 0);
    const end = performance.now() + Math.random() * 5;
    while (performance.now() < end);
    program.kill("SIGKILL");
    const ids = acknowledged(await program.result);
    left.add(it.names().join());
    assertKept(it, ids);
    it.open().close();
    assertKept(it, ids);
  }
  assert(left.size > 0);
});

Deno.test("a writer that is killed while it prunes leaves a chain that verifies", async () => {
  await using it = await lab();
  for (let round = 0; round < 10; round++) {
    const args = ["prune", `k${round}-`, 100_000, 50];
    const result = await killed(it, args, "first row", Math.random() * 150);
    assertKept(it, acknowledged(result).slice(-1));
  }
  {
    using store = it.open();
    store.append(toolUses(1, 300));
    store.prune({ days: 0, maxBytes: 100_000 });
  }
  assert(it.verify().ok);
  assert(it.verify().firstSeq > 1);
});

Deno.test("two writers fight for the lock, and all rows of both are stored", async () => {
  await using it = await lab();
  const results = await Promise.all(
    ["a", "b"].map((prefix) => writer(it, ["append", prefix, 150, 1])),
  );
  assertEquals(results.map(({ code, stderr }) => [code, stderr]), [[0, ""], [
    0,
    "",
  ]]);
  const ids = results.flatMap(acknowledged);
  assertEquals(ids.length, 300);
  assertKept(it, ids);
  assertEquals(idsOf(it).length, 300);
});

Deno.test("of several writers that find a broken store, one moves it aside", async () => {
  await using it = await lab();
  await Deno.mkdir(it.folder, { recursive: true });
  await Deno.writeTextFile(it.file, "broken ".repeat(1000));
  const results = await Promise.all(
    ["a", "b", "c", "d"].map((prefix) => writer(it, ["append", prefix, 5, 1])),
  );
  assertEquals(
    results.map(({ code, stderr }) => [code, stderr]),
    Array(4).fill([0, ""]),
  );
  const ids = results.flatMap(acknowledged);
  assertEquals(ids.length, 20);
  const stored = idsOf(it);
  assertEquals([stored.length, ids.filter((id) => !stored.includes(id))], [
    21,
    [],
  ]);
  const moved = it.names().filter((name) => name.startsWith("store.corrupt-"));
  assertEquals(moved.length, 1);
  const { bad, findings } = it.verify();
  assertEquals([bad, findings.map(({ seq }) => seq)], [null, [1]]);
});

Deno.test("a lock that another process holds for a while is waited out by trying again", async () => {
  await using it = await lab();
  using store = it.open();
  store.append([toolUse("first")]);
  const holder = writer(it, ["hold", 1500]);
  const rows = toolUses(1, 3);
  let answers = 0;
  await until("the lock to be held", () => {
    try {
      store.append([toolUse(`try${answers++}`)]);
      return false;
    } catch (error) {
      assert(error instanceof StoreBusy);
      return true;
    }
  });
  assertThrows(() => store.append(rows), StoreBusy);
  await until("the lock to be let go", () => {
    try {
      return store.append(rows).stored === 3;
    } catch (error) {
      assert(error instanceof StoreBusy);
      return false;
    }
  });
  assertEquals((await holder).code, 0);
  assertKept(it, ["first", "r1", "r2", "r3"]);
});

Deno.test("a writer whose files may grow no more says so, and keeps what it acknowledged", async () => {
  await using it = await lab();
  const limit = "trap '' XFSZ; ulimit -f 512";
  const result = await writer(it, ["append", "r", 100_000, 10], limit);
  assertEquals([result.code, result.stderr], [0, ""]);
  assertMatch(result.stdout, /^error Error: .*(?:disk I\/O error|full)/m);
  const ids = acknowledged(result);
  assert(ids.length > 10);
  assertKept(it, ids);
  using store = it.open();
  store.append([toolUse("more")]);
  assertKept(it, [...ids, "more"]);
});

Deno.test({
  name:
    "a full disk refuses rows as they come, and a store that was open then works again afterwards",
  ignore: !CAN_MOUNT,
  async fn() {
    await using it = await lab();
    await Deno.mkdir(it.folder, { recursive: true });
    await using _disk = await smallDisk(it.folder, 512 * 1024);
    const filler = await fill(it.folder);
    assertThrows(() => it.open(), Error);
    Deno.removeSync(filler);
    using store = it.open();
    store.append([toolUse("a")]);
    await fill(it.folder);
    const big = toolUse("b", { text: "x".repeat(100_000) });
    for (let round = 0; round < 3; round++) {
      const error = assertThrows(
        () => store.append([toolUse(`c${round}`), big]),
        Error,
      );
      assertMatch(error.message, /full|disk I\/O error/);
      assert(!(error instanceof StoreBusy));
    }
    assertKept(it, ["a"]);
    Deno.removeSync(filler);
    assertEquals(store.append([toolUse("c0"), big]), {
      stored: 2,
      duplicates: 0,
    });
    assertKept(it, ["a", "c0", "b"]);
    assertEquals(idsOf(it).length, 3);
    assertEquals(it.names().filter((name) => name.includes("corrupt")), []);
  },
});
