import type { Config } from "../config.ts";
import { changedNotesFile, hasChangedNotes } from "../graph/changed_notes.ts";
import { canRunGraphify } from "../graph/choose.ts";
import type { NoteIndex } from "../graph/index/note_index.ts";
import type { Places } from "../place.ts";
import { removeFile, writePrivateFile } from "../private_file.ts";
import {
  factsFile,
  factsKey,
  type KnownFacts,
  type KnownNote,
} from "./known_facts.ts";

/** More conventions than this fit into no brief. */
const MAX_CONVENTIONS = 200;

/**
 * Reads from the index what a brief says.
 *
 * @param vault The vault's real path.
 * @param index The index.
 * @param config The settings.
 */
export function factsOf(
  vault: string,
  index: NoteIndex,
  config: Config,
): KnownFacts {
  const { godNodes, conventions } = config.brief;
  const { notes, total } = index.conventions(conventions, MAX_CONVENTIONS);
  const known = <T extends { path: string; title: string }>(
    note: T,
  ): T & KnownNote => ({
    ...note,
    ...index.stat(note.path) ?? { mtime: -1, size: -1 },
  });
  return {
    key: factsKey(vault, config),
    refreshedAt: index.refreshedAt(),
    folders: [...index.folders()],
    godNodes: index.godNodes(godNodes).map(known),
    conventions: notes.map(known),
    unnamedConventions: total - notes.length,
    graphify: canRunGraphify(),
  };
}

/**
 * Keeps what a brief says for the next session start. Whoever changed the index does this at the end; the index's own lock decides
 * who is last.
 *
 * @param vault The vault's real path.
 * @param index The index.
 * @param options Settings and places. Needs read and write permission on the index's folder.
 * @returns What was kept.
 */
export function keepFacts(
  vault: string,
  index: NoteIndex,
  { config, places }: { config: Config; places: Places },
): KnownFacts {
  return index.transaction(() => {
    const facts = factsOf(vault, index, config);
    const file = factsFile(places, vault);
    // Facts that could not hold are not worth a look: an unsettled time, a scan that is not complete.
    const settled = facts.refreshedAt > 0 &&
      !hasChangedNotes(changedNotesFile(places, vault)) &&
      facts.folders.every(([, mtime]) => mtime >= 0) &&
      [...facts.godNodes, ...facts.conventions].every(({ mtime }) =>
        mtime >= 0
      );
    if (settled) writePrivateFile(file, JSON.stringify(facts));
    else removeFile(file);
    return facts;
  });
}
