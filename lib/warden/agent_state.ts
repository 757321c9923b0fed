import { join } from "../path.ts";
import { readRegularFile } from "../private_file.ts";

/** The agent that this version comes with. */
export const WARDEN_AGENT = {
  file: "memory-warden.md",
  /** The SHA-256 of its bytes, in hex; a test holds it to the file. */
  sha256: "",
} as const;

/** The receipt of the installed agents, beside them. */
export const AGENT_RECEIPT = ".memory-agents.json";

/**
 * What an installed file is: `installed` has the bytes that this version comes with, `outdated` is as an earlier version installed it (or
 * nobody knows), `edited` was changed by the user since.
 */
export type AgentState = "missing" | "installed" | "outdated" | "edited";

const MAX_BYTES = 1024 * 1024;

/**
 * Tells what the installed warden is.
 *
 * @param folder The folder of the agents. Needs read permission on it.
 * @param bundled The SHA-256 of the agent that this version comes with.
 */
export async function agentState(
  folder: string,
  bundled: string = WARDEN_AGENT.sha256,
): Promise<AgentState> {
  const text = readRegularFile(join(folder, WARDEN_AGENT.file), MAX_BYTES);
  if (text === null) return "missing";
  const found = await sha256(text);
  if (found === bundled) return "installed";
  const recorded = recordedHash(folder);
  return recorded === null || recorded === found ? "outdated" : "edited";
}

/**
 * Whether a session that began at some time has read its agents since the warden was installed.
 *
 * @param folder The folder of the agents. Needs read permission on it.
 * @param startedAt When the session's process began, in ms since the epoch; `null` where nobody knows.
 */
export function isLoaded(folder: string, startedAt: number | null): boolean {
  if (startedAt === null) return false;
  try {
    const { mtime } = Deno.statSync(join(folder, WARDEN_AGENT.file));
    return mtime !== null && mtime.getTime() <= startedAt + SAME_BREATH_MS;
  } catch {
    return false;
  }
}

/** Some file systems count in seconds, and an installer that starts a session takes a moment. */
const SAME_BREATH_MS = 2000;

function recordedHash(folder: string): string | null {
  try {
    const receipt = JSON.parse(
      readRegularFile(join(folder, AGENT_RECEIPT), MAX_BYTES) ?? "null",
    ) as { agents?: Record<string, unknown> } | null;
    const hash = receipt?.agents?.[WARDEN_AGENT.file];
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
