import { assertEquals } from "@std/assert";
import { journalDay } from "../../lib/journal/journal_day.ts";

Deno.test("journalDay() ends the day at midnight in UTC", () => {
  assertEquals(
    journalDay(new Date("2026-11-30T23:59:59.999Z"), "utc"),
    "2026-11-30",
  );
  assertEquals(
    journalDay(new Date("2026-12-01T00:00:00Z"), "utc"),
    "2026-12-01",
  );
});

Deno.test("journalDay() ends the day at the local midnight", () => {
  const before = new Date(2026, 2, 1, 0, 0, 0, -1);
  assertEquals(journalDay(before, "local"), "2026-02-28");
  assertEquals(journalDay(new Date(2026, 2, 1), "local"), "2026-03-01");
});

Deno.test("journalDay() tells local and UTC apart east and west of Greenwich", async () => {
  const program = `import { journalDay } from ${
    JSON.stringify(new URL("../../lib/journal/journal_day.ts", import.meta.url))
  };
const time = new Date("2026-11-30T12:30:00Z");
console.log(journalDay(time, "local"), journalDay(time, "utc"));`;
  for (
    const [zone, day] of [["Pacific/Kiritimati", "2026-12-01"], [
      "Etc/GMT+12",
      "2026-11-30",
    ]]
  ) {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-config", "--no-lock", program],
      env: { TZ: zone ?? "" },
    }).output();
    assertEquals(new TextDecoder().decode(stdout), `${day} 2026-11-30\n`);
  }
});
