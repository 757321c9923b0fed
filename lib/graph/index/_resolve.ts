import { folderOf, lastName, pathKey } from "./_names.ts";

/** A note that a link may mean. */
export interface Candidate {
  id: number;
  /** See `pathKey()`. */
  key: string;
}

/**
 * The file name that a link's note must have, as it is compared: links and notes meet by it.
 *
 * @returns Null when the target can name no note, such as `folder/`.
 */
export function linkKey(target: string): string | null {
  const name = lastName(pathKey(target));
  return name === "" || name === "." || name === ".." ? null : name;
}

/**
 * Finds the note that a link means, by Obsidian's rules: a path from the vault, else the end of a path; of several notes one in or
 * below the folder of the link's note, else the one with the shortest path. A Markdown link is first tried from its note's folder, and
 * one that starts with `./` or `../` from nowhere else. Case never matters.
 *
 * @param target The link's target.
 * @param markdown Whether it is a Markdown link.
 * @param source Key of the path of the note that holds the link.
 * @param candidates The notes whose file name is the target's.
 * @returns The note's id, or null.
 */
export function resolveLink(
  target: string,
  markdown: boolean,
  source: string,
  candidates: readonly Candidate[],
): number | null {
  const only = candidates[0];
  if (only === undefined) return null;
  // The common case: a bare name that one note has.
  if (candidates.length === 1 && !target.includes("/")) return only.id;
  const wanted = pathKey(target);
  const folder = folderOf(source);
  const exact = (key: string | null): number | null =>
    candidates.find((candidate) => candidate.key === key)?.id ?? null;

  if (wanted.startsWith("/")) return exact(normal(wanted));
  const relative = normal(`${folder}/${wanted}`);
  if (/^\.\.?\//.test(wanted)) return exact(relative);
  const direct = (markdown ? exact(relative) : null) ?? exact(normal(wanted));
  if (direct !== null) return direct;

  let best: Candidate | null = null;
  for (const candidate of candidates) {
    if (!candidate.key.endsWith(`/${wanted}`)) continue;
    if (best === null || isNearer(candidate, best, folder)) best = candidate;
  }
  return best?.id ?? null;
}

function isNearer(a: Candidate, b: Candidate, folder: string): boolean {
  const inA = isBelow(a.key, folder);
  if (inA !== isBelow(b.key, folder)) return inA;
  if (a.key.length !== b.key.length) return a.key.length < b.key.length;
  return a.key < b.key;
}

function isBelow(key: string, folder: string): boolean {
  return folder === "" || key.startsWith(`${folder}/`);
}

/** Resolves `.` and `..`; null when it leads out of the vault. */
function normal(path: string): string | null {
  if (!path.includes("/")) return path;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
