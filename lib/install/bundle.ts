import { basename, join } from "@std/path";
import { type Group, HOOKS, programName } from "../registry.ts";
import { denoStep } from "./_deno_step.ts";
import { makePage, PAGE_SOURCE } from "./_make_page.ts";
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
  "lib/capture/complete_draft.ts": GROUPS,
  "lib/capture/start_absent_daemon.ts": ["capture"],
  "lib/config/reload_config.ts": GROUPS,
  "lib/host/translate.ts": GROUPS,
  "lib/memory/scoped_snapshot.ts": ["vault"],
  "lib/project/parse_project_file.ts": GROUPS,
  "lib/rebuild/note_changed.ts": ["vault"],
  "lib/recall/recall_without_daemon.ts": ["vault"],
  "lib/redact/all_rules.ts": GROUPS,
  "lib/session/ask_summary.ts": ["vault"],
  "lib/start/last_session.ts": ["vault"],
  "lib/start/rare.ts": ["vault"],
  "lib/telemetry.ts": ["capture"],
  "lib/telemetry/export_invocations.ts": GROUPS,
  "lib/vault/yaml.ts": ["vault"],
  "lib/worker/worker.ts": GROUPS,
  [PAGE_SOURCE]: GROUPS,
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
  if (source === PAGE_SOURCE) return await makePage(machine, path);
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

/**
 * Has the scripts in a folder read what they import lazily when they import it. Deno reads, at every start, each file that an `import()`
 * names as a literal, whether it is ever imported or not: 0.4 ms a file (2.9.6, measured). One that no literal names takes permission to
 * read it. An executable has all its files inside, and finds only those that a literal names, so that its bundle stays as it is.
 *
 * @param folder The folder of the bundles. Needs read and write permission on it.
 */
export async function deferLazyFiles(folder: string): Promise<void> {
  for (const { file } of BUNDLES) {
    const path = join(folder, file);
    let text: string;
    try {
      text = await Deno.readTextFile(path);
    } catch (error) {
      // The bundle of a hook that is not made.
      if (error instanceof Deno.errors.NotFound) continue;
      throw error;
    }
    await Deno.writeTextFile(
      path,
      text.replace(/import\(("\.\/\w+\.lazy\.js")\)/g, "import(String($1))"),
    );
  }
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
