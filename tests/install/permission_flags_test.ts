import { looksAtProject } from "../../lib/frame/looks_at_project.ts";
import { assertEquals } from "@std/assert";
import { assembleConfig } from "../../lib/config/assemble_config.ts";
import type { Config } from "../../lib/config.ts";
import {
  type Dialect,
  permissionFlags,
} from "../../lib/install/permission_flags.ts";
import { firstLine } from "../_support/first_line.ts";
import { findTargets, type Targets } from "../../lib/install/targets.ts";
import { uncovered } from "../../lib/install/uncovered.ts";
import { PERMISSIONS } from "../../lib/permissions.ts";
import { HOOKS } from "../../lib/registry.ts";
import { tempDir } from "../_support/temp.ts";
import { planPermissions } from "../../lib/install/plan_permissions.ts";
import { runProgram } from "../_support/program.ts";
import { machineAt, PROJECT } from "./_support.ts";

/** The settings of a user who has named nothing but a vault. */
const at = (vault: string): Config =>
  assembleConfig({ "vault.path": vault }, "/home/u");

const PLAIN: Dialect = { commaEscape: false, unixGrant: true };
const ESCAPING: Dialect = { commaEscape: true, unixGrant: false };

const TARGETS: Targets = {
  paths: {
    config: ["/c/config.yaml"],
    state: ["/s"],
    index: ["/d/index"],
    "graph-cache": ["/g"],
    vault: ["/v", "/real/v"],
    graph: ["/v/graph", "/real/v/graph"],
    journal: ["/v/days", "/real/v/days"],
    transcripts: ["/t"],
    "project-graph": ["graphify-out/graph.json"],
    project: [".git", ".memory-hooks.yaml"],
    store: ["/d/store"],
    socket: ["/r"],
    settings: ["/c/settings.json"],
    agents: ["/c/agents"],
    skills: ["/c/skills"],
    programs: ["/d/bin"],
  },
  socket: "/r/capture.sock",
  programs: {
    "memory-rebuild": ["/d/bin/memory-rebuild"],
    graphify: [],
    kill: ["/bin/kill"],
  },
};

Deno.test("permissionFlags() names exactly what the registry grants", () => {
  const { env } = PERMISSIONS["session-end"];
  assertEquals(permissionFlags(HOOKS["session-end"], TARGETS, PLAIN).flags, [
    "--allow-read=/c/config.yaml,/s,/v,/real/v,/t,.git,.memory-hooks.yaml,/d/store,/r,/d/bin",
    "--allow-write=/s,/v/days,/real/v/days,/r",
    "--allow-net=unix:/r/capture.sock",
    `--allow-env=${env.join(",")}`,
  ]);
});

Deno.test("permissionFlags() gives all of reading to the hook whose registry says so, and leaves absent programs out", () => {
  const { flags } = permissionFlags(HOOKS["post-tool-use"], TARGETS, PLAIN);
  assertEquals(flags.slice(0, 3), [
    "--allow-read",
    "--allow-write=/s,/d/index,/g",
    "--allow-run=/d/bin/memory-rebuild,/bin/kill",
  ]);
});

Deno.test("permissionFlags() grants the daemon's socket and no other network, where Deno knows such a grant", () => {
  const hook = HOOKS["capture-prompt"];
  const net = (targets: Targets, dialect: Dialect) => {
    const { flags, notes } = permissionFlags(hook, targets, dialect);
    return [flags.filter((flag) => flag.startsWith("--allow-net")), notes];
  };
  assertEquals(net(TARGETS, PLAIN), [["--allow-net=unix:/r/capture.sock"], []]);
  assertEquals(net(TARGETS, ESCAPING), [[], []]);
  // The installer tries the hooks with a socket of its own.
  assertEquals(net({ ...TARGETS, proofSocket: "/s/proof/x.sock" }, PLAIN), [[
    "--allow-net=unix:/r/capture.sock,unix:/s/proof/x.sock",
  ], []]);
  assertEquals(net({ ...TARGETS, socket: "/r,s/capture.sock" }, PLAIN), [[], [
    "capture-prompt cannot use the daemon's socket: Deno cannot be told of /r,s/capture.sock, which has a comma",
  ]]);
});

const COMMA: Targets = {
  paths: { ...TARGETS.paths, journal: ["/n/a, b/c,d"] },
  socket: "/r,s/capture.sock",
  programs: {
    "memory-rebuild": ["/d,/bin/memory-rebuild"],
    kill: ["/bin/kill"],
  },
};

Deno.test("permissionFlags() doubles a comma where that is understood", () => {
  const { flags, notes } = permissionFlags(
    HOOKS["session-end"],
    COMMA,
    ESCAPING,
  );
  assertEquals(flags[1], "--allow-write=/s,/n/a,, b/c,,d,/r");
  assertEquals(notes, []);
});

