import {
  type ArtefactKind,
  artefactStates,
} from "../../lib/install/artefacts.ts";
import {
  type CopiedArtefacts,
  installArtefacts,
  removeArtefacts,
} from "../../lib/install/install_artefacts.ts";
import type { Machine } from "../../lib/install/machine.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { machineAt } from "./_support.ts";

/** A bundle of skills or agents, and the folder that they are installed in. */
export interface Bundle extends AsyncDisposable {
  readonly machine: Machine;
  /** The folder beside the settings. */
  readonly folder: string;
  install(version?: string): CopiedArtefacts;
  remove(): CopiedArtefacts;
  /** Each name with its state, `+` where an update waits. */
  states(): Record<string, string>;
  /** Writes into the bundle; `null` removes a file. */
  ship(files: Record<string, string | null>): Promise<void>;
  /** Writes into the folder; `null` removes a file. */
  edit(files: Record<string, string | null>): Promise<void>;
  read(path: string): Promise<string>;
  /** The names in the folder, or in a folder of it. */
  names(below?: string): string[];
}

/** Makes a bundle with some files. */
export async function bundleOf(
  kind: ArtefactKind,
  files: Record<string, string>,
): Promise<Bundle> {
  const tmp = await tempDir(" ü");
  const project = `${tmp.path}/project`;
  const folder = `${tmp.path}/home/.claude/${kind}`;
  const machine = { ...machineAt(`${tmp.path}/home`), project };
  const write = async (
    root: string,
    changes: Record<string, string | null>,
  ): Promise<void> => {
    for (const [name, text] of Object.entries(changes)) {
      if (text === null) await Deno.remove(`${root}/${name}`);
      else await writeFiles(root, { [name]: text });
    }
  };
  await write(`${project}/${kind}`, files);
  return {
    machine,
    folder,
    install: (version = "1.0.0") =>
      installArtefacts({ ...machine, version }, kind, folder),
    remove: () => removeArtefacts(kind, folder),
    states: () =>
      Object.fromEntries(
        artefactStates(kind, folder, project)
          .map(({ name, state, behind }) => [
            name,
            behind ? `${state}+` : state,
          ]),
      ),
    ship: (changes) => write(`${project}/${kind}`, changes),
    edit: (changes) => write(folder, changes),
    read: (path) => Deno.readTextFile(`${folder}/${path}`),
    names: (below = "") =>
      [...Deno.readDirSync(`${folder}/${below}`)].map(({ name }) => name)
        .sort(),
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  };
}
