import { knownMemories } from "../brief/known_memories.ts";
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
  const domain = flags.text("domain") ?? "";
  // Only a name that is looked for is written in some way.
  const domainCase = domain === ""
    ? "preserve"
    : (await process.config()).memory.domainCase;
  const memories = await knownMemories(places, domain, domainCase);
  return memories === null ? "" : composeLine(memories, now());
}
