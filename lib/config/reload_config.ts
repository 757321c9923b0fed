import { CACHE_VERSION, type CachedConfig, cacheFile } from "./cache.ts";
import type { Log } from "../log.ts";
import type { Places } from "../place.ts";
import { writePrivateFile } from "../private_file.ts";
import { assembleConfig } from "./assemble_config.ts";
import { parseConfig } from "./parse_config.ts";
import type { Config } from "./types.ts";

/**
 * Parses the config file and keeps what it says. Apart from `loadConfig()`, which runs at each start of a hook: this runs once an edit.
 *
 * @param places Where the config and the state are. Needs read permission on the config file, read and write on the state folder.
 * @param log Where problems are said.
 * @param cached What was kept of this file, also when the file is another one by now.
 * @param quiet Whether, with such settings, nothing may be said or kept.
 */
export function reloadConfig(
  places: Places,
  log: Log,
  cached: CachedConfig | null,
  quiet: (config: Config) => boolean = () => false,
): Config {
  try {
    const info = Deno.statSync(places.config);
    if (!info.isFile) throw new TypeError("it is no file");
    const text = Deno.readTextFileSync(places.config);
    const parsed = parseConfig(text, places.home);
    const config = parsed.broken && cached !== null
      ? cached.config
      : parsed.config;
    if (quiet(config)) return config;
    for (const problem of parsed.problems) {
      log.warn(`${places.config}:${problem.line}: ${problem.message}`);
    }
    keep(places, log, {
      version: CACHE_VERSION,
      file: places.config,
      size: info.size,
      mtime: info.mtime?.getTime() ?? 0,
      home: places.home,
      config,
    });
    return config;
  } catch (error) {
    const defaults = assembleConfig({}, places.home);
    if (error instanceof Deno.errors.NotFound) return defaults;
    const fallback = cached?.config ?? defaults;
    if (quiet(fallback)) return fallback;
    log.error(
      `Cannot read ${places.config}; ${
        cached === null ? "the default of each setting" : "what it said last"
      } is used`,
      error,
    );
    return fallback;
  }
}

function keep(places: Places, log: Log, cached: CachedConfig): void {
  try {
    writePrivateFile(cacheFile(places), JSON.stringify(cached));
  } catch (error) {
    log.error("Cannot keep the parsed config", error);
  }
}
