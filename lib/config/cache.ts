import { join } from "../path.ts";
import type { Places } from "../place.ts";
import type { Config } from "./types.ts";

/** Raised whenever `Config`, a default or a check changes, so that no older parse is used. */
export const CACHE_VERSION = 5;

/** A config file as it was parsed, kept as JSON. */
export interface CachedConfig {
  readonly version: number;
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  /** Time of change in ms since the epoch. */
  readonly mtime: number;
  readonly home: string;
  readonly config: Config;
}

/**
 * The file in which the parse is kept.
 *
 * @param places Where the state is.
 */
export function cacheFile(places: Places): string {
  return join(places.state, "config.json");
}
