import { assert, assertEquals } from "@std/assert";
import { clearDirty, dirtySince, markDirty } from "../../lib/graph/dirty.ts";
import { placesIn } from "../_support/places_in.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";

const NOW = new Date("2026-06-05T12:00:00Z");

Deno.test("nothing is dirty at first, also without a state folder", async () => {
  await using tmp = await tempDir();
  assertEquals(dirtySince(placesIn(tmp.path)), null);
  clearDirty(placesIn(tmp.path), 0);
  await writeFiles(tmp.path, { ".local/state": "a file" });
  assertEquals(dirtySince(placesIn(tmp.path)), null);
});

Deno.test("a mark stays until it is taken away, however often it is made", async () => {
  await using tmp = await tempDir();
  const places = placesIn(tmp.path);
  markDirty(places, NOW);
  markDirty(places, NOW);
  const since = dirtySince(places);
  assert(since !== null && Math.abs(since - Date.now()) < 60_000);
  clearDirty(places, since);
  assertEquals(dirtySince(places), null);
});

Deno.test("a mark that was made during the work stays", async () => {
  await using tmp = await tempDir();
  const places = placesIn(tmp.path);
  markDirty(places, NOW);
  await Deno.utime(`${places.state}/graph-dirty`, NOW, NOW);
  assertEquals(dirtySince(places), NOW.getTime());
  markDirty(places, NOW);
  clearDirty(places, NOW.getTime());
  assert(dirtySince(places) !== null);
});

Deno.test("the mark is private", async () => {
  await using tmp = await tempDir();
  const places = placesIn(tmp.path);
  markDirty(places, NOW);
  const { mode } = await Deno.stat(`${places.state}/graph-dirty`);
  assertEquals((mode ?? 0) & 0o777, 0o600);
});
