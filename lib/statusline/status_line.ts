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
  // No name is made of what is asked for, so how names are written does not matter but to find it: any casing does.
  const memories = await knownMemories(
    places,
    flags.text("domain") ?? "",
    "preserve",
  );
  return memories === null ? "" : composeLine(memories, now());
}
