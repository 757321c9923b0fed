import { assert } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { indexFile } from "../../lib/graph/index_file.ts";
import { findPlaces, type Places } from "../../lib/place.ts";
import {
  type ClaudeOptions,
  type ClaudeResult,
  runClaude,
} from "../_support/claude.ts";
import { daemonEnded } from "../_support/daemon_ended.ts";
import { filesBelow } from "../_support/files_below.ts";
import type { HookCommand } from "../_support/hook_programs.ts";
import { type ProgramResult, runProgram } from "../_support/program.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { workerEnded } from "../_support/worker_ended.ts";
import { type InstallerResult, runInstaller } from "../install/_support.ts";

/** How the hooks get into the home. */
export interface Installation {
  /** The Deno that runs `install.ts`; by default the one that runs the tests. */
  readonly deno?: string;
  /** The form: `--no-compile` or `--require-native`. */
  readonly form: string;
  /** Variables of the installer's. */
  readonly env?: Record<string, string>;
  /** Folders of PATH before the system's, relative to home, for the installer and for Claude Code. */
  readonly tools?: string;
  /** Variables that name places, relative to home, for the installer and for Claude Code. */
  readonly moved?: Record<string, string>;
}

/** The installation in the form that needs nothing but the Deno that runs the tests. */
export const SCRIPTS: Installation = { form: "--no-compile" };

/** A person's home folder with a vault in it, a project beside it, and whatever the real installer and Claude Code make of that. */
export interface Home extends AsyncDisposable {
  /** The home folder; its path has spaces and letters of many scripts. */
  readonly home: string;
  /** The vault, below home; its path has quotes, too. */
  readonly vault: string;
  /** A folder to work in. */
  readonly project: string;
  readonly places: Places;
  /** Claude Code's settings file. */
  readonly settings: string;
  /** The flag of the form in which the hooks are installed. */
  readonly form: string;
  /** Runs `install.ts` with these arguments and no others. */
  installer(args: string[]): Promise<InstallerResult>;
  /** Installs with the form and the vault, and further arguments. */
  install(...args: string[]): Promise<InstallerResult>;
  /** How Claude Code starts a hook, as the settings file says. */
  command(event: string): Promise<HookCommand>;
  /** Runs an installed hook as Claude Code does, with an event's fields on stdin. */
  hook(
    event: string,
    fields: Record<string, unknown>,
  ): Promise<ProgramResult>;
  /** Runs the real Claude Code, by default in the project. */
  claude(
    options: Omit<ClaudeOptions, "home" | "cwd"> & { cwd?: string },
  ): Promise<ClaudeResult>;
  /** Waits until no worker runs. */
  settled(): Promise<void>;
  /** The journal's entries, each from its heading on. */
  journal(): Promise<string[]>;
  /** The entries of one session. */
  entriesOf(sessionId: string): Promise<string[]>;
  /** The records in a session's ledger. */
  ledger(sessionId: string): Promise<Record<string, unknown>[]>;
  /** The paths of the notes in the index. */
  indexed(): Promise<string[]>;
  /** The graph's files of notes, by what graph.json says. */
  graphed(): Promise<string[]>;
  /** The log's lines that are not merely of interest. */
  complaints(): Promise<string[]>;
}

/**
 * Makes a home, removed at the end of the scope once no worker runs any more.
 *
 * @param notes The vault's notes.
 * @param installation How the hooks get into it.
 */
export async function makeHome(
  notes: Record<string, string>,
  installation: Installation = SCRIPTS,
): Promise<Home> {
  const base = await tempDir(" e2e");
  const home = `${base.path}/hö mé 日本`;
  const vault = `${home}/it's a "Second Brain" ü`;
  const project = `${base.path}/my 'project'`;
  await Deno.mkdir(vault, { recursive: true });
  await Deno.mkdir(project);
  await writeFiles(vault, notes);
  const { form, tools, deno } = installation;
  const path = `${tools === undefined ? "" : `${home}/${tools}:`}/usr/bin:/bin`;
  const env: Record<string, string> = { HOME: home, PATH: path };
  for (const [name, place] of Object.entries(installation.moved ?? {})) {
    env[name] = `${home}/${place}`;
  }
  const places = findPlaces((name) => env[name], "/nowhere", () => false);
  const installer = (args: string[]): Promise<InstallerResult> =>
    runInstaller(home, args, {
      env: { ...env, ...installation.env },
      ...(deno === undefined ? {} : { deno }),
    });
  const settings = `${places.claude}/settings.json`;
  const command = async (event: string): Promise<HookCommand> => {
    const { hooks } = JSON.parse(await Deno.readTextFile(settings));
    const handlers: HookCommand[] = hooks[event].flatMap((
      group: { hooks: HookCommand[] },
    ) => group.hooks);
    // The user may have hooks of their own there.
    const ours = handlers.find(({ command }) =>
      command.startsWith(`${places.data}/bin/`)
    );
    assert(ours !== undefined, `no hook of ours for ${event}`);
    return { command: ours.command, args: ours.args };
  };
  const journal = async (): Promise<string[]> => {
    const texts: string[] = [];
    for (const path of await filesBelow(`${vault}/journal`)) {
      texts.push(await Deno.readTextFile(path));
    }
    return texts.join("").split(/^(?=## )/m).slice(1).map((it) => it.trimEnd());
  };
  return {
    home,
    vault,
    project,
    places,
    settings,
    form,
    installer,
    install: (...args) => installer([form, "--vault", vault, ...args]),
    command,
    hook: async (event, fields) =>
      await runProgram({
        ...await command(event),
        cwd: project,
        env,
        stdin: JSON.stringify({
          hook_event_name: event,
          session_id: "session-1",
          cwd: project,
          ...fields,
        }),
      }),
    claude: (options) =>
      runClaude({
        home,
        cwd: project,
        ...options,
        env: { ...env, ...options.env },
      }),
    settled: () => workerEnded(places),
    journal,
    entriesOf: async (id) =>
      (await journal()).filter((it) => it.includes(`session: \`${id}\``)),
    async ledger(id) {
      const path = `${places.state}/sessions/${id}.jsonl`;
      const lines = (await Deno.readTextFile(path)).split("\n");
      return lines.filter((line) => line !== "").map((it) => JSON.parse(it));
    },
    async indexed() {
      using db = new DatabaseSync(
        indexFile(places, await Deno.realPath(vault)),
        { readOnly: true },
      );
      return db.prepare("SELECT path FROM notes ORDER BY path").all()
        .map(({ path }) => String(path));
    },
    async graphed() {
      const text = await Deno.readTextFile(`${vault}/graphify-out/graph.json`);
      const { nodes } = JSON.parse(text) as {
        nodes: { source_file: string }[];
      };
      return [...new Set(nodes.map((node) => node.source_file))].sort();
    },
    async complaints() {
      const log = await Deno.readTextFile(`${places.state}/memory-hooks.log`);
      return log.split("\n").filter((line) =>
        line !== "" && !/^\S+ INFO /.test(line)
      );
    },
    async [Symbol.asyncDispose]() {
      await workerEnded(places, true);
      await daemonEnded(places);
      await base[Symbol.asyncDispose]();
    },
  };
}
