import { assertEquals, assertStringIncludes } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { verifyStore } from "../../lib/view/verify_store.ts";
import { tempDir } from "../_support/temp.ts";
import { prompt, storeIn } from "./_rows.ts";

const verify = (folder: string) =>
  verifyStore(`${folder}/store`, `${folder}/chain-head.json`);

Deno.test("verifyStore() finds nothing wrong where there is no store", async () => {
  await using tmp = await tempDir();
  const { code, text, json } = verify(tmp.path);
  assertEquals([code, json["ok"], json["rows"]], [0, true, 0]);
  assertStringIncludes(text, "There is nothing to verify");
});

Deno.test("verifyStore() says what was removed with the store, where the head knows of it", async () => {
  await using tmp = await tempDir();
  {
    using store = storeIn(tmp.path);
    store.append([prompt(1)]);
  }
  await Deno.remove(`${tmp.path}/store`, { recursive: true });
  const { code, text } = verify(tmp.path);
  assertEquals(code, 1);
  assertStringIncludes(text, "the store is missing");
});

Deno.test("verifyStore() says that all is whole, or names the first bad row", async () => {
  await using tmp = await tempDir();
  {
    using store = storeIn(tmp.path);
    store.append([1, 2, 3, 4].map((number) => prompt(number)));
  }
  const whole = verify(tmp.path);
  assertEquals([whole.code, whole.json["rows"]], [0, 4]);
  assertStringIncludes(whole.text, "The chain is whole: 4 rows (1 to 4)");
  {
    using db = new DatabaseSync(`${tmp.path}/store/store.sqlite`);
    db.exec("UPDATE rows SET at = at + 1 WHERE seq IN (3, 4)");
  }
  const broken = verify(tmp.path);
  assertEquals([broken.code, broken.json["ok"]], [1, false]);
  assertEquals((broken.json["bad"] as { seq: number }).seq, 3);
  assertStringIncludes(broken.text, "✗ first bad row 3: ");
  assertStringIncludes(broken.text, "2 rows (1 to 2) looked at are good");
});
