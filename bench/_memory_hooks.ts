// What the memory's hooks cost with 100,000 memories in the store: each against an empty program that may do the same.
import { answerRequest } from "../lib/memory/answer_request.ts";
import { makeSnapshot } from "../lib/memory/make_snapshot.ts";
import { snapshotText } from "../lib/memory/snapshot_text.ts";
import { writePrivateFile } from "../lib/private_file.ts";
import type { Hook } from "../lib/registry.ts";
import { recordStart } from "../lib/session/record_start.ts";
import { openStore } from "../lib/store/open_store.ts";
import { changeState } from "../lib/warden/session_state.ts";
import { FORM } from "../tests/_support/hook_programs.ts";
import { type Sandbox, sandbox } from "../tests/_support/sandbox.ts";
import { type Contender, medians, printTable } from "./_measure.ts";
import { emptyProgram } from "./_empty_program.ts";

/** `memory.brief_chars` of the settings that an installation leaves. */
const BRIEF_UNITS = 2400;

/** Each hook: at most so many times an empty program. */
const MOST = 1.25;

/**
 * Measures the memory's hooks in this process's form.
 *
 * @param rounds How often each is run.
 * @param memories How many memories are in the store.
 * @returns Whether every figure is within its bound.
 */
export async function benchMemoryHooks(
  rounds: number,
  memories: number = 100_000,
): Promise<boolean> {
  await using box = await filled(memories);
  // Sessions that are open elsewhere are looked after by a session start: its own home has none.
  await using startBox = await filled(memories);
  let sessions = 0;
  const content = "What is to be remembered, with its why. ".repeat(25);
  const written = { content, domain: "acme/x1", tags: ["a"], source_ref: "x" };
  const contenders: [Contender, Hook["name"]][] = [
    hook(startBox, "session-start", "memory-session-start", () => ({
      source: "startup",
    })),
    hook(box, "guard", "memory-guard, complete", () => ({
      tool_name: "mcp__memory__note",
      tool_input: written,
    })),
    hook(box, "guard", "memory-guard, refused", () => ({
      tool_name: "mcp__memory__note",
      tool_input: { domain: "acme" },
    }), 2),
    hook(box, "pre-compact", "memory-pre-compact", () => ({
      trigger: "auto",
    })),
    hook(box, "stop", "memory-stop, silent", () => ({
      session_id: session(box, "quiet", true),
    })),
    // Each is another session, so that each is asked.
    hook(
      box,
      "stop",
      "memory-stop, asks",
      () => ({
        session_id: session(box, `${sessions++}`, false),
      }),
      0,
      ["--quiet-minutes", "0"],
    ),
    hook(box, "statusline", "memory-statusline", () => ({})),
  ];
  const empties = new Map<Hook["name"], Contender>();
  for (const [, name] of contenders) {
    if (!empties.has(name)) empties.set(name, await emptyProgram(box, name));
  }
  const found = await medians(
    [...empties.values(), ...contenders.map(([it]) => it)],
    rounds,
  );
  const time = (name: string): number => found.get(name) ?? NaN;
  return printTable(
    `Hooks of the memory, ${memories} memories, against an empty program (${FORM})`,
    contenders.map(([{ name }, hook]) => {
      const base = time(empties.get(hook)?.name ?? "");
      return {
        what: name,
        figure: `${time(name).toFixed(1)} / ${base.toFixed(1)} ms`,
        value: time(name) / base,
        bound: MOST,
      };
    }),
  );
}

async function filled(memories: number): Promise<Sandbox> {
  const box = await sandbox({
    notes: { "Hub.md": "[[One]]\n", "One.md": "one\n" },
    // With the settings that an installation leaves, whose parse is kept.
    config: await Deno.readTextFile(new URL("../config.yaml", import.meta.url)),
  });
  fill(box, memories);
  await installWarden(box);
  for (let start = 0; start < 2; start++) {
    await box.run("session-start", { session_id: "bench", source: "startup" });
    await box.settled();
  }
  return box;
}

