import { join } from "../path.ts";
import {
  isFile,
  isFolder,
  isMissing,
  readRegularFile,
} from "../private_file.ts";
import { sha256 } from "./sha256.ts";

/** What is copied beside the settings file besides the hooks. */
export type ArtefactKind = "skills" | "agents";

/** The product's name in the files that say what it installed. */
export const PRODUCT = "memory-hooks";

/** What the installed programs know of the bundle: its hashes, in the folder of programs. */
export const MANIFEST = "artefacts.json";

/** The files of one skill or agent by their paths, with slashes, in its folder, and the SHA-256 of each. An agent is one file. */
export type Hashes = Readonly<Record<string, string>>;

/** All skills, or all agents, by name. */
export interface Artefacts {
  /** The version that they are of, `null` where that is not known. */
  readonly version: string | null;
  readonly byName: Readonly<Record<string, Hashes>>;
}

/** How an installed skill or agent stands to the bundle. */
export interface ArtefactState {
  /** The skill's folder, or the agent's file. */
  readonly name: string;
  /**
   * - `installed`: the bundled bytes are there.
   * - `outdated`: what is there is what was installed, and the bundle has moved on; also what differs while nobody knows what was installed.
   * - `edited`: somebody changed it since.
   * - `missing`: it is not there.
   */
  readonly state: "installed" | "outdated" | "edited" | "missing";
  /** Whether the bundle has moved on since it was installed: `outdated`, and what of `edited` waits for an update, too. */
  readonly behind: boolean;
  /** The version that installed it, `null` where nobody knows. */
  readonly by: string | null;
}

/**
 * How the installed skills or agents stand to the bundled ones, one by one, in the bundle's order. What is not bundled is not looked at.
 *
 * @param kind Which of them.
 * @param folder The folder beside the settings file: `~/.claude/skills`, `~/.claude/agents`. Needs read permission on it.
 * @param bundledFolder The folder of the installed programs, or the product's own. Needs read permission on it. `null` where only what was
 * installed counts: nothing is `outdated` then.
 */
export function artefactStates(
  kind: ArtefactKind,
  folder: string,
  bundledFolder: string | null,
): ArtefactState[] {
  const receipt = readArtefactReceipt(kind, folder);
  const bundled = bundledFolder === null
    ? receipt
    : readBundled(kind, bundledFolder);
  return Object.entries(bundled?.byName ?? {}).map(([name, hashes]) => {
    const recorded = receipt?.byName[name] ?? null;
    return {
      name,
      ...stateOf(rootOf(kind, folder, name), hashes, recorded),
      by: recorded === null ? null : receipt?.version ?? null,
    };
  });
}

function stateOf(
  root: ArtefactRoot,
  bundled: Hashes,
  recorded: Hashes | null,
): Pick<ArtefactState, "state" | "behind"> {
  if (!root.isThere) return { state: "missing", behind: false };
  const retired = Object.entries(recorded ?? {})
    .filter(([path]) => !(path in bundled));
  if (
    root.holds(bundled) &&
    !retired.some(([path, hash]) => root.hashOf(path) === hash)
  ) return { state: "installed", behind: false };
  if (recorded === null || root.holds(recorded)) {
    return { state: "outdated", behind: true };
  }
  return { state: "edited", behind: !isSame(recorded, bundled) };
}

/** One skill or agent where it is installed. */
export interface ArtefactRoot {
  /** The folder that the paths of its files start from. */
  readonly path: string;
  readonly isThere: boolean;
  /** The hash of one of its files, `null` where there is none. */
  hashOf(path: string): string | null;
  /** Whether all these files are there with these hashes. What else is there does not matter. */
  holds(hashes: Hashes): boolean;
}

/**
 * Looks at one skill or agent.
 *
 * @param kind Which of them.
 * @param folder The folder of all. Needs read permission on it.
 * @param name Its name.
 */
