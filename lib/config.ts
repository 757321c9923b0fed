import { CACHE_VERSION, type CachedConfig, cacheFile } from "./config/cache.ts";
import type { Config } from "./config/types.ts";
import { FILES, type Files } from "./files.ts";
import { readRegularFile } from "./private_file.ts";
import type { Places } from "./place.ts";
import type { Log } from "./log.ts";

export type { Config, Problem } from "./config/types.ts";

/**
 * Loads the settings. YAML costs a fresh process 8 ms, so the parse is kept as JSON in the state folder, keyed on the file's
 * path, size and time of change; problems are logged when the file is parsed, once an edit. A file that is broken or cannot be
 * read changes nothing: the last parse of this file that was whole counts, else the defaults.
 *
 * @param places Where the config and the state are. Needs read permission on the config file, read and write on the state folder.
 * @param log Where problems are said.
 * @param quiet Whether, with such settings, nothing may be said or kept.
 */
export async function loadConfig(
  places: Places,
  log: Log,
  quiet: (config: Config) => boolean = () => false,
): Promise<Config> {
  const cached = readCache(places, FILES);
  if (cached !== null && isOf(cached, places.config, FILES)) {
    return cached.config;
  }
  const { reloadConfig } = await import("./config/reload_config.ts");
  return reloadConfig(places, log, cached, quiet);
}

/**
 * The settings where their parse is kept, else `null`. It changes nothing and says nothing.
 *
 * @param places Where the config and the state are. Needs read permission on the config file and the state folder.
 * @param files How they are looked at.
 */
export function keptConfig(
  places: Places,
  files: Files = FILES,
): Config | null {
  const cached = readCache(places, files);
  return cached !== null && isOf(cached, places.config, files)
    ? cached.config
    : null;
}

function isOf(cached: CachedConfig, file: string, files: Files): boolean {
  try {
    const { isFile, size, mtime } = files.stat(file);
    return isFile && size === cached.size &&
      (mtime?.getTime() ?? 0) === cached.mtime;
  } catch {
    return false;
  }
}

function readCache(places: Places, files: Files): CachedConfig | null {
  try {
    const text = readRegularFile(cacheFile(places), undefined, files);
    const cached = text === null
      ? null
      : JSON.parse(text) as CachedConfig | null;
    return cached?.version === CACHE_VERSION && cached.file === places.config &&
        cached.home === places.home
      ? cached
      : null;
  } catch {
    return null;
  }
}
