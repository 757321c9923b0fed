/**
 * Whether a value looks so much like a key that a name such as `MAPS_KEY`, which may be something else, is enough to make it a secret:
 * it has a long run of letters and digits mixed, or is a UUID, and is no file's name.
 *
 * @param value The value without its quotes.
 */
export function isKeyLike(value: string): boolean {
  if (value.length > 1024 || /\s|:\/\/|\/.*\.[A-Za-z0-9]{2,4}$/.test(value)) {
    return false;
  }
  if (/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i.test(value)) return true;
  const run = /[A-Za-z0-9+\/]{16,}/.exec(value)?.[0] ?? "";
  return /\d.*[A-Za-z].*\d/.test(run);
}
