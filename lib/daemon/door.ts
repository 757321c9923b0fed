import type { Log } from "../log.ts";
import { reason } from "../log.ts";
import type { Places } from "../place.ts";
import { removeFile } from "../private_file.ts";
import { listen } from "./listen.ts";
import type { Reception } from "./reception.ts";

/** The daemon's socket, for as long as it can be had. */
export class Door {
  readonly #places: Places;
  readonly #reception: Reception;
  readonly #log: Log;
  #listener: Deno.UnixListener | null = null;
  /** What tells our socket from another one at the same path. */
  #identity: string | null = null;
  #problem: string | null = null;

  constructor(places: Places, reception: Reception, log: Log) {
    this.#places = places;
    this.#reception = reception;
    this.#log = log;
  }

  /** Begins to listen, so that hooks can connect; nobody is let in yet. Where that cannot be, the log has the reason, once. */
  async open(): Promise<void> {
    const { socket, state } = this.#places;
    let listener: Deno.UnixListener | string;
    try {
      listener = await listen(socket, state);
    } catch (error) {
      listener = reason(error);
    }
    if (typeof listener === "string") {
      if (listener !== this.#problem) {
        this.#log.warn(`Cannot listen on the socket: ${listener}`);
      }
      this.#problem = listener;
      return;
    }
    this.#listener = listener;
    this.#identity = identityOf(socket);
    this.#problem = null;
  }

  /** Lets in whoever connects. */
  letIn(): void {
    if (this.#listener === null) return;
    this.#reception.accept(this.#listener).catch((error) => {
      this.#log.error("Cannot accept connections", error);
      this.#listener = null;
    });
  }

  /** Listens again where the socket was removed, or could not be had before. */
  async mend(): Promise<void> {
    if (this.#listener !== null) {
      if (identityOf(this.#places.socket) === this.#identity) return;
      this.#listener.close();
      this.#listener = null;
    }
    await this.open();
    this.letIn();
  }

  /** Nobody can connect any more; who has connected is read to the end. */
  async close(): Promise<void> {
    const { socket } = this.#places;
    if (this.#listener !== null && identityOf(socket) === this.#identity) {
      removeFile(socket);
    }
    await this.#reception.end(this.#listener);
    this.#listener = null;
  }
}

function identityOf(path: string): string | null {
  try {
    const { dev, ino, birthtime } = Deno.lstatSync(path);
    return `${dev}:${ino}:${birthtime?.getTime()}`;
  } catch {
    return null;
  }
}
