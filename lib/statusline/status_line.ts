import { knownGlance } from "../brief/known_glance.ts";
import type { HookProcess } from "../frame/hook_process.ts";
import { composeLine } from "./compose_line.ts";

/**
 * What the memory comes to, in one line for the host's status line.
 *
 * @param process The hook's. Needs read permission on the store.
 * @returns The line with its end, `""` where nothing is stored.
 */
export async function statusLine(process: HookProcess): Promise<string> {
  const { places, flags, now } = process;
  const waited = waitOnce(places.store);
  if ((await process.site(null)).off) {
    await waited;
    return "";
  }
  const domain = flags.text("domain") ?? "";
  // Only a name that is looked for is written in some way.
  const domainCase = domain === ""
    ? "preserve"
    : (await process.config()).memory.domainCase;
  const memories = await knownGlance(places, domain, domainCase);
  const line = memories === null ? "" : composeLine(memories, now());
  await waited;
  return line;
}

/**
 * Waits for Deno once. It keeps a script's compiled code when the script first waits for something: one that has ended by then is compiled
 * anew at every start, which costs 2 ms. All other hooks wait for their event; this wait goes on while the line is made (2.9.6, measured).
 *
 * @param path Any path.
 */
async function waitOnce(path: string): Promise<void> {
  if (Deno.build.standalone) return;
  try {
    await Deno.lstat(path);
  } catch {
    // What it says is not asked for.
  }
}
