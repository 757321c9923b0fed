/**
 * The stamp by which the memories of one server process belong together: `YYYYMMDDTHHMM-<pid in hex>`, UTC.
 *
 * @param now When the server was started.
 * @param pid Its process.
 */
export function sessionStamp(now: Date, pid: number): string {
  const minute = now.toISOString().slice(0, 16).replace(/[-:]/g, "");
  return `${minute}-${pid.toString(16)}`;
}
