import type { JSX } from "preact";

/** The button below a list of which there is more. */
export function LoadOlder(
  { isBusy, onClick }: {
    readonly isBusy: boolean;
    readonly onClick: () => void;
  },
): JSX.Element {
  return (
    <button
      type="button"
      class="button wide"
      disabled={isBusy}
      onClick={onClick}
    >
      {isBusy ? "Loading…" : "Load older"}
    </button>
  );
}
