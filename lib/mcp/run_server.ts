import deno from "../../deno.json" with { type: "json" };
import { type Config, loadConfig } from "../config.ts";
import { startDaemon } from "../daemon/start_daemon.ts";
import { type Log, openLog, reason } from "../log.ts";
import { serverMark } from "../memory/server_mark.ts";
import { basename, dirname, join } from "../path.ts";
import { type Environment, findPlaces, type Places } from "../place.ts";
import { isFile, writePrivateFile } from "../private_file.ts";
import { type Hook, HOOKS, programName, workerFile } from "../registry.ts";
import { endProcess } from "../telemetry/end_process.ts";
import { writeText } from "../write_text.ts";
import { instructions } from "./instructions.ts";
import { readDrift } from "./read_drift.ts";
import { makeServer } from "./server.ts";
import { sessionStamp } from "./session_stamp.ts";
import { StdioTransport } from "./stdio_transport.ts";
import { StoredMemories } from "./stored_memories.ts";
import { warmUp } from "./warm_up.ts";

/** Milliseconds that open calls are waited for once stdin has ended. */
const LAST_CALLS_MS = 15_000;

/**
 * Runs the MCP server on stdin and stdout until stdin ends, or it is told to end (SIGTERM, SIGINT, SIGHUP). Exits 0; 1 where it cannot find
 * its places.
 *
 * @param hook The server's row in the registry.
 * @param script The server's own place, `import.meta`.
 */
export async function runServer(
  hook: Hook,
  script: ImportMeta,
): Promise<never> {
  if (Deno.args.length > 0) {
    writeText(
      Deno.stdout,
      `${programName(hook)}: ${hook.purpose}.
A host of MCP servers starts it, such as Claude Code (claude mcp add). Log: memory-hooks.log in the state folder.
`,
    );
    Deno.exit(0);
  }
  const env: Environment = (name) => Deno.env.get(name);
  const folder = Deno.build.standalone
    ? dirname(Deno.execPath())
    : script.dirname ?? ".";
  const now = (): Date => new Date();
  let places: Places;
  try {
    places = findPlaces(env, folder, isSource(folder) ? isFile : () => false);
  } catch (error) {
    writeText(Deno.stderr, `${programName(hook)}: ${reason(error)}\n`);
    Deno.exit(1);
  }
  const log = openLog(places.state, hook.name, now);
  const escaped = (event: Event, cause: unknown): void => {
    event.preventDefault();
    log.error("Cannot go on with a step", cause);
  };
  addEventListener("error", (event) => escaped(event, event.error));
  addEventListener(
    "unhandledrejection",
    (event) => escaped(event, event.reason),
  );
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    if (Deno.build.os === "windows" && signal === "SIGTERM") continue;
    // What a call has asked the daemon for is done without this process.
    Deno.addSignalListener(signal, () => void endProcess(0));
  }
  try {
    writePrivateFile(serverMark(places), "");
  } catch (error) {
    log.error("Cannot say that the memory is in use", error);
  }
  try {
    await serve(places, folder, { env, log, now });
  } catch (error) {
    log.error("Cannot serve", error);
  }
  return await endProcess(0);
}

async function serve(
  places: Places,
  folder: string,
  { env, log, now }: {
    env: Environment;
    log: Log;
    now: () => Date;
  },
): Promise<void> {
  const command = daemonCommand(folder);
  const config = (): Promise<Config> => loadConfig(places, log);
  const memories = new StoredMemories({
    places,
    log,
    now,
    config,
    daemon: {
      socket: places.socket,
      places,
      start: () => {
        startDaemon({ command, places, env, log, now });
      },
    },
  });
  const server = makeServer({
    version: deno.version,
    instructions: instructions(drift(places, folder, log)),
    memories,
    session: sessionStamp(now(), Deno.pid),
    brief: async (domain) => warmUp(places, await config(), domain),
    log,
  });
  const transport = new StdioTransport(Deno.stdin, Deno.stdout);
  await server.connect(transport);
  await transport.ended;
  await Promise.race([
    transport.answered(),
    new Promise((resolve) => setTimeout(resolve, LAST_CALLS_MS)),
  ]);
  memories.close();
}

/** What is wrong with the installation; that this cannot be found out is no reason not to serve. */
function drift(places: Places, folder: string, log: Log): string {
  try {
    return readDrift(places, isSource(folder) ? dirname(folder) : null);
  } catch (error) {
    log.warn(`Cannot look at the installation: ${reason(error)}`);
    return "";
  }
}

/** The daemon beside the running program: its program where installed, else its script. */
function daemonCommand(folder: string): string {
  const { standalone, os } = Deno.build;
  const daemon = HOOKS["memoryd"];
  return join(
    folder,
    isSource(folder)
      ? basename(daemon.source)
      : workerFile(daemon, standalone ? "native" : "script", os === "windows"),
  );
}

function isSource(folder: string): boolean {
  return basename(folder) === "hooks";
}
