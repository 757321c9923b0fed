import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { settingsPath } from "../../lib/install/register.ts";
import { filesBelow } from "../_support/files_below.ts";
import { runProgram } from "../_support/program.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { machineAt, runInstaller } from "./_support.ts";

/** One of each shape; what each of the others has in its file is told in host_test.ts. */
const HOSTS = ["cursor", "gemini"] as const;

/** What a user of the host has in its file. */
const FOREIGN = '{\n   "version": 1,\n   "hooks": {}, "mine": [1, 2]\n}\n';

/** How each host tells of a session's beginning, and the member in which it reads what its model is told. */
const STARTS = {
  cursor: [
    { hook_event_name: "sessionStart", conversation_id: "c-1" },
    "additional_context",
  ],
  gemini: [
    { hook_event_name: "SessionStart", session_id: "c-3", source: "startup" },
    "hookSpecificOutput",
  ],
} as const;

Deno.test("install.ts --host NAME gives the host hooks that work in it, and takes them away without a trace", async (t) => {
  await using tmp = await tempDir(" ü 日");
  const home = tmp.path;
  await writeFiles(home, {
    "Documents/SecondBrain/Errors.md":
      "---\ntags: [convention]\nsummary: Wrap every error.\n---\n# Errors\n",
  });
  const files = HOSTS.map((host) =>
    settingsPath(machineAt(home), null, null, host)
  );
  await writeFiles(
    home,
    Object.fromEntries(
      files.map((path) => [path.slice(home.length + 1), FOREIGN]),
    ),
  );
  const install = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runInstaller(home, args);
    assertEquals(code, 0, stderr + stdout);
    return stdout;
  };

  for (const [index, host] of HOSTS.entries()) {
    const path = files[index] ?? "";
    await t.step(
      `${host}: its file has hooks, and what was the user's`,
      async () => {
        await install("--no-compile", "--host", host);
        const text = await Deno.readTextFile(path);
        assertEquals(JSON.parse(text).mine, [1, 2]);
        await install("--no-compile", "--host", host);
        assertEquals(await Deno.readTextFile(path), text);
      },
    );

    await t.step(
      `${host}: the registered command answers as it reads`,
      async () => {
        const command = textsIn(JSON.parse(await Deno.readTextFile(path)))
          .find((it) => it.includes("memory-session-start"));
        assert(command !== undefined, `none in ${path}`);
        const [event, member] = STARTS[host];
        const { code, stdout, stderr } = await runProgram({
          command: "/bin/sh",
          args: ["-c", command],
          cwd: home,
          env: { HOME: home, PATH: "/usr/bin:/bin" },
          stdin: JSON.stringify({
            ...event,
            cwd: home,
            workspace_roots: [home],
          }),
        });
        assertEquals([code, stderr], [0, ""]);
        assertStringIncludes(
          JSON.stringify(JSON.parse(stdout)[member]),
          "Wrap every error.",
        );
      },
    );
  }

  await t.step("a host that nobody knows is refused", async () => {
    const { code, stdout, stderr } = await runInstaller(home, [
      "--host",
      "vim",
    ]);
    assertEquals([code, stdout], [2, ""], stderr);
    for (const host of ["cursor", "gemini", "codex", "copilot"]) {
      assertStringIncludes(stderr, host);
    }
  });

  await t.step(
    "each is taken away by itself, and nothing is left",
    async () => {
      for (const [index, host] of HOSTS.entries()) {
        await install("--uninstall", "--host", host);
        assertEquals(
          await Deno.readTextFile(files[index] ?? ""),
          FOREIGN,
          host,
        );
        for (const path of files.slice(index + 1)) {
          assertStringIncludes(
            await Deno.readTextFile(path),
            "memory-session-start",
          );
        }
      }
      const left = await filesBelow(home);
      // The vault is the user's, with all that was written into it; and Deno has a cache of its own.
      const foreign = [`${home}/Documents/`, `${home}/.cache/deno/`];
      assertEquals(
        left.filter((path) => !foreign.some((it) => path.startsWith(it))),
        files.toSorted(),
      );
    },
  );
});

/** All texts in a JSON value. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(textsIn)
    : [];
}
