/**
 * A word as a shell takes it: in quotes where it has to be.
 *
 * @param word The word.
 */
export function quoted(word: string): string {
  return /^[A-Za-z0-9/._~@-]+$/.test(word)
    ? word
    : `'${word.replaceAll("'", `'\\''`)}'`;
}
