import { join } from "../path.ts";
import type { Places } from "../place.ts";

/**
 * The file that says that the MCP server has been started once: only then is there anything that a model could write to a memory with. A
 * store alone says nothing, since capture makes one, too.
 *
 * @param places Where the state is.
 */
export function serverMark(places: Pick<Places, "state">): string {
  return join(places.state, "memory-server");
}
