// Needs a Deno with its denort, as the other tests of executables do.
import { assertEquals, assertStringIncludes } from "@std/assert";
import { HOOKS, programName } from "../../lib/registry.ts";
import { placesIn } from "../_support/places_in.ts";
import { runProgram } from "../_support/program.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { until } from "../_support/until.ts";
import { workerEnded } from "../_support/worker_ended.ts";
import { denoDir, PROJECT } from "../install/_support.ts";
import { NATIVES } from "./_natives.ts";

Deno.test("compile.ts makes executables that start the worker beside them, also behind a link", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, {
    "Documents/SecondBrain/A note.md": "# A note\n",
    "real/kept": "",
  });
  await Deno.symlink(`${tmp.path}/real`, `${tmp.path}/link`);
  const out = `${tmp.path}/link/out`;
  const env = {
    PATH: "/usr/bin:/bin",
    HOME: tmp.path,
    DENO_DIR: denoDir(),
    ...NATIVES.env,
  };
  const compiled = await runProgram({
    command: NATIVES.deno,
    args: ["run", "-A", `${PROJECT}/compile.ts`, "link/out"],
    cwd: tmp.path,
    env,
    timeoutMs: 600_000,
  });
  assertEquals(
    compiled.stdout.trim().split("\n"),
    Object.values(HOOKS).map((hook) => `${out}/${programName(hook)}`)
      .sort(),
    compiled.stderr,
  );
  const started = await runProgram({
    command: `${out}/memory-session-start`,
    args: [],
    cwd: tmp.path,
    env,
    stdin: JSON.stringify({
      hook_event_name: "SessionStart",
      session_id: "s1",
      cwd: tmp.path,
      source: "startup",
    }),
  });
  assertEquals(started.code, 0, started.stderr);
  const log = await Deno.readTextFile(
    `${tmp.path}/.local/state/memory-hooks/memory-hooks.log`,
  );
  assertStringIncludes(log, "Started a rebuild (the graph is stale)");
  await until("the stamp of the rebuild", () => {
    try {
      return Deno.statSync(`${tmp.path}/.cache/graphify/vault-rebuild.stamp`)
        .isFile;
    } catch {
      return false;
    }
  });
  // It has a few words for the log yet, below the folder that is removed now.
  await workerEnded(placesIn(tmp.path));
});
