import type { ComponentChildren, JSX } from "preact";

/** Says that there is nothing, and what to do about it. */
export function Empty(
  { title, children }: {
    readonly title: string;
    readonly children?: ComponentChildren;
  },
): JSX.Element {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Says what went wrong. */
export function Failed(
  { problem, again }: { readonly problem: string; readonly again: () => void },
): JSX.Element {
  return (
    <div class="empty" role="alert">
      <h2>This could not be loaded</h2>
      <p>{problem}</p>
      <button type="button" class="button" onClick={again}>Try again</button>
    </div>
  );
}

/** Stands where something will be. */
export function Loading(): JSX.Element {
  return (
    <div class="loading" role="status">
      <span class="unseen">Loading</span>
      <i />
      <i />
      <i />
    </div>
  );
}
