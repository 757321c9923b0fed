/// <reference lib="dom" />
import type { ComponentChildren, JSX, TargetedKeyboardEvent } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";

/**
 * A dialog over the page: it keeps the focus, closes on Escape and beside itself, and gives the focus back to where it was.
 */
export function Dialog(
  { title, children, onClose }: {
    readonly title: string;
    readonly children: ComponentChildren;
    readonly onClose: () => void;
  },
): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before anything is painted: what has the focus may be moved, and lose it, by then.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const { current } = dialog;
    current?.showModal();
    return () => {
      // As long as it is open, nothing beside it can have the focus.
      current?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      onKeyDown={(event) => keepFocus(event)}
    >
      <div class="dialog-body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

/** Tab goes around within the dialog, and not to the browser's own buttons. */
function keepFocus(
  event: TargetedKeyboardEvent<HTMLDialogElement>,
): void {
  if (event.key !== "Tab") return;
  const stops = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(
      "button:not(:disabled), input:not(:disabled), a[href]",
    ),
  ];
  const [first, last] = [stops[0], stops.at(-1)];
  const edge = event.shiftKey ? first : last;
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
