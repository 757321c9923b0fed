import { assert, assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { type Lab, lab, prompt, toolUses } from "./_store.ts";

/** How often a text is in the files of the store. */
function grep(it: Lab, text: string): number {
  return it.names().reduce((sum, name) => {
    const bytes = Deno.readFileSync(`${it.folder}/${name}`);
    return sum + new TextDecoder("latin1").decode(bytes).split(text).length - 1;
  }, 0);
}

Deno.test("scrub() leaves nothing of what was removed, and all of what was not", async () => {
  await using it = await lab();
  using store = it.open();
  store.change((db) =>
    db.exec(
      "CREATE TABLE notes(path TEXT, id INTEGER, PRIMARY KEY(path, id)) STRICT, WITHOUT ROWID; CREATE INDEX notes_id ON notes(id)",
    )
  );
  // Keys in no order: pages are parted in the middle, and copies of what moves stay behind.
  for (let round = 0; round < 40; round++) {
    store.change((db) => {
      const insert = db.prepare("INSERT INTO notes VALUES (?, ?)");
      for (let at = 0; at < 50; at++) {
        const id = round * 50 + at;
        const word = id % 7 === 0 ? "planted" : "keeping";
        insert.run(`${(id * 7919) % 2003}/${word}/${"x".repeat(id % 90)}`, id);
      }
    });
  }
  store.append(toolUses(1, 300));
  store.change((db) =>
    db.exec("DELETE FROM notes WHERE path GLOB '*/planted/*'")
  );
  const kept = it.get("SELECT * FROM notes ORDER BY id");
  let steps = 0;
  for (let page: number | null = 1; page !== null; steps++) {
    page = store.scrub(page);
  }
  assertEquals([grep(it, "/planted/"), steps], [0, 1]);
  assertEquals(it.get("SELECT * FROM notes ORDER BY id"), kept);
  assertEquals(it.get("PRAGMA integrity_check"), [
    Object.assign(Object.create(null), { integrity_check: "ok" }),
  ]);
  // What SQLite remembers of pages must not bring it back.
  store.change((db) => {
    const insert = db.prepare("INSERT INTO notes VALUES (?, ?)");
    for (let id = 5000; id < 6000; id++) insert.run(`${id % 1999}/later`, id);
  });
  store.append([prompt("p")]);
  assertEquals(grep(it, "/planted/"), 0);
  assertEquals(it.verify().ok, true);
});

Deno.test("scrub() waits for who reads, and says so", async () => {
  await using it = await lab();
  using store = it.open();
  store.append(toolUses(1, 50));
  {
    using reader = new DatabaseSync(it.file, { readOnly: true });
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM rows").get();
    store.append(toolUses(51, 60));
    assertEquals(store.scrub(1), 1);
    reader.exec("ROLLBACK");
  }
  assertEquals(store.scrub(1), null);
  assert(it.verify().ok);
});

Deno.test("scrub() of a store that was removed makes it anew, as any other use does", async () => {
  await using it = await lab();
  using store = it.open();
  store.append(toolUses(1, 5));
  assertEquals(store.scrub(1), null);
  await Deno.remove(it.folder, { recursive: true });
  assertEquals(store.scrub(1), null);
  store.append(toolUses(6, 7));
  assertEquals(it.verify().ok, false);
  assertEquals(store.openings, 2);
});
