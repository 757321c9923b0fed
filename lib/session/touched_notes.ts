import type { Context } from "../frame/run.ts";
import { noteInVault } from "../vault/contains.ts";
import { touchedFiles } from "./transcript.ts";

/** Milliseconds that are left for the journal when the transcript is long. */
const JOURNAL_MS = 3000;

/**
 * The notes that a session wrote according to its transcript, for a session without a ledger.
 *
 * @param context SessionEnd's. Needs read permission on the transcripts and the vault.
 * @returns Their paths relative to the vault, each once, in the order of the writes.
 */
export function touchedNotes(context: Context): string[] {
  const { event, config, places } = context;
  if (event.transcriptPath === null) return [];
  const { files } = touchedFiles(event.transcriptPath, {
    home: places.home,
    deadline: () => context.left() < JOURNAL_MS,
  });
  const notes = files.map((file) =>
    noteInVault(file, config.vault.path, config.graph.outputDir)
  );
  return [...new Set(notes.filter((note) => note !== null))];
}
