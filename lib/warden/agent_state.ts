import { join } from "../path.ts";
import { readRegularFile } from "../private_file.ts";

/** The agent, by which it is launched, and its file. */
export const WARDEN = "memory-warden";
const FILE = `${WARDEN}.md`;

/** What the installer leaves: what it installed, beside the agents; and what this version comes with, beside the programs. */
const RECEIPT = ".memory-agents.json";
const MANIFEST = "artefacts.json";

const MAX_BYTES = 1024 * 1024;

/**
 * Whether the installed warden is outdated: as an earlier version installed it, or different while nobody knows what was installed. One
 * that the user has changed since is not; nor is any where it is not known what this version comes with.
 *
 * Its text is read only where what was installed is not what this version comes with: a hash costs a fresh process 0.6 ms (2.9.6,
 * measured), and however the text may differ then, it is the user who changed it.
 *
 * @param folder The folder of the agents, with the warden in it. Needs read permission on it.
 * @param programs The folder of the installed programs; read where that is permitted.
 */
export async function isOutdated(
  folder: string,
  programs: string,
): Promise<boolean> {
  const bundled = hashIn(join(programs, MANIFEST));
  if (bundled === null) return false;
  const recorded = hashIn(join(folder, RECEIPT));
  if (recorded === bundled) return false;
  const text = readRegularFile(join(folder, FILE), MAX_BYTES);
  if (text === null) return false;
  const found = await sha256(text);
  return found !== bundled && (recorded === null || recorded === found);
}

/**
 * When the warden was installed or last changed.
 *
 * @param folder The folder of the agents. Needs read permission on it.
 * @returns Milliseconds since the epoch, `null` where it is not there.
 */
export function installedAt(folder: string): number | null {
  try {
    const { isFile, size, mtime } = Deno.statSync(join(folder, FILE));
    return isFile && size <= MAX_BYTES ? mtime?.getTime() ?? null : null;
  } catch {
    return null;
  }
}

/**
 * Whether a session that began at some time has read its agents since the warden was installed.
 *
 * @param installed When it was installed, in ms since the epoch.
 * @param started When the session's process began, in ms since the epoch; `null` where nobody knows.
 */
export function isLoaded(installed: number, started: number | null): boolean {
  return started !== null && installed <= started + SAME_BREATH_MS;
}

/** Some file systems count in seconds, and an installer that starts a session takes a moment. */
const SAME_BREATH_MS = 2000;

/** The agent's hash in a receipt or manifest, `null` where it says none. */
function hashIn(path: string): string | null {
  try {
    const { agents } = JSON.parse(readRegularFile(path, MAX_BYTES) ?? "{}");
    const hash = agents?.[FILE];
    return typeof hash === "string" ? hash : null;
  } catch {
    return null;
  }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(text),
  );
  return Array.from(
    new Uint8Array(digest),
    (byte) => byte.toString(16).padStart(2, "0"),
  ).join("");
}
