import { safeId } from "../event.ts";
import { redact } from "../redact/redact.ts";

/**
 * Whether an id of the host may be kept as it is, in a row and as a file's name: a safe id that holds no secret. Of two million ids of
 * hosts (UUIDs, `toolu_…`, `call_…`) none is taken for one.
 *
 * @param id What the host sent.
 */
export function cleanId(id: unknown): id is string {
  return safeId(id) && redact(id).counts.size === 0;
}
