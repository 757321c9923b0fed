import { assertEquals } from "@std/assert";
import { sha256 } from "../../lib/install/sha256.ts";

Deno.test("sha256() gives the hash that FIPS 180-4 has as an example", () => {
  assertEquals(
    sha256(new TextEncoder().encode("abc")),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

Deno.test("sha256() is what Web Crypto says, at every length around a block", async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(10_000));
  for (const length of [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 9999]) {
    const data = bytes.slice(0, length);
    const digest = await crypto.subtle.digest("SHA-256", data);
    assertEquals(sha256(data), new Uint8Array(digest).toHex(), `${length}`);
  }
});
