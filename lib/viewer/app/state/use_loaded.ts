/// <reference lib="dom" />
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** Something that is fetched: how it stands. */
export interface Loaded<T> {
  /** `null` until it is there; the old one while it is fetched anew. */
  readonly value: T | null;
  /** Why it is not there. */
  readonly problem: string | null;
  readonly isLoading: boolean;
  /** Fetches it anew. */
  readonly again: () => void;
  /** Puts something in its place. Of what is being fetched, too: it may be from before that change. */
  readonly set: (change: (value: T) => T) => void;
}

/**
 * Fetches something, and anew when what it depends on changes.
 *
 * @param load Fetches it.
 * @param deps What it depends on.
 */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
  deps: readonly unknown[],
): Loaded<T> {
  const [value, setValue] = useState<T | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const changes = useRef<((value: T) => T)[] | null>(null);
  useEffect(() => {
    const ending = new AbortController();
    const meanwhile: ((value: T) => T)[] = [];
    changes.current = meanwhile;
    setLoading(true);
    latest.current(ending.signal).then((loaded) => {
      if (ending.signal.aborted) return;
      changes.current = null;
      setValue(meanwhile.reduce((value, change) => change(value), loaded));
      setProblem(null);
      setLoading(false);
    }, (error) => {
      if (ending.signal.aborted) return;
      setProblem(error instanceof Error ? error.message : String(error));
      setLoading(false);
    });
    return () => ending.abort();
  }, [...deps, turn]);
  return {
    value,
    problem,
    isLoading,
    again: useCallback(() => setTurn((it) => it + 1), []),
    set: useCallback(
      (change) => {
        changes.current?.push(change);
        setValue((it) => it === null ? null : change(it));
      },
      [],
    ),
  };
}