Deno.test("permissionFlags() grants the nearest folder without a comma elsewhere, and says so", () => {
  const { flags, notes } = permissionFlags(HOOKS["session-end"], COMMA, PLAIN);
  assertEquals(flags[1], "--allow-write=/s,/n,/r");
  assertEquals(notes, [
    "session-end may use all of /n: this Deno cannot be told of /n/a, b/c,d, which has a comma",
    "session-end cannot use the daemon's socket: Deno cannot be told of /r,s/capture.sock, which has a comma",
  ]);
});

Deno.test("permissionFlags() leaves out a program whose path has a comma, and says so", () => {
  const { flags, notes } = permissionFlags(
    HOOKS["post-tool-use"],
    COMMA,
    ESCAPING,
  );
  assertEquals(flags[2], "--allow-run=/bin/kill");
  assertEquals(notes, [
    "post-tool-use cannot start memory-rebuild: Deno cannot be told of /d,/bin/memory-rebuild, which has a comma",
  ]);
});

Deno.test("findTargets() names a linked vault both ways, also where it is not there yet", async () => {
  await using tmp = await tempDir();
  await Deno.mkdir(`${tmp.path}/real/notes`, { recursive: true });
  await Deno.symlink(`${tmp.path}/real`, `${tmp.path}/link`);
  const machine = machineAt(tmp.path);
  for (const name of ["notes", "later/deep"]) {
    assertEquals(
      findTargets(machine, at(`${tmp.path}/link/${name}`)).paths.vault,
      [
        `${tmp.path}/link/${name}`,
        `${tmp.path}/real/${name}`,
      ],
    );
  }
  assertEquals(findTargets(machine, at(`${tmp.path}/real/notes`)).paths.vault, [
    `${tmp.path}/real/notes`,
  ]);
});

Deno.test("findTargets() names the worker by the file that each form has, in the folder that is asked for", async () => {
  await using tmp = await tempDir();
  const machine = machineAt(tmp.path);
  const worker = (windows: boolean) =>
    findTargets({ ...machine, windows }, at(`${tmp.path}/v`), "/out")
      .programs["memory-rebuild"];
  assertEquals(worker(false), ["/out/memory-rebuild"]);
  assertEquals(worker(true), [
    "/out/memory-rebuild.exe",
    "/out/memory-rebuild.cmd",
  ]);
});

Deno.test("planPermissions() grants a vault with odd letters, whatever this Deno makes of commas", async () => {
  await using tmp = await tempDir();
  const script = `${tmp.path}/query.js`;
  await Deno.writeTextFile(
    script,
    `console.log(Deno.permissions.querySync({ name: "write", path: Deno.args[0] }).state);`,
  );
  for (const name of ["plain", "a, b,c", 'it\'s $HOME "q" & ü']) {
    const vault = `${tmp.path}/${name}`;
    const { flags } = await planPermissions(
      machineAt(tmp.path),
      at(vault),
      ["vault"],
    );
    const { stdout, stderr } = await runProgram({
      command: Deno.execPath(),
      args: [
        "run",
        "--no-prompt",
        ...flags["session-end"] ?? [],
        script,
        `${vault}/journal`,
      ],
      env: { HOME: tmp.path },
    });
    assertEquals(stdout, "granted\n", stderr);
  }
});

for (const hook of Object.values(HOOKS)) {
  Deno.test(`${hook.source} starts with the line that the registry says`, async () => {
    const text = await Deno.readTextFile(`${PROJECT}/${hook.source}`);
    assertEquals(text.split("\n")[0], firstLine(hook));
  });
}

Deno.test("uncovered() finds what the granted flags lack", () => {
  const granted = ["--allow-read=/v,/s", "--allow-run=/bin/ps", "--allow-env"];
  const table: [string, string[]][] = [
    ["--allow-read=/v/below,/s", []],
    ["--allow-read=/vault", ["/vault"]],
    ["--allow-read", ["read"]],
    ["--allow-write=/v", ["/v"]],
    ["--allow-run=/bin/ps,/x/graphify", ["/x/graphify"]],
    ["--allow-run=/bin/ps/x", ["/bin/ps/x"]],
    ["--allow-env=A,B", []],
    ["--allow-read=/v/a,,b", []],
  ];
  for (const [needed, missing] of table) {
    assertEquals(uncovered([needed], granted), missing, needed);
  }
  assertEquals(uncovered(["--allow-read=/a,,b,/c"], ["--allow-read=/a,,b"]), [
    "/c",
  ]);
  assertEquals(uncovered(["--allow-read=/c"], ["--allow-read"]), []);
  assertEquals(uncovered(["--allow-read=/c"], ["--allow-read=/"]), []);
  assertEquals(
    uncovered(
      ["--allow-read=C:\\v\\a,C:\\v/b,C:\\vault,\\\\h\\s\\a,/v\\a"],
      ["--allow-read=C:\\v,\\\\h\\s\\,/v"],
    ),
    ["C:\\vault", "/v\\a"],
  );
});

Deno.test("the hooks that look at the project are those that may", () => {
  for (const hook of Object.values(HOOKS)) {
    const { read } = PERMISSIONS[hook.name];
    assertEquals(
      read.includes("project") || read.includes("everything"),
      looksAtProject(hook),
      hook.name,
    );
  }
});
