import type { Config } from "../config.ts";

/** Milliseconds between two looks. */
const LOOK_MS = 1000;

/** Milliseconds that the daemon lives at least: one that has too much from its beginning must not be started all the time. */
const LEAST_LIFE_MS = 5000;

/** Looks at the process's own memory now and then. */
export class MemoryWatch {
  readonly #began = performance.now();
  #lookAt = -Infinity;

  /**
   * Whether the process has more memory than it may.
   *
   * @param config The settings.
   * @returns What is wrong in words, `null` where nothing is.
   */
  over({ worker: { maxMemoryBytes } }: Config): string | null {
    const now = performance.now();
    if (now < this.#lookAt || now - this.#began < LEAST_LIFE_MS) return null;
    this.#lookAt = now + LOOK_MS;
    const { rss } = Deno.memoryUsage();
    return rss > maxMemoryBytes
      ? `it has ${mb(rss)} of memory, and worker.max_memory_mb is ${
        mb(maxMemoryBytes)
      }`
      : null;
  }
}

function mb(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}
