import { dirname, join } from "@std/path";
import {
  ensurePrivateFolder,
  exists,
  isFile,
  isFolder,
  readRegularFile,
  removeFile,
} from "../private_file.ts";
import {
  type ArtefactKind,
  artefactReceiptPath,
  type Artefacts,
  hashBundled,
  type Hashes,
  PRODUCT,
  readArtefactReceipt,
  rootOf,
} from "./artefacts.ts";
import { Failure } from "./failure.ts";
import type { Machine } from "./machine.ts";
import { removeIfEmpty } from "./remove_folder.ts";
import { backUp, writeAtomic } from "./write_atomic.ts";

/** What became of the skills or agents. */
export interface CopiedArtefacts {
  /** What was done, in words; nothing where all was there already. */
  readonly done: readonly string[];
  /** What stays though it belongs to nothing any more, in words. */
  readonly kept: readonly string[];
}

/**
 * The folder of the skills or agents that go with a settings file.
 *
 * @param settings The settings file.
 * @param kind Which of them.
 */
export function artefactFolder(settings: string, kind: ArtefactKind): string {
  return join(dirname(settings), kind);
}

/**
 * The files that an installation would write.
 *
 * @param machine The machine. Needs read permission on the product's folder and the other one.
 * @param kind Skills or agents.
 * @param folder The folder they go to.
 */
export function artefactsToCopy(
  machine: Machine,
  kind: ArtefactKind,
  folder: string,
): string[] {
  const bundled = hashBundled(kind, join(machine.project, kind));
  return filesOf(kind, folder, bundled)
    .filter(({ hash, current }) => hash !== current)
    .map(({ to }) => to);
}

/**
 * Copies the bundled skills or agents. A file that holds the bundled bytes is left alone; any other that is in the way is copied to
 * `<name>.bak-<time>` first. What is no longer bundled goes where nobody has changed it. Foreign names are never looked at.
 *
 * @param machine The machine. Needs read permission on the product's folder, read and write permission on the other one.
 * @param kind Skills or agents.
 * @param folder The folder they go to; made where it is missing.
 * @throws {Failure} when one cannot be written.
 */
export function installArtefacts(
  machine: Machine,
  kind: ArtefactKind,
  folder: string,
): CopiedArtefacts {
  const from = join(machine.project, kind);
  const bundled = hashBundled(kind, from);
  const receipt = readArtefactReceipt(kind, folder);
  const names = Object.keys(bundled.byName);
  if (names.length === 0) {
    return { done: [`There are no ${kind} to install`], kept: [] };
  }
  const madeFolder = !exists(folder) || wasMade(kind, folder);
  if (exists(folder) && !isFolder(folder)) {
    throw new Failure(
      `Cannot install ${kind}: ${folder} is not a folder; nothing was changed`,
    );
  }
  ensurePrivateFolder(folder);
  const done: string[] = [];
  for (
    const { name, path, to, hash, current } of filesOf(kind, folder, bundled)
  ) {
    if (hash === current) continue;
    const source = kind === "skills"
      ? join(from, name, path)
      : join(from, name);
    if (exists(to) && !isFile(to) && isFolder(to)) {
      throw new Failure(`Cannot write ${to}: it is a folder`);
    }
    // Behind a link, as settings are: the file itself is the user's.
    const real = isFile(to) ? Deno.realPathSync(to) : to;
    if (isFile(to)) done.push(`Backup: ${backUp(real, machine.now())}`);
    writeAtomic(real, Deno.readTextFileSync(source));
    done.push(`Wrote ${to}`);
  }
  const { kept, edited } = removeRetired(kind, folder, bundled, receipt, done);
  const installed = hashesIn(kind, folder, bundled);
  writeReceipt(
    kind,
    folder,
    machine.version,
    { ...edited, ...installed },
    madeFolder,
  );
  return { done, kept };
}

/** One bundled file, and what is in its place. */
interface ArtefactFile {
  readonly name: string;
  readonly path: string;
  readonly to: string;
  readonly hash: string;
  readonly current: string | null;
}

function filesOf(
  kind: ArtefactKind,
  folder: string,
  { byName }: Artefacts,
): ArtefactFile[] {
  return Object.entries(byName).flatMap(([name, hashes]) => {
    const root = rootOf(kind, folder, name);
    return Object.entries(hashes).map(([path, hash]) => ({
      name,
      path,
      to: join(root.path, path),
      hash,
      current: root.hashOf(path),
    }));
  });
}

