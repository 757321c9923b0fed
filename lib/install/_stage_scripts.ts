import { basename, join } from "@std/path";
import { type Hook, programName, workerFile } from "../registry.ts";
import { runProgram } from "../process/run_program.ts";
import { deferLazyFiles } from "./bundle.ts";
import { invocation } from "./entry.ts";
import { Failure } from "./failure.ts";
import type { Machine } from "./machine.ts";
import type { Progress } from "./progress.ts";
import type { Flags } from "./stage_programs.ts";
import { whyNotRunning } from "./why_not_running.ts";

/**
 * Makes the programs without `deno compile`: beside the bundles a private copy of Deno, so that no update of the user's Deno
 * changes or removes what the hooks run on, and a launcher for each worker, so that the hooks need permission to start that
 * launcher and never Deno itself.
 *
 * @param machine The machine. Needs read permission on the Deno binary, read and write permission on the folder.
 * @param flags The permissions.
 * @param hooks What is made.
 * @param folder The staging folder, with the bundles in it.
 * @param progress Is told what takes long.
 * @throws {Failure} when a script does not run.
 */
export async function stageScripts(
  machine: Machine,
  flags: Flags,
  hooks: readonly Hook[],
  folder: string,
  progress: Progress,
): Promise<void> {
  await deferLazyFiles(folder);
  const bin = join(machine.places.data, "bin");
  const exe = machine.windows ? ".exe" : "";
  const kept = join(bin, `deno${exe}`);
  let deno = kept;
  if (!await isSameDeno(machine, kept)) {
    assertBinary(machine.deno);
    deno = join(folder, `deno${exe}`);
    await progress.step("Copying Deno", async () => {
      await Deno.copyFile(machine.deno, deno);
      await Deno.chmod(deno, 0o700);
    });
  }

  await progress.step("Starting each script", async () => {
    for (const hook of hooks) {
      const name = programName(hook);
      const problem = await whyNotRunning(deno, [
        ...invocation(hook, "script", folder, flags[hook.name] ?? [], exe).args,
        "--help",
      ], `${name}:`);
      if (problem !== null) throw new Failure(`Cannot run ${name}: ${problem}`);
    }
  });
  for (const worker of hooks) {
    if (worker.events.length > 0) continue;
    const { command, args } = invocation(
      worker,
      "script",
      bin,
      flags[worker.name] ?? [],
      exe,
    );
    const launcher = join(
      folder,
      workerFile(worker, "script", machine.windows),
    );
    const text = (machine.windows ? cmdLauncher : shLauncher)(command, args);
    await Deno.writeTextFile(launcher, text, { mode: 0o700 });
  }
}

async function isSameDeno(machine: Machine, kept: string): Promise<boolean> {
  try {
    const [here, there] = [Deno.statSync(kept), Deno.statSync(machine.deno)];
    if (here.size !== there.size) return false;
    const { code, stdout } = await runProgram(kept, {
      args: ["--version"],
      cwd: machine.project,
      env: { NO_COLOR: "1" },
      timeoutMs: 20_000,
      keepBytes: 1000,
    });
    return code === 0 &&
      stdout.startsWith(`deno ${machine.denoVersion} `);
  } catch {
    return false;
  }
}

/** npm's `deno` is a Node script that starts the binary; `Deno.execPath()` is the binary itself, in whatever way it was started. */
function assertBinary(path: string): void {
  using file = Deno.openSync(path, { read: true });
  const start = new Uint8Array(2);
  file.readSync(start);
  if (start[0] === 0x23 && start[1] === 0x21) {
    throw new Failure(
      `Cannot copy Deno: ${
        basename(path)
      } is a script that starts it (${path})`,
    );
  }
}

function shLauncher(command: string, args: readonly string[]): string {
  const quoted = [command, ...args].map((word) =>
    `'${word.replaceAll("'", `'\\''`)}'`
  );
  return `#!/bin/sh
# Starts the program with its exact permissions.
export DENO_NO_UPDATE_CHECK=1
exec ${quoted.join(" ")} "$@"
`;
}

function cmdLauncher(command: string, args: readonly string[]): string {
  const quoted = [command, ...args].map((word) =>
    `"${word.replaceAll("%", "%%")}"`
  );
  return `@echo off\r\nset DENO_NO_UPDATE_CHECK=1\r\n${
    quoted.join(" ")
  } %*\r\n`;
}
