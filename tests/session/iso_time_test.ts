import { assertEquals, assertThrows } from "@std/assert";
import { isoTime } from "../../lib/session/iso_time.ts";

Deno.test("isoTime() writes what toISOString() writes", () => {
  const times = [
    "2026-06-05T12:00:00.000Z",
    "2026-01-02T03:04:05.006Z",
    "2026-12-31T23:59:59.999Z",
    "2024-02-29T10:10:10.010Z",
    "1969-12-31T23:59:59.099Z",
    "1000-01-01T00:00:00.000Z",
    "9999-12-31T23:59:59.999Z",
    "0999-12-31T23:59:59.999Z",
    "-000001-01-01T00:00:00.000Z",
    "+010000-01-01T00:00:00.000Z",
    "+275760-09-13T00:00:00.000Z",
  ];
  for (const time of times) assertEquals(isoTime(new Date(time)), time);
});

Deno.test("isoTime() refuses what is no time", () => {
  assertThrows(() => isoTime(new Date(NaN)), RangeError);
});
