import { assertEquals, assertThrows } from "@std/assert";
import { readRows } from "../../lib/store/read_rows.ts";
import { lab, prompt, toolUse, toolUses } from "./_store.ts";

Deno.test("readRows() gives nothing where there is no store, and makes none", async () => {
  await using it = await lab();
  assertEquals(readRows(it.folder), null);
  await Deno.mkdir(it.folder, { recursive: true });
  assertEquals(readRows(it.folder), null);
  await Deno.writeTextFile(it.file, "");
  assertEquals(readRows(it.folder), null);
  assertEquals(it.names(), ["store.sqlite"]);
});

Deno.test("readRows() on a store without rows gives empty answers", async () => {
  await using it = await lab();
  it.open().close();
  using reader = readRows(it.folder);
  assertEquals(reader?.lastRows(5), []);
  assertEquals(reader?.rowsAfter(0, 5), []);
  assertEquals(reader?.lastRowOfProject("/p"), null);
  assertEquals(reader?.count(), 0);
});

Deno.test("lastRows() gives the last ones, oldest first, of the kinds asked for", async () => {
  await using it = await lab();
  using store = it.open();
  store.append([
    prompt("p1"),
    ...toolUses(1, 3),
    prompt("p2"),
    ...toolUses(4, 5),
  ]);
  using reader = readRows(it.folder);
  const ids = (kinds?: string[]) =>
    reader?.lastRows(3, kinds === undefined ? {} : { kinds }).map(({ id }) =>
      id
    );
  assertEquals(ids(), ["p2", "r4", "r5"]);
  assertEquals(ids(["memory.claude_prompt"]), ["p1", "p2"]);
  assertEquals(ids(["memory.claude_prompt", "memory.claude_tool_use"]), [
    "p2",
    "r4",
    "r5",
  ]);
  assertEquals(ids(["other"]), []);
  assertEquals(ids([]), []);
  assertEquals(reader?.lastRows(0), []);
});

Deno.test("rowsAfter() gives what comes after a row, also what was stored since the reader was opened", async () => {
  await using it = await lab();
  using store = it.open();
  store.append(toolUses(1, 5));
  using reader = readRows(it.folder);
  const ids = (seq: number, limit: number) =>
    reader?.rowsAfter(seq, limit).map(({ id }) => id);
  assertEquals(ids(0, 2), ["r1", "r2"]);
  assertEquals(ids(5, 10), []);
  store.append(toolUses(6, 7));
  assertEquals(ids(5, 10), ["r6", "r7"]);
  assertEquals(reader?.count(), 7);
});

Deno.test("a row comes back as it was given", async () => {
  await using it = await lab();
  using store = it.open();
  const row = toolUse("a", { list: [1, "ü", null], none: { a: true } }, 1.5);
  store.append([row]);
  using reader = readRows(it.folder);
  const [stored] = reader?.lastRows(1) ?? [];
  const { seq, session, prevHash, hash, ...rest } = stored ?? {};
  assertEquals(rest, { ...row });
  assertEquals([seq, session, prevHash, hash?.length], [
    1,
    "s1",
    "0".repeat(64),
    64,
  ]);
});

Deno.test("lastRowOfProject() gives the last row of the sessions with a prompt in a folder or below", async () => {
  await using it = await lab();
  using store = it.open();
  const session = (session_id: string, cwd?: string) =>
    prompt(`${session_id}-p`, {
      session_id,
      ...cwd === undefined ? {} : { cwd },
    });
  store.append([
    session("a", "/home/u/app"),
    session("b", "/home/u/app/sub dir"),
    session("c", "/home/u/application"),
    session("d", "/home/u"),
    session("e"),
    toolUse("a-t", { session_id: "a", cwd: "/elsewhere" }),
    toolUse("b-t", { session_id: "b" }),
    toolUse("c-t", { session_id: "c" }),
    toolUse("e-t", { session_id: "e", cwd: "/home/u/app" }),
    toolUse("none", { session_id: "", cwd: "/home/u/app" }),
  ]);
  using reader = readRows(it.folder);
  const last = (cwd: string) => reader?.lastRowOfProject(cwd)?.id ?? null;
  assertEquals(last("/home/u/app"), "b-t");
  assertEquals(last("/home/u/app/"), "b-t");
  assertEquals(last("/home/u/app/sub dir"), "b-t");
  assertEquals(last("/home/u/app/sub"), null);
  assertEquals(last("/home/u/application"), "c-t");
  assertEquals(last("/home/u"), "c-t");
  assertEquals(last("/"), "c-t");
  assertEquals(last("/home/u/%"), null);
  store.append([toolUse("a-t2", { session_id: "a" })]);
  assertEquals(last("/home/u/app"), "a-t2");
});

Deno.test("readRows() shows a row whose payload was spoiled without its payload", async () => {
  await using it = await lab();
  using store = it.open();
  store.append([prompt("a", { cwd: "/p" }), prompt("b", { cwd: "/p" })]);
  it.sql("UPDATE rows SET payload = '{' WHERE seq = 1");
  it.sql("UPDATE rows SET payload = '5' WHERE seq = 2");
  using reader = readRows(it.folder);
  assertEquals(reader?.lastRows(5).map(({ id, payload }) => [id, payload]), [[
    "a",
    {},
  ], ["b", {}]]);
  assertEquals(reader?.lastRowOfProject("/p"), null);
});

Deno.test("readRows() throws what is wrong with a file that is no store", async () => {
  await using it = await lab();
  await Deno.mkdir(it.folder, { recursive: true });
  await Deno.writeTextFile(it.file, "my notes, ".repeat(1000));
  assertThrows(() => readRows(it.folder), Error, "file is not a database");
});
