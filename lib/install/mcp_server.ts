import { join } from "@std/path";
import { isFile, readRegularFile } from "../private_file.ts";
import { findProgram } from "../process/find_program.ts";
import { runProgram } from "../process/run_program.ts";
import { HOOKS, workerFile } from "../registry.ts";
import type { Form, Invocation } from "./entry.ts";
import { Failure } from "./failure.ts";
import type { Machine } from "./machine.ts";
import { quoted } from "./quoted.ts";

/** The name that the server is registered by; the tools' names are made of it, and the warden's list of tools has them. */
export const SERVER = "memory";

/** Milliseconds that Claude Code may take; asked for a server, it also starts that one. */
const PATIENCE_MS = 60_000;

/** How the MCP server is registered in Claude Code, for the user. */
export type ServerState =
  | { readonly state: "missing" }
  /** Ours, as this version registers it. */
  | { readonly state: "current"; readonly command: string }
  /** Ours, with another command. */
  | { readonly state: "outdated"; readonly command: string }
  /** Ours, and its command is not on disk. */
  | { readonly state: "broken"; readonly command: string }
  /** Somebody else's, of the same name. */
  | { readonly state: "foreign"; readonly command: string }
  /** Claude Code's own file cannot be understood. */
  | { readonly state: "unknown"; readonly problem: string };

/**
 * How the server is started: an executable, or the launcher of its script, so that the line is a short one.
 *
 * @param machine The machine.
 * @param form How the programs are installed.
 */
export function serverCommand(machine: Machine, form: Form): Invocation {
  const file = workerFile(HOOKS["mcp"], form, machine.windows);
  return { command: join(machine.places.data, "bin", file), args: [] };
}

/**
 * The command line by which the user registers the server.
 *
 * @param server How it is started.
 */
export function addCommand({ command, args }: Invocation): string {
  return ["claude", ...addArgs({ command, args })].map(quoted).join(" ");
}

/** The command line by which the user takes it back. */
export const REMOVE_COMMAND = `claude mcp remove --scope user ${SERVER}`;

function addArgs({ command, args }: Invocation): string[] {
  return ["mcp", "add", "--scope", "user", SERVER, "--", command, ...args];
}

/**
 * Looks how the server is registered. It reads Claude Code's file instead of asking `claude mcp get`, which runs the arguments together,
 * starts the server, and writes that file (Claude Code 2.1.332, measured).
 *
 * @param machine The machine. Needs read permission on `~/.claude.json`, or `$CLAUDE_CONFIG_DIR/.claude.json`.
 * @param form How the programs are installed.
 */
export function lookAtServer(machine: Machine, form: Form): ServerState {
  const path = claudeFile(machine);
  let found: unknown;
  try {
    const text = readRegularFile(path);
    found = text === null
      ? undefined
      : JSON.parse(text)?.["mcpServers"]?.[SERVER];
  } catch (error) {
    const problem = `${path}: ${(error as Error).message}`;
    return { state: "unknown", problem };
  }
  if (typeof found !== "object" || found === null) return { state: "missing" };
  const { command, args, url } = found as Record<string, unknown>;
  const words = [command, ...Array.isArray(args) ? args : []].map(String);
  const line = typeof command === "string"
    ? words.map(quoted).join(" ")
    : String(url ?? "another kind of server");
  if (typeof command !== "string" || !words.some(isOurs)) {
    return { state: "foreign", command: line };
  }
  const wanted = serverCommand(machine, form);
  const isSame = line ===
    [wanted.command, ...wanted.args].map(quoted).join(" ");
  const isThere = words.filter(isOurs).every(isFile);
  return {
    state: !isThere ? "broken" : isSame ? "current" : "outdated",
    command: line,
  };
}

/** Claude Code's own file (2.1.332, measured). */
function claudeFile({ env, places }: Machine): string {
  return env("CLAUDE_CONFIG_DIR")
    ? join(places.claude, ".claude.json")
    : join(places.home, ".claude.json");
}

function isOurs(word: string): boolean {
  return /(?:^|[\\/])(?:memory-mcp(?:\.exe|\.cmd|\.js)?|hooks[\\/]mcp\.ts)$/i
    .test(word);
}

/** What became of the registration. */
export interface ServerRegistered {
  /** Whether it is registered now, or the user was told how. */
  readonly ok: boolean;
  readonly changed: boolean;
  readonly done: readonly string[];
  /** What the user has to do, or know. */
  readonly notes: readonly string[];
}

