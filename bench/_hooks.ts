// Measures the hooks in one form; `bench.ts` runs it once a form, since the form is fixed when a process starts.
import { FORM } from "../tests/_support/hook_programs.ts";
import { type Sandbox, sandbox } from "../tests/_support/sandbox.ts";
import type { Hook } from "../lib/registry.ts";
import { benchCapture } from "./_capture.ts";
import { mcpRows, measureMcp } from "./_mcp.ts";
import { benchMemoryHooks } from "./_memory_hooks.ts";
import { benchRecallHook } from "./_recall_hook.ts";
import { makeVault } from "./make_vault.ts";
import { type Contender, medians, printTable } from "./_measure.ts";
import { emptyProgram } from "./_empty_program.ts";

const rounds = Number(Deno.args[0] ?? 40);
let uses = 0;
let sessions = 0;
// First: where thousands of files were just removed, as the vaults are at the end, each one that is made takes a file system longer (ext4
// without a journal: up to 0.2 ms in place of 0.01, measured), and a capture makes two.
const good = [await benchCapture(Math.max(rounds, 100))];
await using small = await sandbox();
await using large = await sandbox();
// Writes go to vaults of their own, so that a session start finds nothing edited, as on most days.
await using smallEdited = await sandbox();
await using largeEdited = await sandbox();
await prepare(small, 100);
await prepare(large, 10_000);
await prepare(smallEdited, 100);
await prepare(largeEdited, 10_000);
const empty = await emptyProgram(small, "session-start", [
  "session-start",
  "post-tool-use",
  "session-end",
]);

const found = await medians([
  empty,
  hook("session-start", small, "startup of a session", { source: "startup" }),
  hook("post-tool-use", small, "write outside", written(outside(small))),
  hook(
    "post-tool-use",
    smallEdited,
    "write of a note",
    written(note(smallEdited)),
  ),
  hook("session-end", smallEdited, "end of a session", { reason: "other" }),
  hook("session-start", large, "startup, 10,000", { source: "startup" }),
  hook(
    "post-tool-use",
    largeEdited,
    "write, 10,000",
    written(note(largeEdited)),
  ),
], rounds);

const time = (name: string): number => found.get(name) ?? NaN;
const row = (what: string, name: string, base: string, bound: number) => ({
  what,
  figure: `${time(name).toFixed(1)} / ${time(base).toFixed(1)} ms`,
  value: time(name) / time(base),
  bound,
});
good.push(
  printTable(`Start-up against an empty program (${FORM})`, [
    row("memory-session-start", "startup of a session", empty.name, 1.25),
    row("memory-post-tool-use, outside", "write outside", empty.name, 1.15),
    row("memory-post-tool-use, a note", "write of a note", empty.name, 1.25),
    row("memory-session-end", "end of a session", empty.name, 1.25),
  ]),
  printTable(`10,000 notes against 100 (${FORM})`, [
    row("memory-session-start", "startup, 10,000", "startup of a session", 1.2),
    row(
      "memory-post-tool-use, a note",
      "write, 10,000",
      "write of a note",
      1.5,
    ),
  ]),
);
good.push(await benchMemoryHooks(rounds));
good.push(await benchRecallHook(rounds));
good.push(
  printTable(
    `The MCP server, ready (${FORM})`,
    mcpRows(await measureMcp(rounds)),
  ),
);
Deno.exitCode = good.includes(false) ? 1 : 0;

async function prepare(box: Sandbox, notes: number): Promise<void> {
  await makeVault(box.vault, { notes });
  await Deno.writeTextFile(outside(box), "# Not a note\n");
  await Deno.mkdir(`${box.home}/.config/memory-hooks`, { recursive: true });
  await Deno.copyFile(
    new URL("../config.yaml", import.meta.url),
    `${box.home}/.config/memory-hooks/config.yaml`,
  );
  // The first session starts the rebuild; the second finds everything as it is on any later day.
  for (let session = 0; session < 2; session++) {
    await box.run("session-start", { session_id: "bench", source: "startup" });
    await box.settled();
  }
}

function outside(box: Sandbox): string {
  return `${box.project}/readme.md`;
}

function note(box: Sandbox): string {
  return `${box.vault}/Topic 0/Note 3.md`;
}

function written(path: string): () => Record<string, unknown> {
  return () => ({
    tool_name: "Write",
    tool_input: { file_path: path, content: "x" },
    tool_response: {
      type: "create",
      filePath: path,
      structuredPatch: [],
      originalFile: null,
    },
    tool_use_id: `toolu_${uses++}`,
  });
}

function hook(
  name: Hook["name"],
  box: Sandbox,
  title: string,
  event: Record<string, unknown> | (() => Record<string, unknown>),
): Contender {
  return {
    name: title,
    async run() {
      // A session ends once, and began before: that start is not measured.
      const id = name === "session-end" ? `bench-${sessions++}` : "bench";
      if (name === "session-end") {
        await box.run("session-start", { session_id: id, source: "startup" });
      }
      const fields = typeof event === "function" ? event() : event;
      const result = await box.run(name, { session_id: id, ...fields });
      if (result.code !== 0 || result.stderr !== "") {
        throw new Error(`${title} failed: ${result.stderr}`);
      }
      return result.ms;
    },
  };
}
