import { join } from "@std/path";
import { findPlaces } from "../place.ts";
import type { Hook } from "../registry.ts";
import type { Machine } from "./machine.ts";

/** A small vault with all that belongs to it, for trying the hooks. */
export interface Sample {
  readonly env: Record<string, string>;
  readonly project: string;
  /** A note that the brief must name. */
  readonly note: string;
  /** The note that "Claude Code" writes, its text and its name. */
  readonly written: string;
  readonly writtenText: string;
  readonly writtenName: string;
  readonly journal: string;
  readonly graph: string;
  readonly stamp: string;
  readonly lock: string;
  readonly log: string;
}

const NOTE = "Sample convention";
const WRITTEN = "Sample idea";

/**
 * Writes the sample.
 *
 * @param folder The folder it goes to. Needs write permission on it.
 * @param machine The machine, whose PATH the hooks get.
 */
export function writeSample(folder: string, machine: Machine): Sample {
  const path = (...parts: string[]): string => join(folder, ...parts);
  const vault = path("vault");
  const config = path("config.yaml");
  for (const part of ["home", "project", "vault"]) {
    Deno.mkdirSync(path(part), { mode: 0o700 });
  }
  // The embedded engine, so that no model is asked for anything.
  Deno.writeTextFileSync(
    config,
    `vault:\n  path: ${JSON.stringify(vault)}\ngraph:\n  engine: builtin\n`,
  );
  Deno.writeTextFileSync(
    join(vault, `${NOTE}.md`),
    `---\nsummary: A note of the installer's\ntags: [convention/sample]\n---\n`,
  );
  Deno.writeTextFileSync(
    join(vault, "Sample topic.md"),
    `See [[${NOTE}]].\n`,
  );
  const env: Record<string, string> = {
    HOME: path("home"),
    XDG_CONFIG_HOME: path("config"),
    XDG_STATE_HOME: path("state"),
    XDG_DATA_HOME: path("data"),
    MEMORY_HOOKS_CONFIG: config,
    CLAUDE_CONFIG_DIR: path("claude"),
    CLAUDE_PROJECT_DIR: path("project"),
  };
  const places = findPlaces((name) => env[name], folder, () => false);
  for (const name of ["PATH", "SystemRoot", "TEMP", "TMPDIR"]) {
    const value = machine.env(name);
    if (value !== undefined) env[name] = value;
  }
  return {
    env,
    project: path("project"),
    note: NOTE,
    written: join(vault, `${WRITTEN}.md`),
    writtenText: `Follows [[${NOTE}]].\n`,
    writtenName: WRITTEN,
    journal: join(vault, "journal"),
    graph: join(vault, "graphify-out", "graph.json"),
    stamp: places.rebuildStamp,
    lock: places.rebuildLock,
    log: join(places.state, "memory-hooks.log"),
  };
}

/**
 * An event as Claude Code sends it.
 *
 * @param hook The hook that gets it.
 * @param run The run's number: only the first session wrote the note.
 * @param sample The sample.
 */
export function sampleEvent(
  hook: Hook["name"],
  run: number,
  sample: Sample,
): string {
  const session = hook === "post-tool-use" ? 0 : run;
  const common = {
    "session_id": `00000000-0000-4000-8000-00000000000${session}`,
    "transcript_path": join(sample.project, "transcript.jsonl"),
    cwd: sample.project,
  };
  const event = hook === "session-start"
    ? { hook_event_name: "SessionStart", source: "startup" }
    : hook === "session-end"
    ? { hook_event_name: "SessionEnd", reason: "other" }
    : {
      hook_event_name: "PostToolUse",
      tool_name: "Write",
      tool_input: {
        file_path: sample.written,
        content: sample.writtenText,
      },
      tool_response: {
        type: "create",
        filePath: sample.written,
        content: sample.writtenText,
        structuredPatch: [],
        originalFile: null,
      },
      tool_use_id: `toolu_sample${run}`,
    };
  return `${JSON.stringify({ ...common, ...event })}\n`;
}
