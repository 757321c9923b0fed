import {
  type BriefFacts,
  composeBrief,
  journalPath,
} from "../brief/compose_brief.ts";
import type { Chapter } from "../brief/fit_chapters.ts";
import { type KnownFacts, readKnownFacts } from "../brief/known_facts.ts";
import { knownMemories } from "../brief/known_memories.ts";
import { memoryChapter } from "../brief/memory_chapter.ts";
import { attempt } from "../frame/attempt.ts";
import type { Context } from "../frame/run.ts";
import { canRunGraphify, chooseEngine } from "../graph/choose.ts";
import { markDirty } from "../graph/dirty.ts";
import { outputFolder } from "../graph/graphify.ts";
import { join } from "../path.ts";
import { isMissing } from "../private_file.ts";
import { PROJECT_GRAPH } from "../registry.ts";

/** Milliseconds after which notes that were edited in place elsewhere are looked for. */
const REFRESH_MS = 3_600_000;

/** The host replaces a longer text by a preview at 10,000 UTF-16 units (Claude Code 2.1.332, measured). */
const MOST_UNITS = 9900;

/** What the notes themselves tell. */
interface VaultFacts {
  readonly facts: KnownFacts | null;
  /** Whether the index has to be brought up to date in the background. */
  readonly indexIsOld: boolean;
}

/**
 * Writes the brief of a session.
 *
 * @param context SessionStart's. Needs read permission on the vault and the project's graph, read and write on the index.
 * @returns The brief, `""` where there is nothing to say, and whether the index has to be brought up to date.
 */
export async function briefSession(
  context: Context,
): Promise<{ text: string; indexIsOld: boolean }> {
  const { config, log, event, env } = context;
  const vault = realFolder(config.vault.path);
  const { facts, indexIsOld } = await attempt(
    log,
    "read the vault",
    () => vaultFacts(context, vault),
    { facts: null, indexIsOld: vault !== null },
  );
  const graphify = facts?.graphify !== false && canRunGraphify();
  const gods =
    vault !== null && chooseEngine(config, () => graphify) === "graphify"
      ? await attempt(
        log,
        "read the graph",
        () => graphifyGodNodes(context),
        [],
      )
      : [];
  const brief: BriefFacts = {
    godNodes: gods.length > 0
      ? gods
      : (facts?.godNodes ?? []).map((note) => ({ ...note, label: note.title })),
    conventions: facts?.conventions ?? [],
    unnamedConventions: facts?.unnamedConventions ?? 0,
    journal: vault === null ? null : journalPath(config, context.now()),
    projectGraph: projectGraph(event.cwd ?? env("CLAUDE_PROJECT_DIR") ?? null),
    graphify,
  };
  const budget = context.flags.number("budget", 1, Number.MAX_SAFE_INTEGER);
  const maxUnits = Math.min(budget ?? config.brief.maxChars, MOST_UNITS);
  const memories = await attempt(
    log,
    "read the memories",
    () => memoriesOf(context, budget ?? config.memory.briefChars),
    null,
  );
  return { text: composeBrief(brief, config, memories, maxUnits), indexIsOld };
}

/** What is said of the memories; after a compaction also what the session wrote, which the summary may have lost. */
async function memoriesOf(
  context: Context,
  maxUnits: number,
): Promise<Chapter | null> {
  const { config, event, flags, places } = context;
  if (maxUnits === 0) return null;
  const domain = flags.text("domain") ?? "";
  const { domainCase } = config.memory;
  const memories = await knownMemories(places, domain, domainCase);
  if (memories === null) return null;
  return memoryChapter(memories, {
    domain,
    maxUnits,
    since: event.source === "compact" ? await beginning(context) : null,
  });
}

/**
 * When the session began, in ms since the epoch, as far as it is on record. A memory tells the server that wrote it and not the host's
 * session, so what any session wrote since then counts as written meanwhile.
 */
async function beginning({ event, places }: Context): Promise<number | null> {
  const { sessionId } = event;
  if (sessionId === null) return null;
  const { readLedger } = await import("./rare.ts");
  const ledger = readLedger(places.state, sessionId);
  const first = ledger?.records.find((record) =>
    record.kind === "start" && record.source !== "compact"
  );
  return first === undefined ? null : Date.parse(first.at);
}

async function vaultFacts(
  context: Context,
  vault: string | null,
): Promise<VaultFacts> {
  if (vault === null) return { facts: null, indexIsOld: false };
  const known = readKnownFacts(vault, context.places, context.config);
  if (known !== null) {
    return { facts: known, indexIsOld: isOld(context, known) };
  }
  const { readVault } = await import("./rare.ts");
  const { facts, complete, moved } = await readVault(vault, context);
  if (moved && chooseEngine(context.config) === "builtin") {
    markDirty(context.places, context.now());
  }
  return { facts, indexIsOld: !complete || isOld(context, facts) };
}

function isOld(context: Context, { refreshedAt }: KnownFacts): boolean {
  return Math.abs(context.now().getTime() - refreshedAt) > REFRESH_MS;
}

async function graphifyGodNodes(
  { config }: Context,
): Promise<BriefFacts["godNodes"]> {
  const { readGodNodes } = await import("./rare.ts");
  return readGodNodes(outputFolder(config), config.brief.godNodes);
}

/** The project's own graph. Only the one below the folder in which the hook runs may be read, which is the session's. */
function projectGraph(cwd: string | null): string | null {
  if (cwd === null) return null;
  const path = join(cwd, PROJECT_GRAPH);
  try {
    return Deno.statSync(path).isFile ? path : null;
  } catch (error) {
    if (isMissing(error) || error instanceof Deno.errors.NotCapable) {
      return null;
    }
    throw error;
  }
}

function realFolder(path: string): string | null {
  try {
    return Deno.statSync(path).isDirectory ? Deno.realPathSync(path) : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
