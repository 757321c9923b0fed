import { assertEquals } from "@std/assert";
import { isWithin, stampAge } from "../../lib/warden/stamp_age.ts";

const NOW = new Date("2026-06-05T12:00:00.000Z");

Deno.test("stampAge() reads stamps with a zone, and takes others for UTC", () => {
  const table = [
    ["2026-06-05T11:59:00.000Z", 60_000],
    ["2026-06-05T11:59:00", 60_000],
    ["2026-06-05T11:59:00.123456+00:00", 59_877],
    ["2026-06-05T13:59:00+02:00", 60_000],
    ["2026-06-05T12:00:01Z", -1000],
    ["yesterday", null],
    ["2026-99-99T00:00:00Z", null],
    ["", null],
    [null, null],
    [7, null],
    [{}, null],
  ] as const;
  for (const [stamp, age] of table) {
    assertEquals(stampAge(stamp, NOW), age, String(stamp));
  }
});

Deno.test("isWithin() forgets what is as far ahead: the clock went back", () => {
  const at = (minutes: number): string =>
    new Date(NOW.getTime() + minutes * 60_000).toISOString();
  const table = [[0, true], [-19.9, true], [-20, false], [19.9, true], [
    20,
    false,
  ]] as const;
  for (const [minutes, within] of table) {
    assertEquals(isWithin(at(minutes), 20, NOW), within, `${minutes}`);
  }
  assertEquals(isWithin(at(0), 0, NOW), false);
  assertEquals(isWithin("yesterday", 20, NOW), false);
});
