import { fitChapters } from "../brief/fit_chapters.ts";
import { knownMemories } from "../brief/known_memories.ts";
import { memoryChapter } from "../brief/memory_chapter.ts";
import type { Config } from "../config.ts";
import type { Places } from "../place.ts";

/** UTF-16 units of a brief that somebody asks for though sessions get none. */
const ASKED_FOR = 2400;

/**
 * Writes what a session is told of the memories at its start.
 *
 * @param places Where the store is. Needs read permission on its folder.
 * @param config The settings.
 * @param domain The domain that counts, as somebody wrote it; `""` for all.
 * @returns `""` where there is nothing to tell.
 * @throws {Error} when the store cannot be read.
 */
export async function warmUp(
  places: Places,
  config: Config,
  domain: string,
): Promise<string> {
  const { domainCase, briefChars } = config.memory;
  const memories = await knownMemories(places, domain, domainCase);
  if (memories === null) return "";
  const maxUnits = briefChars === 0 ? ASKED_FOR : briefChars;
  const chapter = memoryChapter(memories, { domain, maxUnits, since: null });
  return chapter === null ? "" : fitChapters([chapter], maxUnits);
}
