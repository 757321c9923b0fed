import { assertEquals } from "@std/assert";
import { checkHead } from "../../lib/store/check_head.ts";
import { type Lab, lab, nine, toolUses } from "./_store.ts";

const check = (it: Lab): string | null => checkHead(it.folder, it.headFile);

Deno.test("checkHead() has nothing to say where the end is as the head names it, or further", async () => {
  await using it = await lab();
  assertEquals(check(it), null);
  {
    using store = it.open();
    assertEquals(check(it), null);
    store.append(toolUses(1, 9));
  }
  assertEquals(check(it), null);
  const [row] = it.get("SELECT hash FROM rows WHERE seq = 7");
  Deno.writeTextFileSync(
    it.headFile,
    JSON.stringify({ seq: 7, hash: row?.["hash"] }),
  );
  assertEquals(check(it), null);
});

Deno.test("checkHead() finds an end that was cut off or changed, and a head that says nothing", async () => {
  await using it = await nine();
  const head = Deno.readTextFileSync(it.headFile);
  Deno.writeTextFileSync(
    it.headFile,
    JSON.stringify({ seq: 8, hash: "a".repeat(64) }),
  );
  assertEquals(check(it), "the head names another hash for row 8");
  Deno.writeTextFileSync(it.headFile, "{");
  assertEquals(check(it), "the head is unreadable");
  Deno.removeSync(it.headFile);
  assertEquals(check(it), "the head is missing");
  Deno.writeTextFileSync(it.headFile, head);
  it.sql("DELETE FROM rows WHERE seq > 6");
  assertEquals(check(it), "the head names row 9, and the last one there is 6");
  Deno.removeSync(it.folder, { recursive: true });
  assertEquals(
    check(it),
    "the head names row 9, and the last one there is none",
  );
});
