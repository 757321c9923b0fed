import { assert, assertEquals } from "@std/assert";
import { cleanId } from "../../lib/capture/clean_id.ts";
import { redact } from "../../lib/redact/redact.ts";

/** A UUID whose digits are drawn from an alphabet. */
function uuid(alphabet: string): string {
  return "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx".replace(
    /x/g,
    () => alphabet.charAt(Math.floor(Math.random() * alphabet.length)),
  );
}

Deno.test("cleanId() takes every UUID without asking the rules, none of which takes one for a secret", () => {
  for (let round = 0; round < 5000; round++) {
    for (
      const alphabet of ["0123456789abcdef", "0123456789", "0123456789a", "01"]
    ) {
      const id = uuid(alphabet);
      assert(cleanId(id));
      assertEquals(redact(id).counts.size, 0, id);
    }
  }
});

Deno.test("cleanId() takes no id that holds a secret, and none that is unsafe", () => {
  for (
    const id of [
      "AKIA" + "1234567890ABCDEF",
      "ghp_" + "abcdefghij1234567890abcdefghij",
      "DE89370400440532013000",
      "",
      ".",
      "..",
      "a/b",
      "a b",
      "ä",
      "x".repeat(129),
      7,
      null,
    ]
  ) assert(!cleanId(id), String(id));
  for (const id of ["toolu_01AbCd", "a.b_c-d", "A1", "x".repeat(128), "..."]) {
    assert(cleanId(id), id);
  }
});
