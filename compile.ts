// `deno task compile`: makes the native executables in dist/, with the permissions of this machine, without installing them.
import { join } from "@std/path";
import { Failure } from "./lib/install/failure.ts";
import { findMachine } from "./lib/install/find_machine.ts";
import { placePrograms } from "./lib/install/place_programs.ts";
import { planConfig } from "./lib/install/plan_config.ts";
import { planPermissions } from "./lib/install/plan_permissions.ts";
import { openProgress } from "./lib/install/progress.ts";
import { stagePrograms } from "./lib/install/stage_programs.ts";

const project = import.meta.dirname ?? Deno.cwd();
const dist = join(project, "dist");

try {
  const machine = findMachine(project);
  const { config } = planConfig(machine, null);
  const { flags } = await planPermissions(machine, config);
  const staging = { ...machine, places: { ...machine.places, data: dist } };
  const progress = openProgress((text) => write(Deno.stderr, text));
  const staged = await stagePrograms(staging, flags, "native", progress);
  const names = [...placePrograms(staged, dist)].sort();
  write(Deno.stdout, names.map((name) => `${join(dist, name)}\n`).join(""));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  write(Deno.stderr, `compile.ts: ${error.message}\n`);
  Deno.exit(1);
}

function write(
  to: { writeSync(bytes: Uint8Array): number },
  text: string,
): void {
  to.writeSync(new TextEncoder().encode(text));
}