function fill(box: Sandbox, memories: number): void {
  const { store: folder, capture, snapshot } = box.places;
  using store = openStore({
    folder,
    headFile: `${capture}/chain-head.json`,
    now: () => new Date(),
  });
  const methods = ["note", "handoff", "anti_pattern", "checkpoint"] as const;
  store.change((db) => {
    for (let n = 0; n < memories; n++) {
      const text = `What number ${n} says of the press, in a sentence or two. `
        .repeat(4);
      const params = {
        content: text,
        pattern: text,
        why_wrong: text,
        instead: text,
        intent: text,
        established: text,
        pursuing: text,
        open_questions: "none",
      };
      const method = methods[n % methods.length] ?? "note";
      const names = {
        note: ["content"],
        handoff: ["content"],
        anti_pattern: ["pattern", "why_wrong", "instead"],
        checkpoint: ["intent", "established", "pursuing", "open_questions"],
      }[method];
      answerRequest(db, {
        id: `bench-${n}`,
        method,
        params: {
          ...Object.fromEntries(
            names.map((it) => [it, params[it as keyof typeof params]]),
          ),
          domain: `acme/x${n % 500}/p${n % 7}`,
        },
      }, { now: new Date(), domainCase: "preserve", isBulk: true });
    }
    writePrivateFile(
      snapshot,
      snapshotText(makeSnapshot(db, "preserve"), BRIEF_UNITS),
    );
  });
}

/** Makes a session that began now, without running its start. Returns its id. */
function session(box: Sandbox, id: string, wasAsked: boolean): string {
  const now = new Date();
  const { state } = box.places;
  recordStart(state, {
    sessionId: id,
    at: now,
    cwd: box.project,
    transcript: null,
    pid: null,
    source: "startup",
  });
  const stamp = now.toISOString();
  if (wasAsked) changeState(state, id, { asked_at: stamp, nudged_at: stamp });
  return id;
}

/** Leaves the warden as an installation does: with a receipt, and beside the programs what this version comes with. */
async function installWarden(box: Sandbox): Promise<void> {
  const agents = `${box.places.claude}/agents`;
  const text = await Deno.readFile(
    new URL("../agents/memory-warden.md", import.meta.url),
  );
  const digest = await crypto.subtle.digest("SHA-256", text);
  const hashes = JSON.stringify({
    agents: { "memory-warden.md": new Uint8Array(digest).toHex() },
  });
  await Deno.mkdir(agents, { recursive: true });
  await Deno.writeFile(`${agents}/memory-warden.md`, text);
  await Deno.writeTextFile(`${agents}/.memory-agents.json`, hashes);
  const bin = `${box.places.data}/bin`;
  await Deno.mkdir(bin, { recursive: true });
  await Deno.writeTextFile(`${bin}/artefacts.json`, hashes);
}

function hook(
  box: Sandbox,
  name: Hook["name"],
  title: string,
  event: () => Record<string, unknown>,
  code = 0,
  flags: readonly string[] = [],
): [Contender, Hook["name"]] {
  const { command, args } = box.command(name);
  const run = async (): Promise<number> => {
    const fields = { session_id: "bench", ...event() };
    const result = await box.run(name, fields, {
      command,
      args: [...args, ...flags],
    });
    const said = result.stdout + result.stderr !== "";
    const silent = title.endsWith("silent") || title.endsWith("complete");
    if (result.code !== code || said === silent) {
      throw new Error(`${title} failed: ${result.stdout}${result.stderr}`);
    }
    return result.ms;
  };
  return [{ name: title, run }, name];
}

if (import.meta.main) {
  const [rounds = 40, memories = 100_000] = Deno.args.map(Number);
  Deno.exitCode = await benchMemoryHooks(rounds, memories) ? 0 : 1;
}
