import { v8Flags } from "../../lib/install/v8_flags.ts";
import { HOOKS } from "../../lib/registry.ts";
import type { Invocation } from "../../lib/telemetry.ts";
import { telemetryEnv } from "../../lib/telemetry/telemetry_env.ts";
import { FORM } from "../_support/hook_programs.ts";
import {
  type ProgramResult,
  type RunningProgram,
  runProgram,
  startProgram,
} from "../_support/program.ts";
import { tempDir } from "../_support/temp.ts";

const SCRIPT = decodeURIComponent(
  new URL("_process.ts", import.meta.url).pathname,
);

/** A hook and a daemon that share a folder of telemetry, as scripts or as executables. */
export interface TelemetryProcess extends AsyncDisposable {
  /** The folder, as `telemetry` in that of capture. */
  readonly folder: string;
  /** Runs a hook that records one invocation and ends. */
  hook(invocation: Partial<Invocation>): Promise<ProgramResult>;
  /** Starts the daemon. */
  daemon(): RunningDaemon;
}

/** The daemon. */
export interface RunningDaemon {
  readonly program: RunningProgram;
  /** Lets it end. */
  end(): void;
}

/**
 * Makes both. They may read and write their folder, and not reach the network. An executable is made by the Deno that
 * `MEMORY_HOOKS_NATIVE_DENO` names; whether it exports is decided when it is compiled (2.7.11, measured).
 *
 * @param env The environment of both, before the daemon gets what is ours of it.
 */
export async function telemetryProcess(
  env: Record<string, string>,
): Promise<TelemetryProcess> {
  const tmp = await tempDir();
  const folder = `${tmp.path}/state/telemetry`;
  const flags = [
    "--no-check",
    "--allow-env=OTEL_*",
    `--allow-read=${tmp.path}/state`,
    `--allow-write=${tmp.path}/state`,
  ];
  const deno = Deno.env.get("MEMORY_HOOKS_NATIVE_DENO") ?? Deno.execPath();
  const script = (name: "capture-prompt" | "memoryd") => ({
    command: Deno.execPath(),
    args: ["run", "--quiet", v8Flags(HOOKS[name], true), ...flags, SCRIPT],
  });
  const compiled = async (name: string, on: string) => {
    const command = `${tmp.path}/${name}`;
    const { code, stderr } = await new Deno.Command(deno, {
      args: ["compile", "--quiet", ...flags, "--output", command, SCRIPT],
      env: { OTEL_DENO: on },
      stdin: "null",
    }).output();
    if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
    return { command, args: [] };
  };
  const isNative = FORM === "native";
  const hook = isNative
    ? await compiled("hook", "false")
    : script("capture-prompt");
  const daemon = isNative
    ? await compiled("daemon", "true")
    : script("memoryd");
  const started: RunningProgram[] = [];
  const version = isNative ? await versionOf(deno) : undefined;
  const daemonEnv = {
    HOME: tmp.path,
    ...telemetryEnv((name) => env[name], version),
  };
  return {
    folder,
    hook: (invocation) =>
      runProgram({
        command: hook.command,
        args: [...hook.args, "hook", folder, JSON.stringify(full(invocation))],
        env: { HOME: tmp.path, ...env },
      }),
    daemon() {
      const ending = Promise.withResolvers<void>();
      const program = startProgram({
        command: daemon.command,
        args: [...daemon.args, "daemon", folder],
        env: daemonEnv,
        stdin: (async function* () {
          await ending.promise;
          yield "";
        })(),
      });
      started.push(program);
      return { program, end: ending.resolve };
    },
    async [Symbol.asyncDispose](): Promise<void> {
      for (const program of started) {
        program.kill("SIGKILL");
        await program.result;
      }
      await tmp[Symbol.asyncDispose]();
    },
  };
}

function full(
  { redactions = new Map(), ...rest }: Partial<Invocation>,
): Record<string, unknown> {
  return {
    hookKind: "userpromptsubmit",
    outcome: "emitted",
    sessionId: "6a1f0c2e-8d1b-4a7e-9f00-0123456789ab",
    startMs: Date.now(),
    durationMs: 12.5,
    redactionMatchCount: 0,
    traceId: null,
    parent: null,
    ...rest,
    redactions: Object.fromEntries(redactions),
  };
}

async function versionOf(deno: string): Promise<string> {
  const { stdout } = await new Deno.Command(deno, { args: ["--version"] })
    .output();
  return new TextDecoder().decode(stdout).split(" ")[1] ?? "";
}
