/// <reference lib="dom" />
import { createContext } from "preact";
import { useContext, useEffect, useRef } from "preact/hooks";
import type { LiveEvent } from "../api/follow.ts";

/** Tells all views what happens while the page is open, whether the worker said so or the page did it itself. */
export class Live {
  readonly #listeners = new Set<(event: LiveEvent) => void>();

  /** Tells everybody. */
  tell(event: LiveEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /**
   * Listens.
   *
   * @returns Ends it.
   */
  listen(listener: (event: LiveEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Where the views find it. */
export const LiveContext = createContext(new Live());

/** Calls a function for each event, as long as the view is shown. */
export function useLive(listener: (event: LiveEvent) => void): void {
  const live = useContext(LiveContext);
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => live.listen((event) => latest.current(event)), [live]);
}
