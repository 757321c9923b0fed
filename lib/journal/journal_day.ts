/**
 * The day that an entry belongs to, as `YYYY-MM-DD`; the journal's file of that day is named after it.
 *
 * @param time The moment.
 * @param zone Whose midnight ends the day: config `journal.day`.
 */
export function journalDay(time: Date, zone: "local" | "utc"): string {
  const local = zone === "local";
  const year = local ? time.getFullYear() : time.getUTCFullYear();
  const month = 1 + (local ? time.getMonth() : time.getUTCMonth());
  const day = local ? time.getDate() : time.getUTCDate();
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
