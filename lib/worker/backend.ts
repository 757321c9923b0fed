import type { Config } from "../config.ts";
import type { Answer } from "../daemon/parse_request.ts";
import type { Log } from "../log.ts";
import type { Places } from "../place.ts";
import type { Row } from "../store/row.ts";

/**
 * What the daemon does for its worker. The worker is a bundle of its own, whose classes are not the daemon's: nothing that is thrown on
 * the one side is told by its class on the other.
 */
export interface Backend {
  /** Needs read permission on the store, the index and the vault, read and write permission on the state folder. */
  readonly places: Places;
  readonly log: Log;
  readonly now: () => Date;
  /** Reads the settings; they may have changed. */
  readonly config: () => Promise<Config>;
  /** Does what can be asked for on the socket, in the order in which it comes. It always answers. */
  ask(method: string, params: Readonly<Record<string, unknown>>): Promise<
    Answer
  >;
  /**
   * Stores a row as if a hook had sent it.
   *
   * @returns Whether it is stored, by now or already.
   */
  store(row: Row): Promise<boolean>;
  /** Is told that somebody is there, so that the daemon does not end for want of work. */
  stir(): void;
}
