import type { Config } from "../../lib/config.ts";
import { assembleConfig } from "../../lib/config/assemble_config.ts";
import type { HostEvent } from "../../lib/event.ts";
import type { Log } from "../../lib/log.ts";
import { findPlaces, type Places } from "../../lib/place.ts";
import { tempDir } from "../_support/temp.ts";

/** A private home with a vault, and a log that is kept in memory. */
export interface Lab extends AsyncDisposable {
  readonly home: string;
  readonly vault: string;
  readonly places: Places;
  readonly config: Config;
  readonly log: Log;
  readonly lines: string[];
}

/** Makes a lab with an empty vault. */
export async function lab(): Promise<Lab> {
  const tmp = await tempDir(" läb");
  const vault = `${tmp.path}/vault`;
  await Deno.mkdir(vault);
  const lines: string[] = [];
  return {
    home: tmp.path,
    vault,
    ...settings(tmp.path, vault),
    log: memoryLog(lines),
    lines,
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  };
}

/** Places and config below a home, with the journal's day in UTC. */
export function settings(
  home: string,
  vault: string,
): { readonly places: Places; readonly config: Config } {
  const places = findPlaces(
    (name) => name === "HOME" ? home : undefined,
    `${home}/program`,
    () => false,
  );
  const defaults = assembleConfig({}, home);
  const journal = { dir: "journal", day: "utc" as const };
  return { places, config: { ...defaults, vault: { path: vault }, journal } };
}

/** A log that keeps its lines. */
export function memoryLog(lines: string[]): Log {
  return {
    info: (message) => lines.push(`INFO ${message}`),
    warn: (message) => lines.push(`WARN ${message}`),
    error: (message, cause) => lines.push(`ERROR ${message}: ${cause}`),
  };
}

/** An event of a session, everything else as the host would leave it out. */
export function hostEvent(
  sessionId: string | null,
  more: Partial<HostEvent> = {},
): HostEvent {
  return {
    name: "SessionEnd",
    sessionId,
    cwd: "/home/u/my proj",
    transcriptPath: null,
    source: null,
    reason: "prompt_input_exit",
    toolName: null,
    toolInput: {},
    toolResponse: null,
    toolUseId: null,
    agentId: null,
    ...more,
  };
}

/** The text of the journal's only file, `""` where there is none. */
export function journalText(vault: string): string {
  let text = "";
  try {
    for (const { name } of Deno.readDirSync(`${vault}/journal`)) {
      text += Deno.readTextFileSync(`${vault}/journal/${name}`);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return text;
}

/** One whole entry of the journal. */
const ENTRY =
  /^## \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ · .+\n\n- project: .+\n(?:- notes: .+\n)?(?:- (?:request|changed|decided|open): .+\n){0,6}(?:- never ended: .+\n)?- session: `(.+)` \((\w+)\) \^s[0-9a-z]{12}\n$/;

/**
 * The sessions that a journal's text has entries of, each as `id reason`, in order.
 *
 * @throws {SyntaxError} when anything in the file below its title is no whole entry.
 */
export function entriesOf(text: string): string[] {
  const parts = text.split(/^(?=## )/m);
  return parts.slice(1).map((part, index) => {
    const last = index === parts.length - 2;
    const entry = ENTRY.exec(last ? part : part.replace(/\n\n$/, "\n"));
    if (entry === null) throw new SyntaxError(`No whole entry: ${part}`);
    return `${entry[1]} ${entry[2]}`;
  });
}

/** The names in the spool's folder that are entries waiting. */
export function spooledNames(places: Places): string[] {
  try {
    return Array.from(
      Deno.readDirSync(`${places.state}/spool`),
      ({ name }) => name,
    ).filter((name) => name !== ".lock").sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
