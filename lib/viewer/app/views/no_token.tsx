import type { JSX } from "preact";

/** Says how the page is opened: without the worker's token it may see nothing. */
export function NoToken(
  { isRefused }: { readonly isRefused: boolean },
): JSX.Element {
  return (
    <main class="no-token" id="main" tabIndex={-1}>
      <h1>
        {isRefused ? "This link is no longer good" : "Open it by its link"}
      </h1>
      <p>
        What is stored is for you alone, so the page needs a key. The link that
        has it is printed by
      </p>
      <pre><code>deno run -A install.ts --viewer</code></pre>
      <p class="quiet">
        The key stays in this tab and goes to no other host.
      </p>
    </main>
  );
}
