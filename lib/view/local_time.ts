/**
 * A time as a clock on the wall has it: `2026-11-30 22:14:05`.
 *
 * @param ms Milliseconds since the epoch.
 */
export function localTime(ms: number): string {
  const time = new Date(ms);
  if (Number.isNaN(time.getTime())) return "(no time)";
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${
    two(time.getDate())
  } ${two(time.getHours())}:${two(time.getMinutes())}:${
    two(time.getSeconds())
  }`;
}