/**
 * Registers the server in Claude Code by its own `claude mcp add`, for the user. Where `claude` is not on PATH, says what to type. A server of
 * that name which is not ours stays as it is.
 *
 * @param machine The machine. Needs permission to run `claude`.
 * @param form How the programs are installed, `null` where they are not.
 * @throws {Failure} when there is no server to register, or Claude Code does not take it.
 */
export async function registerServer(
  machine: Machine,
  form: Form | null,
): Promise<ServerRegistered> {
  const server = serverCommand(machine, form ?? "native");
  if (form === null || !isFile(server.command)) {
    throw new Failure(
      `Cannot register the MCP server: ${server.command} is not there; install the hooks first (install.ts without --mcp)`,
    );
  }
  const found = lookAtServer(machine, form);
  if (found.state === "foreign") {
    return {
      ok: false,
      changed: false,
      done: [],
      notes: [
        `Claude Code has an MCP server of the name ${SERVER} that is not ours (${found.command}): it stays. \`${REMOVE_COMMAND}\` makes room for this one`,
      ],
    };
  }
  if (found.state === "unknown") {
    throw new Failure(`Cannot register the MCP server: ${found.problem}`);
  }
  const claude = findProgram("claude", machine.env("PATH"));
  if (claude === null) {
    const isRight = found.state === "current";
    return {
      ok: true,
      changed: false,
      done: isRight ? [`The MCP server ${SERVER} is registered already`] : [],
      notes: isRight ? [] : [
        `\`claude\` is not on PATH. Register the MCP server with: ${
          found.state === "missing" ? "" : `${REMOVE_COMMAND}; `
        }${addCommand(server)}`,
      ],
    };
  }
  if (found.state === "current") {
    return {
      ok: true,
      changed: false,
      done: [`The MCP server ${SERVER} is registered already`],
      notes: await whetherItConnects(machine, claude.path),
    };
  }
  if (found.state !== "missing") {
    await runClaude(machine, claude.path, removeArgs);
  }
  await runClaude(machine, claude.path, addArgs(server));
  return {
    ok: true,
    changed: true,
    done: [`Registered the MCP server ${SERVER} in Claude Code`],
    notes: await whetherItConnects(machine, claude.path),
  };
}

const removeArgs = ["mcp", "remove", "--scope", "user", SERVER];

/**
 * Takes the server out of Claude Code, where it is ours.
 *
 * @param machine The machine. Needs permission to run `claude`.
 * @param form How the programs were installed.
 */
export async function unregisterServer(
  machine: Machine,
  form: Form,
): Promise<{ done: string[]; kept: string[] }> {
  const found = lookAtServer(machine, form);
  if (found.state === "missing" || found.state === "foreign") {
    return { done: [], kept: [] };
  }
  const kept = (why: string) => ({
    done: [],
    kept: [
      `the MCP server ${SERVER} in Claude Code (${why}); \`${REMOVE_COMMAND}\` removes it`,
    ],
  });
  if (found.state === "unknown") return kept(found.problem);
  const claude = findProgram("claude", machine.env("PATH"));
  if (claude === null) return kept("`claude` is not on PATH");
  try {
    await runClaude(machine, claude.path, removeArgs);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return kept(error.message);
  }
  return {
    done: [`Removed the MCP server ${SERVER} from Claude Code`],
    kept: [],
  };
}

/** Claude Code starts the server it is asked for, and says how that went. */
async function whetherItConnects(
  machine: Machine,
  claude: string,
): Promise<string[]> {
  const { stdout } = await run(machine, claude, ["mcp", "get", SERVER]);
  const status = /^\s*Status:\s*(.*)$/m.exec(stdout)?.[1] ?? "";
  return /fail|error/i.test(status)
    ? [`Claude Code says of the MCP server: ${status.replace(/^\W+/, "")}`]
    : [];
}

async function runClaude(
  machine: Machine,
  claude: string,
  args: readonly string[],
): Promise<void> {
  const { code, stdout, stderr } = await run(machine, claude, args);
  if (code === 0) return;
  const [why = `exit code ${code}`] = `${stderr}\n${stdout}`.split("\n")
    .filter((line) => line.trim() !== "");
  throw new Failure(`Cannot run claude ${args.slice(0, 2).join(" ")}: ${why}`);
}

async function run(
  machine: Machine,
  claude: string,
  args: readonly string[],
): ReturnType<typeof runProgram> {
  return await runProgram(claude, {
    args,
    // No project: the servers of one would come first.
    cwd: machine.places.home,
    env: machine.wholeEnv,
    timeoutMs: PATIENCE_MS,
    keepBytes: 10_000,
  });
}
