import {
  BUNDLES,
  deferLazyFiles,
  makeBundle,
} from "../../lib/install/bundle.ts";
import { COMPILE_FLAGS, RUN_FLAGS } from "../../lib/install/entry.ts";
import { v8Flags } from "../../lib/install/v8_flags.ts";
import {
  findTargets,
  type GrantedConfig,
  type Targets,
} from "../../lib/install/targets.ts";
import { permissionFlags } from "../../lib/install/permission_flags.ts";
import { findPlaces } from "../../lib/place.ts";
import type { Machine } from "../../lib/install/machine.ts";
import {
  type Hook,
  HOOKS,
  programName,
  PROJECT_GRAPH,
  SYSTEM_PROGRAMS,
  WORKERS,
} from "../../lib/registry.ts";
import { cachedTool } from "./cached_tool.ts";
import { projectFiles } from "../../lib/project_files.ts";

const PROJECT = decodeURIComponent(
  new URL("../../", import.meta.url).pathname,
);

/** In which form the process tests run the hooks: bundled scripts, or native executables made by another Deno. */
export const FORM: "script" | "native" =
  Deno.env.get("MEMORY_HOOKS_FORM") === "native" ? "native" : "script";

/** How a hook is started. */
export interface HookCommand {
  readonly command: string;
  readonly args: string[];
}

/** The built hooks. */
export interface HookPrograms {
  /** The folder that a home must be in, so that the programs' permissions cover it; `null`: anywhere. */
  readonly root: string | null;
  /** Puts the programs where an installed hook has them, below a home, and says how each is started. */
  install(
    machine: Machine,
    config: GrantedConfig,
  ): Promise<(hook: Hook) => HookCommand>;
}

/** Builds the hooks once for the sources as they are now, and keeps them in the tool folder. */
export async function hookPrograms(): Promise<HookPrograms> {
  const version = await hashOfSources();
  const bundles = await cachedTool("hooks-script", version, async (folder) => {
    await bundleAll(folder);
    // What was edited meanwhile must not be kept as what it was before.
    if (await hashOfSources() !== version) {
      throw new Error("Cannot bundle: the sources have just been changed");
    }
  });
  return FORM === "script" ? scripts(bundles) : await natives(bundles, version);
}

function scripts(bundles: string): HookPrograms {
  return {
    root: null,
    async install(machine, config) {
      const bin = `${machine.places.data}/bin`;
      await Deno.mkdir(bin, { recursive: true, mode: 0o700 });
      const targets = findTargets(machine, config);
      const args = (hook: Hook): string[] => [
        "run",
        ...RUN_FLAGS,
        v8Flags(hook, true),
        ...permissionFlags(hook, targets, {
          commaEscape: true,
          unixGrant: true,
        }).flags,
        `${bin}/${programName(hook)}.js`,
      ];
      for await (const { name } of Deno.readDir(bundles)) {
        if (!name.endsWith(".js")) continue;
        await Deno.copyFile(`${bundles}/${name}`, `${bin}/${name}`);
      }
      await deferLazyFiles(bin);
      for (const worker of WORKERS) {
        const words = [Deno.execPath(), ...args(worker)].map((word) =>
          `'${word.replaceAll("'", `'\\''`)}'`
        );
        await Deno.writeTextFile(
          `${bin}/${programName(worker)}`,
          `#!/bin/sh\nexec ${words.join(" ")} "$@"\n`,
          { mode: 0o700 },
        );
      }
      return (hook) => ({ command: Deno.execPath(), args: args(hook) });
    },
  };
}

/**
 * Executables take their permissions when they are compiled, long before a test makes its home. So they are compiled for one root
 * below which all the tests' homes are. What exactly an installed executable may do is tested on installed ones.
 */
