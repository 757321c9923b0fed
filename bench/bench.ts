// `deno task bench [ROUNDS]`: start-up of every hook against an empty program, how it grows with the vault, the index of 10,000
// notes, the daemon's speed and memory, how well is recalled. Every figure is a ratio of medians taken in turn in one run, since machines are shared. Exit 1 when a bound is exceeded.
import { daemonRows, measureDaemon } from "./_daemon.ts";
import { makeVault } from "./make_vault.ts";
import { printTable, write } from "./_measure.ts";

const HERE = import.meta.dirname ?? ".";

async function measure(form: string): Promise<boolean> {
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `${HERE}/_hooks.ts`, ...Deno.args],
    env: { MEMORY_HOOKS_FORM: form },
    stdout: "inherit",
    stderr: "inherit",
  }).output();
  return code === 0;
}

/** The slowest of the searches in 100,000 memories, by its 95th percentile in ms. */
async function measureMemories(): Promise<boolean> {
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `${HERE}/_memory.ts`, "100000"],
    stderr: "inherit",
  }).output();
  if (code !== 0) return false;
  const figures: Record<string, string | number> = JSON.parse(
    new TextDecoder().decode(stdout),
  );
  return printTable(
    "100,000 memories",
    Object.entries(figures).filter(([name]) => /^(?:search|recall)/.test(name))
      .map(([what, times]) => ({
        what,
        figure: "p95 in ms",
        value: Number(/p95 ([\d.]+)/.exec(String(times))?.[1] ?? NaN),
        bound: 30,
      })),
  );
}

/** What a file of its own measures: how well is recalled, how soon the viewer is there (with Chromium in its usual place). */
async function measureIn(file: string): Promise<boolean> {
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `${HERE}/${file}`],
    stdout: "inherit",
    stderr: "inherit",
  }).output();
  return code === 0;
}

async function measureIndex(): Promise<boolean> {
  const home = await Deno.makeTempDir({ prefix: "memory-hooks-bench-" });
  try {
    const vault = `${home}/vault`;
    await makeVault(vault, { notes: 10_000 });
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", `${HERE}/_index.ts`, home, vault],
      stderr: "inherit",
    }).output();
    if (code !== 0) return false;
    const { notes, seconds, megabytes } = JSON.parse(
      new TextDecoder().decode(stdout),
    );
    const figure = `${notes} notes`;
    return printTable("The index from nothing", [
      { what: "seconds", figure, value: seconds, bound: 10 },
      { what: "peak memory in MB", figure, value: megabytes, bound: 300 },
    ]);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

// The hooks first: they are measured in tenths of a millisecond, and all else leaves the file system with something to do.
const good = [await measure("script")];
if (Deno.env.get("MEMORY_HOOKS_NATIVE_DENO") || Deno.env.get("DENORT_BIN")) {
  good.push(await measure("native"));
} else {
  write(
    "Native executables were not measured: set DENORT_BIN (see CONTRIBUTING.md)\n",
  );
}
good.push(
  await measureIndex(),
  printTable("The daemon", daemonRows(await measureDaemon())),
  await measureMemories(),
  await measureIn("recall.ts"),
  await measureIn("viewer.ts"),
);
Deno.exit(good.includes(false) ? 1 : 0);
