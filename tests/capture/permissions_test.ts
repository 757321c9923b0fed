import { assertEquals } from "@std/assert";
import { RUN_FLAGS } from "../../lib/install/entry.ts";
import { type Hook, HOOKS } from "../../lib/registry.ts";
import { FORM, nativeFlags } from "../_support/hook_programs.ts";
import { runProgram } from "../_support/program.ts";
import { type Sandbox, sandbox } from "../_support/sandbox.ts";
import { writeFiles } from "../_support/temp.ts";

const PROBE = decodeURIComponent(
  new URL("../fixtures/probe_permissions.ts", import.meta.url).pathname,
);

const CAPTURING = [
  HOOKS["capture-prompt"],
  HOOKS["capture-tool"],
  HOOKS["capture-stop"],
];

/** The arguments by which Deno runs the probe with a hook's permissions. */
function probeArguments(box: Sandbox, hook: Hook): string[] {
  const { places } = box;
  return FORM === "native"
    // An executable of the tests may use all that is below the root of their homes, so nothing there is asked for below.
    ? ["run", ...RUN_FLAGS, ...nativeFlags(places.state, hook), PROBE]
    : [...box.command(hook.name).args.slice(0, -1), PROBE];
}

Deno.test("a capture hook cannot read the vault, run a program, or reach a network", async () => {
  await using box = await sandbox({ notes: { "a.md": "A note" }, home: "h" });
  const { places, vault, project } = box;
  await writeFiles(places.claude, { "settings.json": "{}" });
  await writeFiles(places.store, { "store.sqlite": "" });
  await writeFiles(places.state, { "capture/probe": "" });
  await writeFiles(project, { "README.md": "" });
  const tcp = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  using _tcp = tcp;
  const socket = `${box.home}/x.sock`;
  using _unix = Deno.listen({ transport: "unix", path: socket });
  const files = [
    `${vault}/a.md`,
    `${project}/README.md`,
    `${places.claude}/settings.json`,
    `${places.store}/store.sqlite`,
    "/etc/passwd",
  ];
  const denied: [kind: string, on: string][] = [
    ...files.flatMap((file): [string, string][] => [
      ["read", file],
      ["write", `${file}.new`],
    ]),
    ["write", places.config],
    ["symlink", `${places.state}/link`],
    ["run", "/bin/true"],
    ["run", "sh"],
    ["run", Deno.execPath()],
    ["run", `${places.data}/bin/memory-rebuild`],
    ["connect", `${tcp.addr.port}`],
    ["listen", "0"],
    ["fetch", `http://127.0.0.1:${tcp.addr.port}/`],
    ["import", `http://127.0.0.1:${tcp.addr.port}/x.js`],
    ["unix", socket],
    ["sys", "hostname"],
    ["ffi", "/lib/x86_64-linux-gnu/libc.so.6"],
    ["env", "ANTHROPIC_API_KEY"],
    ["env", "PWD"],
  ];
  const done: [kind: string, on: string][] = [
    ["read", `${places.state}/capture/probe`],
    ["write", `${places.state}/capture/probe`],
  ];
  for (const hook of CAPTURING) {
    const run = await runProgram({
      command: Deno.execPath(),
      args: probeArguments(box, hook),
      cwd: project,
      env: box.env,
      stdin: JSON.stringify([...denied, ...done]),
    });
    assertEquals([run.code, run.stderr], [0, ""]);
    const outcomes = JSON.parse(run.stdout) as string[];
    assertEquals(
      [...denied, ...done].map((it, n) => `${it.join(" ")}: ${outcomes[n]}`),
      [
        ...denied.map((it) => `${it.join(" ")}: denied`),
        ...done.map((it) => `${it.join(" ")}: done`),
      ],
    );
  }
});
