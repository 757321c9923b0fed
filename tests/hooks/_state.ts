import { DatabaseSync } from "node:sqlite";
import { indexFile } from "../../lib/graph/index_file.ts";
import type { Sandbox } from "../_support/sandbox.ts";

const DAY_MS = 86_400_000;

/** Writes the stamp of a rebuild that was so many days ago. Gives its time. */
export async function stampAged(box: Sandbox, days: number): Promise<Date> {
  const at = new Date(Math.floor((Date.now() - days * DAY_MS) / 1000) * 1000);
  await Deno.mkdir(box.places.graphCache, { recursive: true });
  await Deno.writeTextFile(box.places.rebuildStamp, "");
  await Deno.utime(box.places.rebuildStamp, at, at);
  return at;
}

/** When the last rebuild succeeded, `null` where none has. */
export async function stampTime(box: Sandbox): Promise<Date | null> {
  return (await statOrNull(box.places.rebuildStamp))?.mtime ?? null;
}

/** Makes the index, and the graph where it is stale, as a session start and its worker do. */
export async function indexed(box: Sandbox): Promise<void> {
  await box.run("session-start", {
    source: "startup",
    "session_id": "indexer",
  });
  await box.settled();
  await box.run("session-end", { reason: "other", "session_id": "indexer" });
  await removeTree(`${box.vault}/journal`);
}

/** The path of the index of the sandbox's vault. */
export async function indexPath(box: Sandbox): Promise<string> {
  return indexFile(box.places, await Deno.realPath(box.vault));
}

/** Asks the index. */
export async function askIndex(
  box: Sandbox,
  sql: string,
): Promise<Record<string, unknown>[]> {
  using db = new DatabaseSync(await indexPath(box));
  return db.prepare(sql).all();
}

/** The paths of the notes in the index. */
export async function indexedNotes(box: Sandbox): Promise<string[]> {
  return (await askIndex(box, "SELECT path FROM notes ORDER BY path"))
    .map(({ path }) => String(path));
}

/** The text of all files of the journal, oldest first. */
export async function journalText(
  box: Sandbox,
  vault: string = box.vault,
): Promise<string> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(`${vault}/journal`)) {
      names.push(name);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const texts = await Promise.all(
    names.sort().map((name) => Deno.readTextFile(`${vault}/journal/${name}`)),
  );
  return texts.join("");
}

/** The entries of the journal: each its lines from the heading on. */
export async function journalEntries(
  box: Sandbox,
  vault: string = box.vault,
): Promise<string[]> {
  const text = await journalText(box, vault);
  return text.split(/^(?=## )/m).slice(1).map((entry) => entry.trimEnd());
}

/** The records in a session's ledger. */
export async function ledgerRecords(
  box: Sandbox,
  sessionId: string,
): Promise<Record<string, unknown>[]> {
  const path = `${box.places.state}/sessions/${sessionId}.jsonl`;
  return (await textOrNothing(path)).split("\n").filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** The sessions that are marked as open, but for a start that `wholeBrief()` asked for. */
export async function openedSessions(box: Sandbox): Promise<string[]> {
  const folder = `${box.places.state}/sessions/open`;
  if (!await exists(folder)) return [];
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
  return names.filter((name) => name !== "again");
}

/** The names of the files that wait in the spool. */
export async function spooled(box: Sandbox): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(`${box.places.state}/spool`)) {
      if (name.endsWith(".json")) names.push(name);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names.sort();
}

/** Whether anything is at a path. */
export async function exists(path: string): Promise<boolean> {
  return await statOrNull(path) !== null;
}

/** The text of a file, `""` where there is none. */
export async function textOrNothing(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

/** The command lines that the stand-in for graphify was called with, one command only. */
export async function graphifyCalls(
  box: Sandbox,
  command: string,
): Promise<string[][]> {
  const calls = await box.graphify?.calls() ?? [];
  return calls.map(({ args }) => args).filter(([first]) => first === command);
}

/** The log's lines, none where its folder is a file. */
export async function logOf(box: Sandbox): Promise<string[]> {
  try {
    return await box.log();
  } catch (error) {
    if (error instanceof Deno.errors.NotADirectory) return [];
    throw error;
  }
}

/** A line of the log for each that is not merely of interest. */
export async function complaints(box: Sandbox): Promise<string[]> {
  return (await box.log()).filter((line) => !/^\S+ INFO /.test(line));
}

async function statOrNull(path: string): Promise<Deno.FileInfo | null> {
  try {
    return await Deno.lstat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

async function removeTree(path: string): Promise<void> {
  if (await exists(path)) await Deno.remove(path, { recursive: true });
}
