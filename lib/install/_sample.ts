import { join } from "@std/path";
import { findPlaces, type Places } from "../place.ts";
import { type Hook, HOOKS } from "../registry.ts";
import type { Machine } from "./machine.ts";

/**
 * The folder of the sample, below the state folder; the daemon's socket is in it while the hooks are tried.
 *
 * @param places The user's own places.
 */
export function proofFolder(places: Pick<Places, "state">): string {
  return join(places.state, "proof");
}

/** A small vault with all that belongs to it, for trying the hooks. */
export interface Sample {
  readonly env: Record<string, string>;
  readonly places: Places;
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
    XDG_RUNTIME_DIR: folder,
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
    places,
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
  if (hook === "mcp") return sampleRequests(run);
  const { events } = HOOKS[hook];
  // The vault's sessions are one a run; all else happens in the first one.
  const session = hook === "session-start" || hook === "session-end" ? run : 0;
  return `${
    JSON.stringify({
      session_id: `00000000-0000-4000-8000-00000000000${session}`,
      transcript_path: join(sample.project, "transcript.jsonl"),
      cwd: sample.project,
      // Of several events each has its turn.
      hook_event_name: events[run % events.length],
      ...fieldsOf(hook, run, sample),
    })
  }\n`;
}

/** The tool whose call the guard is to refuse. */
export const SAMPLE_TOOL = "mcp__memory__note";

/** The note that the MCP server stores, and a prompt recalls. */
export const SAMPLE_MEMORY = "The installer's marmalade is kept in the cellar";

/** What a host asks the MCP server; the first one writes a note, too. */
function sampleRequests(run: number): string {
  const requests = [
    {
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "memory-hooks", version: "0" },
      },
    },
    { method: "notifications/initialized" },
    ...run > 0 ? [] : [{
      id: 2,
      method: "tools/call",
      params: {
        name: "note",
        arguments: { content: SAMPLE_MEMORY, domain: "sample" },
      },
    }],
  ];
  return requests.map((request) =>
    `${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`
  ).join("");
}

function fieldsOf(
  hook: Hook["name"],
  run: number,
  sample: Sample,
): Record<string, unknown> {
  switch (hook) {
    case "session-start":
      return { source: "startup" };
    case "session-end":
      return { reason: "other" };
    // A write whose text was lost on the way.
    case "guard":
      return { tool_name: SAMPLE_TOOL, tool_input: { title: "Sample" } };
    case "pre-compact":
      return { trigger: "manual", custom_instructions: "" };
    // The first one is the end of a turn that the hook itself has brought about.
    case "stop":
      return { stop_hook_active: run === 0 };
    case "statusline":
      return {};
    case "user-prompt-submit":
      return {
        prompt: "Where is the installer's marmalade kept, in the cellar?",
      };
    case "capture-prompt":
      return { prompt: `Sample prompt ${run}` };
    case "capture-stop":
      return { stop_hook_active: false, last_assistant_message: "Done." };
    case "capture-tool":
      return {
        tool_name: "Read",
        tool_input: { file_path: sample.written },
        tool_use_id: `toolu_sample${run}`,
        duration_ms: run,
        ...run % 2 === 0
          ? { tool_response: { type: "text" } }
          : { error: "There is no such file." },
      };
    default: {
      const content = sample.writtenText;
      const filePath = sample.written;
      return {
        tool_name: "Write",
        tool_input: { file_path: filePath, content },
        tool_response: {
          type: "create",
          filePath,
          content,
          structuredPatch: [],
          originalFile: null,
        },
        tool_use_id: `toolu_sample${run}`,
      };
    }
  }
}
