import { join } from "../path.ts";
import { readRegularFile, writePrivateFile } from "../private_file.ts";
import { MANIFEST, PRODUCT, readBundled } from "./artefacts.ts";
import type { DesiredEntry } from "./settings/plan_edit.ts";

/** What the installed programs know of the installation that made them, beside the hashes of the bundle. */
export interface Manifest {
  readonly version: string;
  /** The installer, which mends what is wrong. */
  readonly installer: string;
  /** The entries of the base installation, as they should be in a settings file. */
  readonly hooks: readonly DesiredEntry[];
}

/**
 * Leaves the manifest among the installed programs: their permissions cover that folder, and not the product's own, which may be gone.
 *
 * @param bin The folder of programs. Needs write permission on it.
 * @param project The product's folder, with `skills/` and `agents/`. Needs read permission on it.
 * @param manifest What else is to be known.
 */
export function writeManifest(
  bin: string,
  project: string,
  { version, installer, hooks }: Manifest,
): void {
  const skills = readBundled("skills", project)?.byName ?? {};
  const agents = readBundled("agents", project)?.byName ?? {};
  const manifest = {
    [PRODUCT]: version,
    installer,
    hooks,
    skills,
    agents: Object.assign({}, ...Object.values(agents)),
  };
  writePrivateFile(
    join(bin, MANIFEST),
    `${JSON.stringify(manifest, null, 2)}\n`,
  );
}

/**
 * Reads it.
 *
 * @param bin The folder of programs. Needs read permission on it.
 * @returns `null` where there is none that can be understood, as in a clone whose hooks run from their sources.
 */
export function readManifest(bin: string): Manifest | null {
  const text = readRegularFile(join(bin, MANIFEST));
  if (text === null) return null;
  try {
    const { [PRODUCT]: version, installer, hooks } = JSON.parse(text);
    return typeof version === "string" && typeof installer === "string" &&
        Array.isArray(hooks)
      ? { version, installer, hooks }
      : null;
  } catch {
    return null;
  }
}
