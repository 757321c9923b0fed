import {
  type BriefFacts,
  composeBrief,
  journalPath,
} from "../brief/compose_brief.ts";
import { type Chapter, GAP } from "../brief/fit_chapters.ts";
import { type KnownFacts, readKnownFacts } from "../brief/known_facts.ts";
import { loadedMessage } from "../brief/loaded_message.ts";
import { hasStore } from "../brief/known_memories.ts";
import { attempt } from "../frame/attempt.ts";
import type { Context } from "../frame/run.ts";
import { canRunGraphify, chooseEngine } from "../graph/choose.ts";
import { markDirty } from "../graph/dirty.ts";
import { outputFolder } from "../graph/graphify.ts";
import { readGist } from "../memory/gist.ts";
import { join } from "../path.ts";
import { exists, isMissing } from "../private_file.ts";
import { PROJECT_GRAPH } from "../registry.ts";
import type { LastChapter } from "./last_session.ts";
import { viewerPort } from "./viewer_port.ts";

/** Milliseconds after which notes that were edited in place elsewhere are looked for. */
const REFRESH_MS = 3_600_000;

/** The host replaces a longer text by a preview at 10,000 UTF-16 units (Claude Code 2.1.332, measured). */
const MOST_UNITS = 9900;

/** What is to be done in the background after the vault was read. */
export interface VaultState {
  /** Whether the index has to be brought up to date. */
  readonly indexIsOld: boolean;
  /** Whether the graph's files were just found to be behind. */
  readonly graphIsOld: boolean;
}

/** What the notes themselves tell. */
interface VaultFacts extends VaultState {
  readonly facts: KnownFacts | null;
}

/** What a session start says. */
export interface SessionBrief extends VaultState {
  /** The brief, `""` where there is nothing to say. */
  readonly text: string;
  /** What the person is told, `""` where that is nothing. */
  readonly message: string;
}

/**
 * Writes the brief of a session.
 *
 * @param context SessionStart's. Needs read permission on the vault, the store and the project's graph, read and write on the index.
 */
export async function briefSession(context: Context): Promise<SessionBrief> {
  const { config, log, event, env } = context;
  const vault = realFolder(config.vault.path);
  const { facts, ...state } = await attempt(
    log,
    "read the vault",
    () => vaultFacts(context, vault),
    { facts: null, indexIsOld: vault !== null, graphIsOld: false },
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
  const memoryUnits = budget ?? config.memory.briefChars;
  const isTold = memoryUnits > 0 && hasStore(context.places);
  const last = await attempt(
    log,
    "read of the last session",
    () => lastSessionOf(context),
    null,
  );
  const said = async (
    text: string,
    memories: number,
  ): Promise<SessionBrief> => {
    const isLastTold = last !== null && text.includes(last.heading);
    if (isLastTold) await noteLast(context, last.summary);
    return {
      text,
      message: loadedMessage({
        memories: text === "" ? 0 : memories,
        notes: text === ""
          ? 0
          : brief.godNodes.length + brief.conventions.length,
        lastSession: isLastTold,
      }, viewerPort(context.places)),
      ...state,
    };
  };
  const written = isTold
    ? writtenBrief(context, memoryUnits)
    : { text: "", total: 0 };
  if (written !== null) {
    // Where all of it fits as it is, this is what composing it makes.
    const text = [
      composeBrief(brief, config, null, Infinity, last),
      written.text,
    ].filter((it) => it !== "").join(GAP);
    if (text.length <= maxUnits) {
      return await said(text, written.text === "" ? 0 : written.total);
    }
  }
  const memories = isTold
    ? await attempt(
      log,
      "read the memories",
      () => memoriesOf(context, memoryUnits),
      null,
    )
    : null;
  const chapter = memories?.chapter ?? null;
  const text = composeBrief(brief, config, chapter, maxUnits, last);
  return await said(text, chapter === null ? 0 : memories?.total ?? 0);
}

/** What the brief tells no prompt is to tell again. */
async function noteLast(
  { event, log, places }: Context,
  summary: string | undefined,
): Promise<void> {
  const { sessionId } = event;
  if (sessionId === null || summary === undefined) return;
  await attempt(log, "note what the session was told", async () => {
    const { noteTold } = await import("./last_session.ts");
    noteTold(places.turns, sessionId, summary);
  }, undefined);
}

/** Without capture there are no sessions to be told of, and this is all that it costs. */
async function lastSessionOf(context: Context): Promise<LastChapter | null> {
  if (!exists(context.places.projects)) return null;
  const { lastSession } = await import("./last_session.ts");
  return lastSession(context);
}

/**
 * What is said of the memories, as the daemon has written it down; `null` where it is to be written anew: for another limit, of one domain,
 * or after a compaction, which has more to be told.
 */
function writtenBrief(
  { event, flags, places }: Context,
  maxUnits: number,
): { readonly text: string; readonly total: number } | null {
  if (flags.text("domain") || event.source === "compact") return null;
  const gist = readGist(places);
  return gist === null || gist.brief.units !== maxUnits
    ? null
    : { text: gist.brief.text, total: gist.total };
}

/** What is said of the memories; after a compaction also what the session wrote, which the summary may have lost. */
async function memoriesOf(
  context: Context,
  maxUnits: number,
): Promise<{ chapter: Chapter | null; total: number } | null> {
  const { config, event, flags, places } = context;
  const domain = flags.text("domain") ?? "";
  const { domainCase } = config.memory;
  const { knownMemories, memoryChapter } = await import("./rare.ts");
  const memories = await knownMemories(places, domain, domainCase);
  if (memories === null) return null;
  const chapter = memoryChapter(memories, {
    domain,
    maxUnits,
    since: event.source === "compact" ? await beginning(context) : null,
  });
  return { chapter, total: memories.total };
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
  const nothing = { facts: null, indexIsOld: false, graphIsOld: false };
  if (vault === null) return nothing;
  const known = readKnownFacts(vault, context.places, context.config);
  if (known !== null) {
    return { ...nothing, facts: known, indexIsOld: isOld(context, known) };
  }
  const { readVault } = await import("./rare.ts");
  const { facts, complete, moved } = await readVault(vault, context);
  const graphIsOld = moved && chooseEngine(context.config) === "builtin";
  if (graphIsOld) markDirty(context.places, context.now());
  return {
    facts,
    indexIsOld: !complete || isOld(context, facts),
    graphIsOld,
  };
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
