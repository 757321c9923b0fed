import type { DesiredEntry } from "../../../lib/install/settings/plan_edit.ts";

/** The entries of an installation, its programs below `folder`. */
export function entriesFor(folder: string): DesiredEntry[] {
  const handler = (name: string, timeout: number) => ({
    type: "command",
    command: `${folder}/memory-${name}`,
    args: ["--config", `${folder}/config.yaml`],
    timeout,
  });
  return [
    {
      event: "SessionStart",
      matcher: null,
      handler: handler("session-start", 10),
    },
    {
      event: "PostToolUse",
      matcher: "Write|Edit|MultiEdit|NotebookEdit",
      handler: handler("post-tool-use", 30),
    },
    { event: "SessionEnd", matcher: null, handler: handler("session-end", 30) },
  ];
}

/** Recognises the handlers of {@linkcode entriesFor} and of a made-up older version in shell form. */
export function isOurs(handler: unknown): boolean {
  if (typeof handler !== "object" || handler === null) return false;
  const command = "command" in handler ? handler.command : undefined;
  return typeof command === "string" && /[\\/]memory-[a-z-]+/.test(command);
}

/** The text that an edit leaves. */
export function textAfter(
  before: string | null,
  edit: { kind: "same" } | { kind: string; text: string },
): string {
  if ("text" in edit) return edit.text;
  if (before === null) throw new TypeError("Cannot read a text: there is none");
  return before;
}

/** Random numbers from a seed (mulberry32), so that a failure can be run again. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** An integer from 0 to below `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let hash = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61);
    return ((hash ^ (hash >>> 14)) >>> 0) % limit;
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }

  list<T>(max: number, make: () => T): T[] {
    return Array.from({ length: this.below(max + 1) }, make);
  }
}
