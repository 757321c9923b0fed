const DAY_MS = 86_400_000;

/** The hour and minute of a time, as the browser's language writes them. */
export function clock(at: number): string {
  return new Intl.DateTimeFormat(undefined, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(at);
}

/** A day and a time. */
export function dayAndClock(at: number): string {
  return `${shortDay(at)}, ${clock(at)}`;
}

/** A day such as `1 Dec 2026`. */
export function shortDay(at: number): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
  }).format(at);
}

/** `Today`, `Yesterday`, or the day. */
export function dayName(at: number, now: number): string {
  const days = Math.round((midnight(now) - midnight(at)) / DAY_MS);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  return new Intl.DateTimeFormat("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  }).format(at);
}

/** How long something took, such as `1 h 20 min`. */
export function span(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return "under 1 min";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) {
    return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  }
  return `${Math.round(hours / 24)} days`;
}

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
