import type { Change } from "../lifecycle/types.ts";
import type { Backend } from "./backend.ts";
import { Api } from "./_api.ts";
import { hideAddresses } from "./_hide_addresses.ts";
import { listen } from "./_listen.ts";
import { keepPortFile, removePortFile } from "./_port_file.ts";
import { StoreReader } from "./_store_reader.ts";
import { Streams } from "./_streams.ts";
import { keepToken } from "./_token.ts";

/** The worker, as the daemon sees it. */
export interface Worker {
  /** The port that it listens on. */
  readonly port: number;
  /** How many have a stream open. */
  readonly listeners: number;
  /** Tells all that have a stream open what was changed. */
  publish(changes: readonly Change[]): void;
  /** Puts back what somebody removed: the files of port and token. */
  mend(): void;
  /** Ends it, within a second, whoever is connected. */
  stop(): Promise<void>;
}

/** Milliseconds for answers that are on their way when the worker ends. */
const LAST_MS = 500;

/**
 * Serves the viewer and its API on 127.0.0.1. No hook needs it.
 *
 * @param backend What the daemon does for it.
 * @param firstPort The first port that is tried.
 * @returns `null` where none of the ports is free.
 */
export function startWorker(
  backend: Backend,
  firstPort: number,
): Worker | null {
  hideAddresses();
  const { places, log } = backend;
  let token = keepToken(places.workerToken, null);
  const store = new StoreReader(places.store);
  const streams = new Streams(store);
  const api = new Api(backend, store, streams, () => token);
  const server = listen(firstPort, (request) => api.answer(request), log);
  if (server === null) return null;
  const { port } = server;
  api.port = port;
  try {
    keepPortFile(places.workerPort, port);
  } catch (error) {
    // Nobody would find it.
    void server.stop(0);
    throw error;
  }
  let ended: Promise<void> | null = null;
  return {
    port,
    get listeners() {
      return streams.count;
    },
    publish: (changes) => streams.publish(changes),
    mend() {
      token = keepToken(places.workerToken, token);
      keepPortFile(places.workerPort, port);
    },
    stop() {
      return ended ??= (async () => {
        removePortFile(places.workerPort, port);
        streams.close();
        api.close();
        await server.stop(LAST_MS);
        store.close();
      })();
    },
  };
}
