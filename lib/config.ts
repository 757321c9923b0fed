import { join } from "./path.ts";
import type { Places } from "./place.ts";
import type { Log } from "./log.ts";
import type { Config } from "./config/types.ts";
import { assembleConfig } from "./config/assemble_config.ts";
import { readRegularFile, writePrivateFile } from "./private_file.ts";

export type { Config, Problem } from "./config/types.ts";

/** Raised whenever `Config`, a default or a check changes, so that no older parse is used. */
const CACHE_VERSION = 1;

interface Cached {
  readonly version: number;
  readonly file: string;
  readonly size: number;
  readonly mtime: number;
  readonly home: string;
  readonly config: Config;
}

/**
 * Loads the settings. YAML costs a fresh process 8 ms, so the parse is kept as JSON in the state folder, keyed on the file's
 * path, size and time of change; problems are logged when the file is parsed, once an edit. A file that is broken or cannot be
 * read changes nothing: the last parse of this file that was whole counts, else the defaults.
 *
 * @param places Where the config and the state are. Needs read permission on the config file, read and write on the state folder.
 * @param log Where problems are said.
 */
export async function loadConfig(places: Places, log: Log): Promise<Config> {
  const cachePath = join(places.state, "config.json");
  const cached = readCache(cachePath, places);
  try {
    const info = Deno.statSync(places.config);
    if (!info.isFile) {
      throw new TypeError("it is no file");
    }
    const size = info.size;
    const mtime = info.mtime?.getTime() ?? 0;
    if (cached?.size === size && cached.mtime === mtime) return cached.config;

    const { parseConfig } = await import("./config/parse_config.ts");
    const parsed = parseConfig(
      Deno.readTextFileSync(places.config),
      places.home,
    );
    for (const problem of parsed.problems) {
      log.warn(`${places.config}:${problem.line}: ${problem.message}`);
    }
    const config = parsed.broken && cached !== null
      ? cached.config
      : parsed.config;
    const kept: Cached = {
      version: CACHE_VERSION,
      file: places.config,
      size,
      mtime,
      home: places.home,
      config,
    };
    try {
      writePrivateFile(cachePath, JSON.stringify(kept));
    } catch (error) {
      log.error("Cannot keep the parsed config", error);
    }
    return config;
  } catch (error) {
    const defaults = assembleConfig({}, places.home);
    if (error instanceof Deno.errors.NotFound) return defaults;
    log.error(
      `Cannot read ${places.config}; ${
        cached === null ? "the default of each setting" : "what it said last"
      } is used`,
      error,
    );
    return cached?.config ?? defaults;
  }
}

function readCache(path: string, places: Places): Cached | null {
  try {
    const text = readRegularFile(path);
    const cached = text === null ? null : JSON.parse(text) as Cached;
    return cached?.version === CACHE_VERSION && cached.file === places.config &&
        cached.home === places.home
      ? cached
      : null;
  } catch {
    return null;
  }
}