export function rootOf(
  kind: ArtefactKind,
  folder: string,
  name: string,
): ArtefactRoot {
  const path = kind === "skills" ? join(folder, name) : folder;
  const hashOf = (file: string): string | null => hashFile(join(path, file));
  return {
    path,
    isThere: kind === "skills" ? isFolder(path) : isFile(join(path, name)),
    hashOf,
    holds: (hashes) =>
      Object.entries(hashes).every(([file, hash]) => hashOf(file) === hash),
  };
}

/** The file beside the installed skills or agents that says what was installed. */
export function artefactReceiptPath(
  kind: ArtefactKind,
  folder: string,
): string {
  return join(folder, `.memory-${kind}.json`);
}

/**
 * What was installed into a folder.
 *
 * @param kind Which of them.
 * @param folder The folder. Needs read permission on it.
 * @returns `null` where there is no receipt, or none that can be understood.
 */
export function readArtefactReceipt(
  kind: ArtefactKind,
  folder: string,
): Artefacts | null {
  return readArtefacts(kind, artefactReceiptPath(kind, folder));
}

/**
 * What is bundled: what the manifest among the installed programs says, else the files in the product's own folder.
 *
 * @param kind Which of them.
 * @param folder The folder of programs, or the product's own. Needs read permission on it.
 */
export function readBundled(
  kind: ArtefactKind,
  folder: string,
): Artefacts | null {
  return readArtefacts(kind, join(folder, MANIFEST)) ??
    hashBundled(kind, join(folder, kind));
}

/**
 * Hashes all skills, each a folder with a `SKILL.md`, or all agents, each one `.md` file. Names that start with `.` or `_` are
 * nobody's to install.
 *
 * @param kind Which of them.
 * @param folder The folder that they are in. Needs read permission on it.
 */
export function hashBundled(kind: ArtefactKind, folder: string): Artefacts {
  const byName: Record<string, Hashes> = {};
  for (const { name, isDirectory } of entriesOf(folder)) {
    if (kind === "agents") {
      const hash = name.endsWith(".md") ? hashFile(join(folder, name)) : null;
      if (hash !== null) byName[name] = { [name]: hash };
    } else if (isDirectory && isFile(join(folder, name, "SKILL.md"))) {
      byName[name] = Object.fromEntries(hashesBelow(join(folder, name), ""));
    }
  }
  return { version: null, byName };
}

function hashesBelow(folder: string, prefix: string): [string, string][] {
  return entriesOf(folder).flatMap(({ name, isDirectory }) => {
    const path = join(folder, name);
    if (isDirectory) return hashesBelow(path, `${prefix}${name}/`);
    const hash = hashFile(path);
    return hash === null ? [] : [[`${prefix}${name}`, hash]];
  });
}

function entriesOf(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)]
      .filter(({ name }) => !/^[._]/.test(name))
      .sort((a, b) => a.name < b.name ? -1 : 1);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function readArtefacts(kind: ArtefactKind, path: string): Artefacts | null {
  const text = readRegularFile(path);
  if (text === null) return null;
  try {
    const parsed = JSON.parse(text) as Record<string, unknown>;
    const byName: Record<string, Hashes> = {};
    for (const [name, value] of Object.entries(parsed[kind] as object)) {
      const hashes = typeof value === "string" ? { [name]: value } : value;
      if (isHashes(hashes) && isPlain(name)) byName[name] = hashes;
    }
    const version = parsed[PRODUCT];
    return { version: typeof version === "string" ? version : null, byName };
  } catch {
    return null;
  }
}

/** A receipt may have been written by anybody: nothing in it leads out of the folder. */
function isHashes(value: unknown): value is Hashes {
  return typeof value === "object" && value !== null &&
    Object.entries(value).every(([path, hash]) =>
      typeof hash === "string" && path.split("/").every(isPlain)
    );
}

function isPlain(name: string): boolean {
  return name !== "" && !/^\.\.?$|[\\/\0]/.test(name);
}

function hashFile(path: string): string | null {
  return isFile(path) ? sha256(Deno.readFileSync(path)) : null;
}

function isSame(a: Hashes, b: Hashes): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length &&
    names.every((name) => a[name] === b[name]);
}
