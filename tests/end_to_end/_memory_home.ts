import { assert, assertEquals } from "@std/assert";
import { readRegularFile } from "../../lib/private_file.ts";
import type { ClaudeResult } from "../_support/claude.ts";
import { claudeProgram } from "../_support/claude_program.ts";
import { isAlive } from "../_support/is_alive.ts";
import {
  type MessagesApi,
  messagesApi,
  type MessagesApiOptions,
} from "../_support/messages_api.ts";
import { type ProgramResult, runProgram } from "../_support/program.ts";
import { type Home, type Installation, makeHome } from "./_home.ts";

/** What the user's own hook is told at the end of each turn, in the folder of the session. */
export const OWN_FILE = "own-stops.jsonl";

/** The user's own settings. */
export const OWN_SETTINGS =
  `{\r\n   "hooks": { "Stop": [{"hooks": [{"type": "command", "command": "cat >> ${OWN_FILE}; echo >> ${OWN_FILE}"}]}] },\r\n   "cleanupPeriodDays": 99}`;

/** The folder of tools on PATH, below home. */
const TOOLS = "my tools";

/** Claude Code waits for the server however slow the machine is, where it would otherwise begin without its tools. */
const PATIENT = {
  MCP_CONNECTION_NONBLOCKING: "0",
  MCP_TIMEOUT: "120000",
  MCP_TOOL_TIMEOUT: "120000",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
};

/** How a turn is to be. */
export interface TurnOptions {
  /** The folder of the session; by default the one that is not captured. */
  readonly cwd?: string;
  /** `--continue` unless the session is a new one. */
  readonly isNew?: boolean;
  /** Whether Claude Code knows the server by its own registration alone. */
  readonly isRegistered?: boolean;
}

/** The API of a turn that is over, and how Claude Code ended. */
export interface Turn extends MessagesApi {
  readonly run: ClaudeResult;
}

/** A home with Claude Code on PATH, a vault, and a user's own settings. */
export interface MemoryHome extends Home {
  /** A folder to work in that is never captured. */
  readonly work: string;
  /** The file that starts the installed server. */
  readonly server: string;
  /** Runs the installer, which must end well, and gives what it says. */
  ask(...args: string[]): Promise<string>;
  /** A turn of a session, which must end well and use up its script. */
  turn(
    prompt: string,
    script?: MessagesApiOptions,
    options?: TurnOptions,
  ): Promise<Turn>;
  /** Runs Claude Code with other arguments than those of a turn. */
  claudeCode(...args: string[]): Promise<ProgramResult>;
  /** The file that says what a session was asked for. */
  asked(sessionId: string): string;
  /** As if the warden had been asked for a while ago; gives when that would have been. */
  makeDue(sessionId: string): Promise<string>;
  /** Whether each end of a turn in a folder came of what a Stop hook had said, as the user's own was told. */
  stops(folder: string): boolean[];
  /** The process of the daemon, which must run. */
  daemon(): Promise<number>;
}

/**
 * Makes such a home.
 *
 * @param notes The vault's notes.
 * @param installation How the hooks get into it.
 */
export async function makeMemoryHome(
  notes: Record<string, string>,
  installation: Installation,
): Promise<MemoryHome> {
  const home = await makeHome(notes, {
    ...installation,
    tools: TOOLS,
    env: { ...PATIENT, ...installation.env },
  });
  const { places } = home;
  const work = `${home.project} not captured`;
  const server = `${places.data}/bin/memory-mcp`;
  const config = `${home.home}/mcp.json`;
  const command = `${home.home}/${TOOLS}/claude`;
  for (const folder of [work, places.claude, `${home.home}/${TOOLS}`]) {
    await Deno.mkdir(folder);
  }
  await Deno.symlink(await claudeProgram(), command);
  await Deno.writeTextFile(home.settings, OWN_SETTINGS);
  await Deno.writeTextFile(
    config,
    JSON.stringify({ mcpServers: { memory: { command: server, args: [] } } }),
  );
  const asked = (id: string) => `${places.state}/warden/${id}.json`;
  return {
    ...home,
    work,
    server,
    asked,
    async ask(...args) {
      const { code, stdout, stderr } = await home.installer(args);
      assertEquals(code, 0, `${args.join(" ")}: ${stderr}${stdout}`);
      return stdout;
    },
    async turn(prompt, script = {}, { cwd = work, ...options } = {}) {
      const api = messagesApi(script);
      try {
        const run = await home.claude({
          prompt,
          api,
          cwd,
          args: [
            ...options.isNew ? [] : ["--continue"],
            ...options.isRegistered
              ? []
              : ["--mcp-config", config, "--strict-mcp-config"],
          ],
          env: PATIENT,
          allowedTools: "Write,Read,Bash,Agent,mcp__memory__*",
        });
        assertEquals([run.code, run.stderr, api.left], [0, "", 0]);
        return Object.assign(api, { run });
      } catch (error) {
        await api[Symbol.asyncDispose]();
        throw error;
      }
    },
    claudeCode: (...args) =>
      runProgram({
        command,
        args,
        env: { HOME: home.home, PATH: "/usr/bin:/bin", ...PATIENT },
        cwd: work,
      }),
    async makeDue(id) {
      const state = JSON.parse(await Deno.readTextFile(asked(id)));
      const at = new Date(Date.parse(state.asked_at) - 21 * 60_000);
      const changed = { ...state, asked_at: at.toISOString() };
      await Deno.writeTextFile(asked(id), JSON.stringify(changed));
      return changed.asked_at;
    },
    stops: (folder) =>
      (readRegularFile(`${folder}/${OWN_FILE}`) ?? "").split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line).stop_hook_active),
    async daemon() {
      const { pid } = JSON.parse(await Deno.readTextFile(places.daemonLock));
      assert(await isAlive(pid));
      return pid;
    },
  };
}
