/**
 * How long ago a stamp was, in milliseconds; negative where it is still to come, as after the clock went back.
 *
 * @param stamp ISO 8601; without a zone it is UTC.
 * @param now The present.
 * @returns `null` where it is none.
 */
export function stampAge(stamp: unknown, now: Date): number | null {
  if (typeof stamp !== "string") return null;
  const age = now.getTime() - Date.parse(isOurs(stamp) ? stamp : zoned(stamp));
  return Number.isNaN(age) ? null : age;
}

/** Whether it is written as this product writes it. To match it against patterns costs a fresh process 0.2 ms (2.9.6, measured). */
function isOurs(stamp: string): boolean {
  return stamp.length === 24 && stamp[4] === "-" && stamp[7] === "-" &&
    stamp[10] === "T" && stamp[23] === "Z";
}

function zoned(stamp: string): string {
  if (!/^\d{4}-\d\d-\d\dT/.test(stamp)) return "";
  return /(?:Z|[+-]\d\d:?\d\d)$/i.test(stamp) ? stamp : `${stamp}Z`;
}

/**
 * Whether a stamp was less than some minutes ago. One that is as far ahead was made before the clock went back, and says nothing.
 *
 * @param stamp See `stampAge()`.
 * @param minutes How many; 0: never.
 * @param now The present.
 */
export function isWithin(stamp: unknown, minutes: number, now: Date): boolean {
  const age = stampAge(stamp, now);
  return age !== null && Math.abs(age) < minutes * 60_000;
}
