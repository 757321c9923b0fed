import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { Failure } from "../../lib/install/failure.ts";
import type { Machine } from "../../lib/install/machine.ts";
import {
  addCommand,
  lookAtServer,
  registerServer,
  serverCommand,
  unregisterServer,
} from "../../lib/install/mcp_server.ts";
import { claudeProgram } from "../_support/claude_program.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { machineAt } from "./_support.ts";

/** A home with an installed server that does nothing. */
async function home(claude: string | null) {
  const tmp = await tempDir(" it's ü");
  const bin = `${tmp.path}/.local/share/memory-hooks/bin`;
  await writeFiles(bin, { "memory-mcp": "#!/bin/sh\n" });
  await Deno.chmod(`${bin}/memory-mcp`, 0o700);
  await Deno.mkdir(`${tmp.path}/tool`);
  if (claude !== null) {
    await Deno.symlink(claude, `${tmp.path}/tool/claude`);
  }
  const wholeEnv = {
    HOME: tmp.path,
    PATH: `${tmp.path}/tool:/usr/bin:/bin`,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
  };
  const machine: Machine = {
    ...machineAt(tmp.path),
    env: (name) => (wholeEnv as Record<string, string>)[name],
    wholeEnv,
  };
  const file = `${tmp.path}/.claude.json`;
  return {
    machine,
    command: serverCommand(machine, "native").command,
    servers: async () => JSON.parse(await Deno.readTextFile(file)).mcpServers,
    have: (server: unknown) =>
      Deno.writeTextFile(
        file,
        JSON.stringify({ mcpServers: { memory: server } }),
      ),
    file,
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  };
}

Deno.test("the MCP server comes and goes in the real Claude Code", async (t) => {
  await using it = await home(await claudeProgram());
  const { machine, command } = it;
  await t.step("it is registered for the user", async () => {
    assertEquals(lookAtServer(machine, "native"), { state: "missing" });
    const { ok, changed } = await registerServer(machine, "native");
    assertEquals([ok, changed], [true, true]);
    assertEquals(lookAtServer(machine, "native").state, "current");
    const { memory } = await it.servers();
    assertEquals([memory.command, memory.args], [command, []]);
  });
  await t.step("once", async () => {
    const { ok, changed, notes } = await registerServer(machine, "native");
    assertEquals([ok, changed], [true, false]);
    // This one answers nothing, and Claude Code says so.
    assertMatch(notes.join(), /Claude Code says of the MCP server: /);
  });
  await t.step("an older one of ours is replaced", async () => {
    await it.have({ type: "stdio", command: "/old/bin/memory-mcp", args: [] });
    assertEquals(lookAtServer(machine, "native").state, "broken");
    assertEquals((await registerServer(machine, "native")).changed, true);
    assertEquals((await it.servers()).memory.command, command);
  });
  await t.step("it is taken back", async () => {
    const { done, kept } = await unregisterServer(machine, "native");
    assertEquals([done.length, kept], [1, []]);
    assertEquals(await it.servers(), {});
    assertEquals(await unregisterServer(machine, "native"), {
      done: [],
      kept: [],
    });
  });
  await t.step("a server of others stays", async () => {
    const theirs = {
      type: "stdio",
      command: "npx",
      args: ["-y", "@modelcontextprotocol/server-memory"],
    };
    await it.have(theirs);
    const { ok, notes } = await registerServer(machine, "native");
    assertEquals(ok, false);
    assertMatch(
      notes.join(),
      /not ours \(npx -y .*server-memory'?\): it stays/,
    );
    await unregisterServer(machine, "native");
    assertEquals((await it.servers()).memory, theirs);
  });
});

Deno.test("without claude on PATH the command is printed, quoted for a shell", async () => {
  await using it = await home(null);
  const { ok, changed, notes } = await registerServer(it.machine, "native");
  assertEquals([ok, changed], [true, false]);
  const line = addCommand(serverCommand(it.machine, "native"));
  assertMatch(notes.join(), /`claude` is not on PATH\. /);
  assertEquals(notes.join().endsWith(line), true);
  const { stdout } = await new Deno.Command("sh", {
    args: ["-c", `printf '%s\\n' ${line}`],
  }).output();
  assertEquals(new TextDecoder().decode(stdout).trimEnd().split("\n"), [
    "claude",
    "mcp",
    "add",
    "--scope",
    "user",
    "memory",
    "--",
    it.command,
  ]);
  await it.have({ type: "stdio", command: it.command, args: [] });
  assertEquals((await registerServer(it.machine, "native")).notes, []);
  const { kept } = await unregisterServer(it.machine, "native");
  assertMatch(
    kept.join(),
    /`claude mcp remove --scope user memory` removes it/,
  );
});

Deno.test("Claude Code's file is read, not understood at any price", async () => {
  await using it = await home(null);
  const state = () => lookAtServer(it.machine, "native").state;
  await Deno.writeTextFile(it.file, "no json");
  assertEquals(state(), "unknown");
  for (const text of ["null", "[]", '{"mcpServers": 1}', "{}"]) {
    await Deno.writeTextFile(it.file, text);
    assertEquals(state(), "missing");
  }
  await it.have({ type: "http", url: "https://memory.example/mcp" });
  assertEquals(state(), "foreign");
  await it.have({ command: it.command, args: ["--more"] });
  assertEquals(state(), "outdated");
});

Deno.test("there is nothing to register before the programs are installed", async () => {
  await using it = await home(null);
  await assertRejects(
    () => registerServer(it.machine, null),
    Failure,
    "install the hooks first",
  );
});
