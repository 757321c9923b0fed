import type { Change } from "../lifecycle/types.ts";
import { reason } from "../log.ts";
import type { Backend } from "./backend.ts";
import type { Worker } from "./worker.ts";

/** Milliseconds between two looks at the settings. */
const LOOK_MS = 5000;

/** Starts and ends the worker as the settings say. Its code is loaded only where it is wanted: a daemon without it weighs nothing more. */
export class WorkerSwitch {
  readonly #backend: Backend;
  #worker: Worker | null = null;
  /** The first port that the worker was started with. */
  #firstPort = 0;
  #lookAt = -Infinity;
  /** What went wrong last, so that it is said once. */
  #problem = "";
  #isClosed = false;

  /**
   * @param backend What the daemon does for the worker.
   */
  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** Whether somebody follows what happens, so that the daemon is of use. */
  get isInUse(): boolean {
    return (this.#worker?.listeners ?? 0) > 0;
  }

  /** Does what the settings say, when it is time to look at them. It never throws. */
  async keep(): Promise<void> {
    if (performance.now() < this.#lookAt || this.#isClosed) return;
    this.#lookAt = performance.now() + LOOK_MS;
    try {
      const { http, port } = (await this.#backend.config()).worker;
      if (this.#worker !== null && (!http || port !== this.#firstPort)) {
        await this.#end();
      }
      if (!http || this.#isClosed) return;
      if (this.#worker === null) await this.#start(port);
      else this.#worker.mend();
      this.#problem = "";
    } catch (error) {
      this.#complain(`Cannot serve the viewer: ${reason(error)}`);
    }
  }

  /** Tells those who follow what was changed. It never throws. */
  publish(changes: readonly Change[]): void {
    try {
      this.#worker?.publish(changes);
    } catch (error) {
      this.#complain(`Cannot tell what was changed: ${reason(error)}`);
    }
  }

  /** Ends the worker for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    try {
      await this.#end();
    } catch (error) {
      this.#complain(`Cannot end the worker: ${reason(error)}`);
    }
  }

  async #start(port: number): Promise<void> {
    const { log } = this.#backend;
    const { startWorker } = await import("./worker.ts");
    const worker = startWorker(this.#backend, port);
    if (worker === null) {
      throw new Error(`none of the ports from ${port} to ${port + 20} is free`);
    }
    this.#worker = worker;
    this.#firstPort = port;
    log.info(`Serves the viewer on http://127.0.0.1:${worker.port}/`);
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.stop();
  }

  #complain(problem: string): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#backend.log.warn(problem);
  }
}