async function natives(
  bundles: string,
  version: string,
): Promise<HookPrograms> {
  const made = await cachedTool("n", version, async (folder) => {
    const root = `${folder}/root`;
    const bin = binOf(root);
    await Deno.mkdir(bin, { recursive: true });
    await Deno.mkdir(`${root}/tool`);
    await Deno.writeTextFile(
      `${root}/tool/graphify`,
      '#!/bin/sh\nexec "$HOME/tool/graphify" "$@"\n',
      { mode: 0o755 },
    );
    for (const hook of Object.values(HOOKS)) {
      await deno(Deno.env.get("MEMORY_HOOKS_NATIVE_DENO") ?? Deno.execPath(), [
        "compile",
        "--quiet",
        "--no-check",
        ...COMPILE_FLAGS,
        v8Flags(hook, true),
        ...nativeFlags(root, hook),
        "--output",
        `${bin}/${programName(hook)}`,
        `${bundles}/${programName(hook)}.js`,
      ], { OTEL_DENO: String(hook.name === "memoryd") });
    }
  });
  const root = await Deno.realPath(`${made}/root`);
  const bin = binOf(root);
  return {
    root,
    install: () =>
      Promise.resolve((hook) => ({
        command: `${bin}/${programName(hook)}`,
        args: [],
      })),
  };
}

/**
 * The permissions of the executables.
 *
 * @param root The folder below which the tests' homes are.
 */
export function nativeFlags(root: string, hook: Hook): readonly string[] {
  const below = [root];
  const targets: Targets = {
    paths: {
      config: below,
      state: below,
      index: below,
      "graph-cache": below,
      vault: below,
      graph: below,
      journal: below,
      transcripts: below,
      "project-graph": [PROJECT_GRAPH],
      project: projectFiles(),
      store: below,
      socket: below,
      settings: below,
      agents: below,
      skills: below,
      programs: below,
    },
    // The Deno that makes them, 2.7, knows no grant for one socket and needs none.
    socket: "",
    programs: {
      "memory-rebuild": [`${binOf(root)}/memory-rebuild`],
      memoryd: [`${binOf(root)}/memoryd`],
      graphify: [`${root}/tool/graphify`],
      ps: [SYSTEM_PROGRAMS.ps[0]],
      kill: [SYSTEM_PROGRAMS.kill[0]],
    },
  };
  return permissionFlags(hook, targets, {
    commaEscape: false,
    unixGrant: false,
  }).flags;
}

async function bundleAll(folder: string): Promise<void> {
  const machine: Machine = {
    project: PROJECT,
    version: "0.0.0",
    places: findPlaces(() => "/nowhere", "/nowhere", () => false),
    env: () => undefined,
    wholeEnv: Deno.env.toObject(),
    cwd: PROJECT,
    now: () => new Date(),
    deno: Deno.execPath(),
    denoVersion: Deno.version.deno,
    windows: false,
  };
  for (const bundle of BUNDLES) {
    const problem = await makeBundle(machine, bundle, folder);
    if (problem !== null) throw new Error(`Cannot bundle: ${problem}`);
  }
}

async function deno(
  command: string,
  args: string[],
  env: Record<string, string>,
): Promise<void> {
  const { code, stderr } = await new Deno.Command(command, {
    args,
    cwd: PROJECT,
    env,
    stdout: "null",
    stderr: "piped",
  }).output();
  if (code !== 0) {
    throw new Error(
      `deno ${args[0]} failed:\n${new TextDecoder().decode(stderr)}`,
    );
  }
}

async function hashOfSources(): Promise<string> {
  const files = ["deno.json", "tests/_support/hook_programs.ts"];
  for (const folder of ["lib", "hooks"]) await collect(folder, files);
  const texts = await Promise.all(
    files.sort().map((file) => Deno.readTextFile(PROJECT + file)),
  );
  const bytes = new TextEncoder().encode(
    [
      Deno.version.deno,
      Deno.env.get("MEMORY_HOOKS_NATIVE_DENO"),
      Deno.env.get("DENORT_BIN"),
      ...files,
      ...texts,
    ].join("\0"),
  );
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  // Short, as is the folder's name: a socket below it may have 107 bytes.
  return digest.slice(0, 5).toHex();
}

async function collect(folder: string, files: string[]): Promise<void> {
  for await (const entry of Deno.readDir(PROJECT + folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) await collect(path, files);
    else if (/\.(?:tsx?|css)$/.test(path)) files.push(path);
  }
}

function binOf(root: string): string {
  return `${root}/home/.local/share/memory-hooks/bin`;
}
