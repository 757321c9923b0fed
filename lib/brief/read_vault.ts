import type { Config } from "../config.ts";
import { checkNotes } from "../graph/index/check_notes.ts";
import { freshenFolders } from "../graph/index/freshen_folders.ts";
import { isBusy } from "../graph/index/is_busy.ts";
import type {
  LinkedNote,
  NoteIndex,
  NoteSummary,
} from "../graph/index/note_index.ts";
import { IN_MEMORY, openIndex } from "../graph/index/open_index.ts";
import { scanVault } from "../graph/index/scan.ts";
import { indexFile } from "../graph/index_file.ts";
import { type Log, reason } from "../log.ts";
import type { Places } from "../place.ts";
import { isMissing } from "../private_file.ts";
import { statNote } from "../vault/read_note.ts";

/** What the notes themselves tell. */
export interface VaultFacts {
  readonly godNodes: readonly LinkedNote[];
  readonly conventions: readonly NoteSummary[];
  /** How many convention notes there are beyond those named. */
  readonly unnamedConventions: number;
  /** Whether the index has to be brought up to date in the background. */
  readonly indexIsOld: boolean;
}

/** Milliseconds that a session start spends on what changed outside Claude. */
const BUDGET_MS = 250;

/** Milliseconds after which notes that were edited in place elsewhere are looked for. */
const REFRESH_MS = 3_600_000;

/** More conventions than this fit into no brief. */
const MAX_CONVENTIONS = 200;

/**
 * Reads god nodes and conventions from the index, brought up to date with what a session start can see at little cost: folders
 * that changed, and the notes that are named. Without a usable index the notes are read directly, as far as the time goes.
 *
 * @param vault The vault's real path.
 * @param options The settings, places and log. Needs read permission on the vault, read and write on the index.
 * @param now The present, in ms since the epoch.
 */
export async function readVault(
  vault: string,
  options: { config: Config; places: Places; log: Log },
  now: number,
): Promise<VaultFacts> {
  const { config, places, log } = options;
  const end = performance.now() + BUDGET_MS;
  const scan = {
    outputDir: config.graph.outputDir,
    deadline: () => performance.now() > end,
  };
  const journalDir = config.journal.dir;
  try {
    using index = await openIndex(indexFile(places, vault), {
      vault,
      journalDir,
    });
    const refreshedAt = index.refreshedAt();
    if (refreshedAt > 0) {
      const isOld = Math.abs(now - refreshedAt) > REFRESH_MS ||
        index.needsResolving();
      try {
        const fresh = await freshenFolders(vault, index, scan);
        return {
          ...await checkedFacts(vault, index, config),
          indexIsOld: isOld || !fresh.complete,
        };
      } catch (error) {
        if (!isBusy(error)) throw error;
        // Somebody is writing: what is read stays true, and only what is still so is told.
        return { ...unchangedFacts(vault, index, config), indexIsOld: isOld };
      }
    }
  } catch (error) {
    if (!isMissing(error)) {
      log.warn(
        `Cannot use the index, reading the notes instead: ${reason(error)}`,
      );
    }
  }
  using direct = await openIndex(IN_MEMORY, { vault, journalDir });
  const result = await scanVault(vault, direct, scan);
  if (!result.complete) {
    log.info(
      "The vault is too large to be read within a session start; the index is being made",
    );
  }
  return { ...factsOf(direct, config), indexIsOld: true };
}

type Facts = Omit<VaultFacts, "indexIsOld">;

/** The facts, once every note that they name is as the index says. A note that takes a vanished one's place is checked, too. */
async function checkedFacts(
  vault: string,
  index: NoteIndex,
  config: Config,
): Promise<Facts> {
  for (let round = 0; round < 5; round++) {
    const facts = factsOf(index, config);
    const { gone, changed } = await checkNotes(vault, index, pathsIn(facts));
    if (gone.length === 0 && changed.length === 0) return facts;
  }
  return unchangedFacts(vault, index, config);
}

function unchangedFacts(
  vault: string,
  index: NoteIndex,
  config: Config,
): Facts {
  const facts = factsOf(index, config);
  const isTrue = ({ path }: { path: string }): boolean => {
    const known = index.note(path);
    const stat = statNote(`${vault}/${path}`);
    return stat !== null && stat.mtime === known?.mtime &&
      stat.size === known.size;
  };
  return {
    ...facts,
    godNodes: facts.godNodes.filter(isTrue),
    conventions: facts.conventions.filter(isTrue),
  };
}

function factsOf(index: NoteIndex, config: Config): Facts {
  const { notes, total } = index.conventions(
    config.brief.conventions,
    MAX_CONVENTIONS,
  );
  return {
    godNodes: index.godNodes(config.brief.godNodes),
    conventions: notes,
    unnamedConventions: total - notes.length,
  };
}

function pathsIn(facts: Facts): string[] {
  return [...facts.godNodes, ...facts.conventions].map(({ path }) => path);
}
