/// <reference lib="dom" />
const KEY = "memory-hooks-token";

/**
 * The worker's token. The link that opens the page has it in its fragment, which no server is ever sent; from there it is taken into the
 * tab's own storage, and out of the address and the history.
 *
 * @returns `null` where the page was opened without it.
 */
export function takeToken(): string | null {
  const [, given] = /(?:^#|&)token=([0-9a-f]{16,128})/.exec(location.hash) ??
    [];
  if (given !== undefined) {
    sessionStorage.setItem(KEY, given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(KEY);
}
