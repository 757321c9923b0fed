import { join, resolve } from "@std/path";
import type { Config } from "../config.ts";
import { parseConfig } from "../config/parse_config.ts";
import type { Problem } from "../config/types.ts";
import { exists, readRegularFile } from "../private_file.ts";
import { Failure } from "./failure.ts";
import type { Machine } from "./machine.ts";
import { setVaultPath } from "./set_vault_path.ts";

/** What is to be done with the config file. */
export interface ConfigPlan {
  readonly path: string;
  /** Its text as it is, `null` where there is none. */
  readonly before: string | null;
  /** Its text afterwards. */
  readonly after: string;
  /** The settings that are then in force. */
  readonly config: Config;
  /** What in the file does not count. */
  readonly problems: readonly Problem[];
  /** Why it is not known where the user's vault is, `null` where it is: the default in `config` is nobody's choice then. */
  readonly noVault: Problem | null;
  /** The vault is the default one and is to be made. */
  readonly makeVault: boolean;
}

/**
 * Plans the config file: copied from the product's where there is none, and the vault written into it where one is given. Nothing
 * is changed yet.
 *
 * @param machine The machine. Needs read permission on both config files and the vault.
 * @param vault The vault as given on the command line, or `null`.
 * @throws {Failure} when the vault that is given is no folder, or the config is no YAML.
 */
export function planConfig(
  machine: Machine,
  vault: string | null,
): ConfigPlan {
  const { places, project, cwd } = machine;
  const path = resolve(cwd, places.config);
  const before = readRegularFile(path);
  let after = before ?? Deno.readTextFileSync(join(project, "config.yaml"));
  if (vault !== null) {
    const folder = absoluteVault(vault, cwd, places.home);
    assertFolder(folder);
    assertYaml(path, after, places.home);
    after = setVaultPath(after, folder, places.home, path);
  }
  const { config, problems } = assertYaml(path, after, places.home);
  const { config: defaults } = parseConfig("", places.home);
  const isDefault = config.vault.path === defaults.vault.path;
  const noVault = vault === null && isDefault
    ? problems.find(({ setting }) =>
      setting === "vault" || setting === "vault.path"
    ) ?? null
    : null;
  const makeVault = isDefault && noVault === null &&
    !exists(config.vault.path);
  return { path, before, after, config, problems, noVault, makeVault };
}

function assertYaml(
  path: string,
  text: string,
  home: string,
): ReturnType<typeof parseConfig> {
  const parsed = parseConfig(text, home);
  if (parsed.broken) {
    const [problem] = parsed.problems;
    throw new Failure(
      `${path}:${problem?.line ?? 1}: ${problem?.message} (edit line ${
        problem?.line ?? 1
      }); nothing was changed`,
    );
  }
  return parsed;
}

function absoluteVault(vault: string, cwd: string, home: string): string {
  // A shell leaves the tilde of `--vault=~/notes` to the program.
  const path = /^~(?:[\\/]|$)/.test(vault) ? join(home, vault.slice(2)) : vault;
  const absolute = resolve(cwd, path);
  return absolute.length > 1 ? absolute.replace(/[\\/]+$/, "") : absolute;
}

function assertFolder(path: string): void {
  let what = "there is no such folder";
  try {
    if (Deno.statSync(path).isDirectory) return;
    what = "it is not a folder";
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      what = (error as Error).message;
    }
  }
  throw new Failure(
    `Cannot use the vault ${path}: ${what}; nothing was changed`,
  );
}
