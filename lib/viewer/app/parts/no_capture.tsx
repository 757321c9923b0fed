import type { JSX } from "preact";
import { Empty } from "./states.tsx";

/** Says how sessions come to be recorded. */
export function NoCapture(): JSX.Element {
  return (
    <Empty title="Nothing recorded yet">
      <p>
        Sessions are recorded once capture is on. Turn it on, then start a new
        session:
      </p>
      <pre><code>deno run -A install.ts --capture</code></pre>
      <p>
        What you ask and what is done for it appears here while it happens.
        Secrets are taken out before anything is stored.
      </p>
    </Empty>
  );
}
