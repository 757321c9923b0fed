import { runProgram } from "../_support/program.ts";
import type { Machine } from "../../lib/install/machine.ts";
import { findPlaces } from "../../lib/place.ts";

/** The product's folder. */
export const PROJECT = decodeURIComponent(
  new URL("../..", import.meta.url).pathname,
).replace(/\/$/, "");

/** How the installer ended. */
export interface InstallerResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** What the installer gets beside its arguments. */
export interface InstallerOptions {
  env?: Record<string, string>;
  /** The Deno that runs it; by default the one that runs the tests. */
  deno?: string;
}

/** Runs the real `install.ts` in a private HOME. Only Deno's own download cache is shared, so that nothing is fetched again. */
export async function runInstaller(
  home: string,
  args: string[],
  options: InstallerOptions = {},
): Promise<InstallerResult> {
  const inherited: Record<string, string> = {};
  for (const name of ["SSL_CERT_FILE", "HTTPS_PROXY", "NPM_CONFIG_REGISTRY"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) inherited[name] = value;
  }
  return await runProgram({
    command: options.deno ?? Deno.execPath(),
    args: ["run", "-A", `${PROJECT}/install.ts`, ...args],
    cwd: home,
    env: {
      ...inherited,
      PATH: "/usr/bin:/bin",
      HOME: home,
      DENO_DIR: denoDir(),
      ...options.env,
    },
    timeoutMs: 600_000,
  });
}

/** The download cache of the Deno that runs the tests. */
export function denoDir(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), {
    args: ["info", "--json"],
  }).outputSync();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

/** A machine whose HOME is private, for the installer's parts. */
export function machineAt(home: string): Machine {
  const env = (name: string) =>
    name === "HOME" ? home : name === "PATH" ? "/usr/bin:/bin" : undefined;
  return {
    project: PROJECT,
    version: "0.0.0-test",
    places: findPlaces(env, `${PROJECT}/hooks`, () => false),
    env,
    wholeEnv: { HOME: home, PATH: "/usr/bin:/bin" },
    cwd: home,
    now: () => new Date("2026-11-30T12:00:00Z"),
    deno: Deno.execPath(),
    denoVersion: Deno.version.deno,
    windows: false,
  };
}

/** Every file below a folder with its mode and content, folders and links included, to compare whole trees. */
export async function readTree(root: string): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  const walk = async (folder: string): Promise<void> => {
    for await (const { name } of Deno.readDir(folder)) {
      const path = `${folder}/${name}`;
      const info = await Deno.lstat(path);
      const mode = ((info.mode ?? 0) & 0o777).toString(8);
      const key = path.slice(root.length + 1);
      if (info.isSymlink) tree[key] = `link ${await Deno.readLink(path)}`;
      else if (info.isDirectory) {
        tree[key] = `folder ${mode}`;
        await walk(path);
      } else {
        const hash = await crypto.subtle.digest(
          "SHA-256",
          await Deno.readFile(path),
        );
        tree[key] = `file ${mode} ${new Uint8Array(hash).toHex()}`;
      }
    }
  };
  await walk(root);
  return tree;
}

/** What `--check` says below how each part stands: the problems, and their number. */
export function problemsIn(stdout: string): string {
  return stdout.slice(stdout.lastIndexOf("\n\n") + 2);
}
