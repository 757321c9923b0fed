import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { PERMISSIONS } from "../../lib/permissions.ts";
import {
  type Hook,
  HOOKS,
  type PathGrant,
  programName,
} from "../../lib/registry.ts";
import { readReceipt } from "../../lib/install/receipt.ts";
import { filesBelow } from "../_support/files_below.ts";
import type { HookCommand } from "../_support/hook_programs.ts";
import { type ProgramResult, runProgram } from "../_support/program.ts";
import { writeFiles } from "../_support/temp.ts";
import { readTree } from "../install/_support.ts";
import { type Home, type Installation, makeHome } from "./_home.ts";

/** The probe, a script that tries what it is told to. */
export const PROBE = decodeURIComponent(
  new URL("../fixtures/probe_permissions.ts", import.meta.url).pathname,
);

/** Something that a hook might try, and whether its row in the registry says that it may. */
interface Expectation {
  readonly kind: string;
  readonly on: string;
  readonly may: boolean;
}

/** A place, and the grants that cover it. */
type Place = readonly [path: string, grants: readonly PathGrant[]];

/** Where the home's graphify is. */
const TOOLS = "my tools";

function graphify({ home }: Home): string {
  return `${home}/${TOOLS}/graphify`;
}

/**
 * Asserts that each installed hook may do exactly what its row in the registry says.
 *
 * @param t The test, of which each hook is a step.
 * @param installation How the hooks are installed.
 * @param probeOf Gives the program that is the probe with a hook's permissions.
 */
export async function testPermissions(
  t: Deno.TestContext,
  installation: Installation,
  probeOf: (home: Home, hook: Hook) => Promise<HookCommand>,
): Promise<void> {
  await using home = await homeWithGraphify(installation);
  await assertExactPermissions(t, home, (hook) => probeOf(home, hook));
  await t.step(
    "a vault that it was not installed for is left alone",
    () => assertOtherVaultIsLeftAlone(home),
  );
}

async function homeWithGraphify(
  installation: Installation,
): Promise<Home> {
  const home = await makeHome({ "a.md": "a" }, {
    ...installation,
    tools: TOOLS,
  });
  await writeFiles(home.home, { [`${TOOLS}/graphify`]: "#!/bin/sh\n" });
  await Deno.chmod(graphify(home), 0o755);
  for (const flags of [["--vault", home.vault], ["--capture", "--user"]]) {
    const { code, stdout, stderr } = await home.installer([
      installation.form,
      ...flags,
    ]);
    assertEquals(code, 0, stderr + stdout);
  }
  return home;
}

/**
 * The permissions that the installer has given to a hook.
 *
 * @param home Where it is installed.
 * @param hook The hook.
 */
export function installedFlags(home: Home, hook: Hook): readonly string[] {
  const receipt = readReceipt(home.places.data);
  if (receipt === null) throw new TypeError("Cannot read flags: no receipt");
  return receipt.flags[hook.name] ?? [];
}

/** For each hook, a program with its permissions can read, write, run and connect to what the registry grants and to nothing else. */
async function assertExactPermissions(
  t: Deno.TestContext,
  home: Home,
  probeOf: (hook: Hook) => Promise<HookCommand>,
): Promise<void> {
  const { places } = home;
  const probed = await makePlaces(home);
  const daemons = Deno.listen({ transport: "unix", path: places.socket });
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response(),
  );
  const socket = `${home.home}/outside.sock`;
  const unix = Deno.listen({ transport: "unix", path: socket });
  try {
    for (const hook of Object.values(HOOKS)) {
      await t.step(programName(hook), async () => {
        const expected = [
          ...pathExpectations(hook, probed),
          ...runExpectations(hook, home),
          ...envExpectations(hook),
          // On Deno 2.7 whoever may write the folder may use a socket in it.
          ...PERMISSIONS[hook.name].socket
            ? [{ kind: "unix", on: places.socket, may: true }]
            : [],
          ...networkExpectations(hook, server.addr.port),
          ...never(server.addr.port, socket),
        ];
        const run = await runProgram({
          ...await probeOf(hook),
          cwd: home.project,
          env: { HOME: home.home, PATH: "/usr/bin:/bin" },
          stdin: JSON.stringify(expected.map(({ kind, on }) => [kind, on])),
        });
        assertEquals([run.code, run.stderr], [0, ""]);
        const outcomes = JSON.parse(run.stdout) as string[];
        assertEquals(
          expected.map(({ kind, on }, n) => `${kind} ${on}: ${outcomes[n]}`),
          expected.map(({ kind, on, may }) =>
            `${kind} ${on}: ${may ? "done" : "denied"}`
          ),
        );
      });
    }
  } finally {
    daemons.close();
    unix.close();
  }
}

/** Makes a file in each place that a hook may or may not touch. */
async function makePlaces(home: Home): Promise<Place[]> {
  const { places, vault, project } = home;
  const other = `${project}/../other project`;
  const table: Place[] = [
    ["/etc/passwd", []],
    [`${home.home}/beside the vault.md`, []],
    [`${vault} 2/a.md`, []],
    [`${project}/README.md`, []],
    [`${project}/graphify-out/graph.json`, ["project-graph"]],
    [`${project}/graphify-out/other.json`, []],
    [`${other}/graphify-out/graph.json`, []],
    [home.settings, ["settings"]],
    [`${places.claude}/agents/probe.md`, ["agents"]],
    [`${places.claude}/skills/probe/SKILL.md`, ["skills"]],
    [`${places.claude}/projects/p/s.jsonl`, ["transcripts"]],
    [places.config, ["config"]],
    [`${places.state}/probe`, ["state", "socket"]],
    [`${places.store}/probe`, ["store"]],
    [`${places.data}/index/probe`, ["index"]],
    [`${places.data}/probe`, []],
    [`${places.data}/bin/probe`, ["programs"]],
    [`${places.graphCache}/probe`, ["graph-cache"]],
    [`${vault}/a.md`, ["vault"]],
    [`${vault}/folder/b.md`, ["vault"]],
    [`${vault}/graphify-out/graph.json`, ["vault", "graph"]],
    [`${vault}/journal/probe.md`, ["vault", "journal"]],
  ];
  for (const [path] of table) {
    if (await isThere(path)) continue;
    await writeFiles(path.slice(0, path.lastIndexOf("/")), {
      [path.slice(path.lastIndexOf("/") + 1)]: "{}",
    });
  }
  return table;
}

