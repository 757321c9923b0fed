import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";
import { asObservation, OBSERVATIONS } from "./_views.ts";
import type { ObservationView } from "./types.ts";

/** Paths that are looked for at once. */
const MOST = 50;

/**
 * What is known of files, the latest first.
 *
 * @param db The store.
 * @param paths Absolute paths as the observations have them, 50 at most.
 * @param options `project`: of that one only.
 */
export function observationsOfFiles(
  db: DatabaseSync,
  paths: readonly string[],
  options: { readonly project?: string; readonly limit: number },
): ObservationView[] {
  const { project, limit } = options;
  const asked = paths.slice(0, MOST);
  if (asked.length === 0) return [];
  return prepared(
    db,
    `${OBSERVATIONS} WHERE o.id IN (
       SELECT observation_id FROM observation_files WHERE path IN (SELECT value FROM json_each(?1))
     ) AND (?2 IS NULL OR s.project = ?2) ORDER BY o.at DESC, o.id DESC LIMIT ?3`,
  ).all(JSON.stringify(asked), project ?? null, limit).map(asObservation);
}
