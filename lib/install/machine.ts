import type { Environment, Places } from "../place.ts";

/** What the installer is told of the machine and of the product it installs. */
export interface Machine {
  /** The product's own folder: `install.ts`, `hooks/`, `config.yaml`. */
  readonly project: string;
  /** The product's version. */
  readonly version: string;
  readonly places: Places;
  readonly env: Environment;
  /** The whole environment, for Deno's own subcommands (proxies, caches, certificates). */
  readonly wholeEnv: Readonly<Record<string, string>>;
  /** The folder that relative paths on the command line start from. */
  readonly cwd: string;
  readonly now: () => Date;
  /** The Deno binary that runs, and its version. */
  readonly deno: string;
  readonly denoVersion: string;
  readonly windows: boolean;
}
