import { basename, join } from "@std/path";
import { type Group, HOOKS, programName } from "../registry.ts";
import { denoStep } from "./_deno_step.ts";
import { GROUPS } from "./groups.ts";
import type { Machine } from "./machine.ts";

/** A script with all that it imports in one file. */
export interface Bundle {
  /** The module, relative to the product's folder. */
  readonly source: string;
  /** The file's name. */
  readonly file: string;
  /** Whose hooks need it. */
  readonly groups: readonly Group[];
}

/** What hooks import with `import()`, only when they need it, and whose hooks do. */
const LAZY: Readonly<Record<string, readonly Group[]>> = {
  "lib/config/reload_config.ts": GROUPS,
  "lib/memory/scoped_snapshot.ts": ["vault"],
  "lib/rebuild/note_changed.ts": ["vault"],
  "lib/start/rare.ts": ["vault"],
  "lib/telemetry.ts": ["capture"],
  "lib/telemetry/export_invocations.ts": GROUPS,
  "lib/vault/yaml.ts": ["vault"],
};

/**
 * The files that a hook is made of: one for each program, and one for each module that is imported lazily, whoever imports it. A hook pays
 * 0.5 ms for every file that it loads and 0.4 ms for every 10 kB of it (2.9.6, measured), so a program is one file without what it
 * rarely needs. (The bundler's own splitting would put what two of them share into a third file.)
 */
export const BUNDLES: readonly Bundle[] = [
  ...Object.values(HOOKS).map((hook) => ({
    source: hook.source,
    file: `${programName(hook)}.js`,
    groups: hook.groups,
  })),
  ...Object.entries(LAZY).map(([source, groups]) => ({
    source,
    file: lazyFile(source),
    groups,
  })),
];

/**
 * Makes one of the files.
 *
 * @param machine The machine. Needs permission to run Deno.
 * @param bundle What is bundled.
 * @param folder The folder for the file. Needs read and write permission on it.
 * @returns `null` where it worked, else what went wrong.
 */
export async function makeBundle(
  machine: Machine,
  { source, file }: Bundle,
  folder: string,
): Promise<string | null> {
  const path = join(folder, file);
  const problem = await denoStep(machine, [
    "bundle",
    "--quiet",
    "--minify",
    "--platform",
    "deno",
    ...Object.keys(LAZY).filter((lazy) => lazy !== source)
      .flatMap((lazy) => ["--external", `*/${basename(lazy)}`]),
    "--output",
    path,
    source,
  ], 120_000);
  if (problem !== null) return problem;
  const text = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, withLazyFiles(text));
  await Deno.chmod(path, 0o700);
  return null;
}

function lazyFile(source: string): string {
  return basename(source).replace(/\.ts$/, ".lazy.js");
}

/** The lazy modules stand beside the program, whatever folder they came from. */
function withLazyFiles(text: string): string {
  return text.replace(/import\("([^"]+\.ts)"\)/g, (_, source: string) => {
    return `import("./${lazyFile(source)}")`;
  });
}
