// `deno task compile [FOLDER]`: makes the native executables in FOLDER, by default dist/, with the permissions of this machine, without
// installing them.
import { join, resolve } from "@std/path";
import { GROUPS } from "./lib/install/groups.ts";
import { Failure } from "./lib/install/failure.ts";
import { findMachine } from "./lib/install/find_machine.ts";
import { placePrograms } from "./lib/install/place_programs.ts";
import { planConfig } from "./lib/install/plan_config.ts";
import { planPermissions } from "./lib/install/plan_permissions.ts";
import { openProgress } from "./lib/install/progress.ts";
import { stagePrograms } from "./lib/install/stage_programs.ts";
import { writeText } from "./lib/write_text.ts";

const project = import.meta.dirname ?? Deno.cwd();

try {
  const [folder = join(project, "dist"), ...others] = Deno.args;
  if (folder.startsWith("-") || others.length > 0) {
    throw new Failure("Cannot use these arguments: one folder is all it takes");
  }
  const dist = resolve(folder);
  const machine = findMachine(project);
  const { config } = planConfig(machine, null);
  // The programs will look for the worker beside them.
  const { flags } = await planPermissions(machine, config, GROUPS, dist);
  const staging = { ...machine, places: { ...machine.places, data: dist } };
  const progress = openProgress((text) => writeText(Deno.stderr, text));
  const staged = await stagePrograms(
    staging,
    flags,
    GROUPS,
    "native",
    progress,
  );
  const names = [...placePrograms(staged, dist)].sort();
  writeText(
    Deno.stdout,
    names.map((name) => `${join(dist, name)}\n`).join(""),
  );
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  writeText(Deno.stderr, `compile.ts: ${error.message}\n`);
  Deno.exit(1);
}
