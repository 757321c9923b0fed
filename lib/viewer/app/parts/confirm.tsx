import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "./dialog.tsx";

/** Asks whether something is really to be done that cannot be undone. */
export function Confirm(
  { title, action, children, onConfirm, onClose }: {
    readonly title: string;
    /** What the button says. */
    readonly action: string;
    readonly children: ComponentChildren;
    /** Does it. */
    readonly onConfirm: () => Promise<void>;
    readonly onClose: () => void;
  },
): JSX.Element {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const confirm = async (): Promise<void> => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="dialog-text">{children}</div>
      {problem !== "" && <p class="problem" role="alert">{problem}</p>}
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>Cancel</button>
        <button
          type="button"
          class="button danger"
          disabled={isBusy}
          onClick={confirm}
        >
          {action}
        </button>
      </div>
    </Dialog>
  );
}
