import type { Log } from "../log.ts";

/**
 * Does one step of a hook. When it fails, that is logged and the next step goes on: no step stands in another's way.
 *
 * @param log Where a failure is said.
 * @param what The step as the object of "Cannot", e.g. "write the journal".
 * @param step The step.
 * @param otherwise What counts as its result when it fails.
 */
export async function attempt<T>(
  log: Log,
  what: string,
  step: () => T | Promise<T>,
  otherwise: T,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    log.error(`Cannot ${what}`, error);
    return otherwise;
  }
}
