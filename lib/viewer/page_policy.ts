/**
 * The `Content-Security-Policy` under which the page works: its own scripts and styles, by their hashes, and its own server. So nothing that
 * a stored text might smuggle in can run, and no other host is ever asked.
 *
 * @param page The page's HTML. `<script` and `</script>` stand in it only as tags.
 * @returns The header's value.
 */
export async function pagePolicy(page: string): Promise<string> {
  const scripts = await hashesOf(page, /<script[^>]*>([^]*?)<\/script>/g);
  const styles = await hashesOf(page, /<style[^>]*>([^]*?)<\/style>/g);
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

async function hashesOf(page: string, tag: RegExp): Promise<string> {
  const hashes: string[] = [];
  for (const [, text = ""] of page.matchAll(tag)) {
    const digest = await crypto.subtle.digest(
      "SHA-256",
      new TextEncoder().encode(text),
    );
    hashes.push(`'sha256-${new Uint8Array(digest).toBase64()}'`);
  }
  return hashes.length === 0 ? "'none'" : hashes.join(" ");
}
