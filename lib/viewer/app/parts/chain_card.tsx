import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { callJson } from "../api/call.ts";
import type { ChainState } from "../api/types.ts";
import { countOf } from "../state/amounts.ts";
import { Icon } from "./icon.tsx";

/** Whether the chain of rows is whole; it is checked when somebody asks, since that reads all of it. */
export function ChainCard({ rows }: { readonly rows: number }): JSX.Element {
  const [state, setState] = useState<ChainState | null>(null);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const verify = async (): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      setState(await callJson<ChainState>("/api/chain"));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  const look = state === null ? "" : state.ok ? " good" : " bad";
  return (
    <section class={`panel chain${look}`} aria-label="Chain">
      <div>
        <h2>Chain</h2>
        <p role="status">
          {state !== null && <Icon name={state.ok ? "check" : "alert"} />}
          {isBusy
            ? "Checking every row…"
            : problem !== ""
            ? `It could not be checked: ${problem}`
            : state === null
            ? `${
              countOf(rows, "row")
            }, each with the hash of the one before it.`
            : state.ok
            ? `Whole: ${countOf(state.rows, "row")} checked, none changed.`
            : `Broken: ${state.reason ?? state.message ?? "a row was changed"}`}
        </p>
      </div>
      <button type="button" class="button" disabled={isBusy} onClick={verify}>
        Verify
      </button>
    </section>
  );
}