/** Removes what was installed once and is no longer bundled; what was edited since is the user's. */
function removeRetired(
  kind: ArtefactKind,
  folder: string,
  bundled: Artefacts,
  receipt: Artefacts | null,
  done: string[],
): { kept: string[]; edited: Record<string, Hashes> } {
  const kept: string[] = [];
  const edited: Record<string, Hashes> = {};
  for (const [name, recorded] of Object.entries(receipt?.byName ?? {})) {
    const root = rootOf(kind, folder, name);
    const retired = Object.entries(recorded)
      .filter(([path]) => bundled.byName[name]?.[path] === undefined);
    for (const [path, hash] of retired) {
      const file = join(root.path, path);
      const current = root.hashOf(path);
      if (current === null) continue;
      if (current === hash) {
        removeFile(file);
        done.push(
          `Removed ${file}, which is not part of this version any more`,
        );
        removeEmptyFolders(dirname(file), folder);
        continue;
      }
      kept.push(
        `${file} is not part of this version any more and was edited: remove it by hand`,
      );
      // A name that is still bundled is recorded as it is now.
      if (!(name in bundled.byName)) {
        edited[name] = { ...edited[name], [path]: hash };
      }
    }
  }
  return { kept, edited };
}

/** Removes a folder and those above it, below another one, as far as nothing is in them. */
function removeEmptyFolders(folder: string, below: string): void {
  for (let at = folder; at.length > below.length; at = dirname(at)) {
    if (!removeIfEmpty(at)) return;
  }
}

/** The hashes as they are in the folder, of the bundled files. */
function hashesIn(
  kind: ArtefactKind,
  folder: string,
  { byName }: Artefacts,
): Record<string, Hashes> {
  const found: Record<string, Hashes> = {};
  for (const [name, hashes] of Object.entries(byName)) {
    const root = rootOf(kind, folder, name);
    found[name] = Object.fromEntries(
      Object.keys(hashes).map((path) => [path, root.hashOf(path) ?? ""]),
    );
  }
  return found;
}

function writeReceipt(
  kind: ArtefactKind,
  folder: string,
  version: string,
  byName: Readonly<Record<string, Hashes>>,
  madeFolder: boolean,
): void {
  const path = artefactReceiptPath(kind, folder);
  const value = kind === "skills"
    ? byName
    : Object.assign({}, ...Object.values(byName));
  const text = `${
    JSON.stringify({ [PRODUCT]: version, madeFolder, [kind]: value }, null, 2)
  }\n`;
  if (readRegularFile(path) !== text) writeAtomic(path, text);
}

/** Whether the folder was made by an earlier installation. */
function wasMade(kind: ArtefactKind, folder: string): boolean {
  try {
    const text = readRegularFile(artefactReceiptPath(kind, folder));
    return JSON.parse(text ?? "null")?.["madeFolder"] === true;
  } catch {
    return false;
  }
}

/**
 * Takes away what was installed, as far as nobody has edited it, and the receipt with it.
 *
 * @param kind Skills or agents.
 * @param folder The folder they are in. Needs read and write permission on it.
 * @returns What was done, and what stays.
 */
export function removeArtefacts(
  kind: ArtefactKind,
  folder: string,
): CopiedArtefacts {
  const receipt = readArtefactReceipt(kind, folder);
  const kept: string[] = [];
  if (!exists(artefactReceiptPath(kind, folder))) return { done: [], kept };
  const removed: string[] = [];
  const madeFolder = wasMade(kind, folder);
  for (const [name, hashes] of Object.entries(receipt?.byName ?? {})) {
    const root = rootOf(kind, folder, name);
    if (!root.isThere) continue;
    const what = kind === "skills" ? root.path : join(root.path, name);
    if (!root.holds(hashes)) {
      kept.push(`${what} (edited)`);
      continue;
    }
    removed.push(name);
    for (const path of Object.keys(hashes)) {
      removeFile(join(root.path, path));
      removeEmptyFolders(dirname(join(root.path, path)), folder);
    }
    if (kind === "skills" && exists(what)) {
      kept.push(`${what} (with files that are not of this product's)`);
    }
  }
  removeFile(artefactReceiptPath(kind, folder));
  if (madeFolder) removeIfEmpty(folder);
  return {
    done: removed.length === 0
      ? []
      : [`Removed ${removed.join(", ")} from ${folder}`],
    kept,
  };
}
