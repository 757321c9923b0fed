/**
 * Writes a text whole: a pipe that is nearly full takes only a part at a time.
 *
 * @param to Where to: stdout, stderr, or an open file.
 * @param text What is written.
 * @throws {Deno.errors.BrokenPipe} when nobody reads it any more.
 */
export function writeText(
  to: { writeSync(bytes: Uint8Array): number },
  text: string,
): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += to.writeSync(bytes.subarray(at));
}