function pathExpectations(hook: Hook, places: readonly Place[]): Expectation[] {
  const { read, write } = PERMISSIONS[hook.name];
  const covers = (granted: readonly PathGrant[], by: readonly PathGrant[]) =>
    granted.includes("everything") || by.some((it) => granted.includes(it));
  return [
    ...places.map(([on, by]) => ({ kind: "read", on, may: covers(read, by) })),
    ...places.map(([on, by]) => ({
      kind: "write",
      on,
      may: covers(write, by),
    })),
    // A link in a folder that may be written would lead out of it.
    ...places.map(([on]) => ({ kind: "symlink", on: `${on}.l`, may: false })),
  ];
}

function runExpectations(hook: Hook, home: Home): Expectation[] {
  const { run } = PERMISSIONS[hook.name];
  const bin = `${home.places.data}/bin`;
  return [
    {
      kind: "run",
      on: `${bin}/memory-rebuild`,
      may: run.includes("memory-rebuild"),
    },
    { kind: "run", on: `${bin}/memoryd`, may: run.includes("memoryd") },
    { kind: "run", on: "/bin/ps", may: run.includes("ps") },
    { kind: "run", on: "/bin/kill", may: run.includes("kill") },
    { kind: "run", on: graphify(home), may: run.includes("graphify") },
    ...[
      "/bin/true",
      "/bin/sh",
      "sh",
      `${bin}/deno`,
      `${bin}/memory-session-end`,
    ].map((on) => ({ kind: "run", on, may: false })),
  ];
}

function envExpectations(hook: Hook): Expectation[] {
  const known = Object.values(PERMISSIONS).flatMap((it) => it.env);
  const granted = PERMISSIONS[hook.name].env;
  const names = [...known, "ANTHROPIC_API_KEY", "LD_PRELOAD", "SHELL"]
    .map((name) => name.replace("*", "DENO"));
  return [...new Set(names)].map((on) => ({
    kind: "env",
    on,
    may: granted.includes(on) ||
      on.startsWith("OTEL_") && granted.includes("OTEL_*"),
  }));
}

/** The daemon may use this machine's own address, and no other one. */
function networkExpectations(hook: Hook, port: number): Expectation[] {
  const may = PERMISSIONS[hook.name].loopback ?? false;
  return [
    { kind: "connect", on: `${port}`, may },
    { kind: "listen", on: "0", may },
    { kind: "fetch", on: `http://127.0.0.1:${port}/`, may },
    { kind: "fetch", on: `http://127.0.0.2:${port}/`, may: false },
  ];
}

function never(port: number, socket: string): Expectation[] {
  return ([
    ["unix", socket],
    ["import", `http://127.0.0.1:${port}/x.js`],
    ["sys", "hostname"],
    ["ffi", "/lib/x86_64-linux-gnu/libc.so.6"],
  ] as const).map(([kind, on]) => ({ kind, on, may: false }));
}

async function isThere(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/**
 * Hooks that were installed for one vault keep their hands off another one that the config names later: nothing of it is told, nothing
 * is written there, the log says so, and what was to be written is there after the next installation.
 */
async function assertOtherVaultIsLeftAlone(home: Home): Promise<void> {
  const other = `${home.home}/other vault`;
  await writeFiles(other, {
    "Star.md": "---\nsummary: STAR-SUMMARY\ntags: [convention/x]\n---\n[[a]]",
    "a.md": "a",
  });
  await Deno.writeTextFile(
    home.places.config,
    `vault:\n  path: ${other}\n`,
  );
  const before = await readTree(other);
  const quiet = (run: ProgramResult): void =>
    assertEquals([run.code, run.stderr], [0, ""]);

  const start = await home.hook("SessionStart", { source: "startup" });
  quiet(start);
  assert(!start.stdout.includes("STAR-SUMMARY"), start.stdout);
  const file = `${other}/Star.md`;
  quiet(
    await home.hook("PostToolUse", {
      tool_name: "Write",
      tool_use_id: "toolu_1",
      tool_input: { file_path: file, content: "x" },
      tool_response: { type: "create", filePath: file },
    }),
  );
  await home.settled();
  quiet(await home.hook("SessionEnd", { reason: "other" }));
  assertEquals(await readTree(other), before);
  const complaints = (await home.complaints()).filter((line) =>
    line.includes("were not installed for") && line.includes(other)
  );
  for (const hook of ["session-start", "session-end", "rebuild"]) {
    assert(
      complaints.some((line) => line.includes(` ${hook}: `)),
      (await home.complaints()).join("\n"),
    );
  }

  const again = await home.installer([home.form]);
  assertEquals(again.code, 0, again.stderr + again.stdout);
  quiet(await home.hook("SessionStart", { session_id: "session-2" }));
  const days = await filesBelow(`${other}/journal`);
  assertEquals(days.length, 1);
  assertStringIncludes(
    await Deno.readTextFile(days[0] ?? ""),
    "session: `session-1` (other)",
  );
}
