/** A case of claude-mem's, and what became of it here. */
export interface Case {
  readonly id: string;
  /** The case in a few words. */
  readonly what: string;
  /** The files in which it is tested, relative to the project. */
  readonly where?: readonly string[];
  /** Why it is none here, or none as it stands. */
  readonly reason?: string;
}

const PRIVACY = "tests/claude_mem/privacy_test.ts";
const PROMPTS = "tests/claude_mem/prompts_test.ts";
const HOSTS = "tests/claude_mem/hosts_test.ts";
const STDIN = "tests/claude_mem/stdin_test.ts";
const OUTPUT = "tests/claude_mem/output_test.ts";
const WORKER = "tests/claude_mem/worker_test.ts";
const HISTORY = "tests/claude_mem/history_test.ts";
const BLOCKS = "tests/redact/private_blocks_test.ts";
const VALUES = "tests/redact/redact_value_test.ts";
const HOST_TEXT = "tests/host/host_text_test.ts";
const TRANSLATE = "tests/host/translate_test.ts";
const SKIPPED = "tests/recall/skipped_prompts_test.ts";
const EXCLUDED = "tests/project/excluded_test.ts";
const PROJECT = "tests/project/project_of_test.ts";
const SESSIONS = "tests/worker/sessions_test.ts";
const GATE = "tests/worker/gate_test.ts";
const PORT = "tests/worker/port_test.ts";
const BAD_STDIN = "tests/hooks/bad_stdin_test.ts";
const LIFE = "tests/daemon/life_test.ts";
const TRANSCRIPT = "tests/session/transcript_test.ts";
const OFF = "tests/project/off_test.ts";
const BUGS = "tests/hooks/bug_reports_test.ts";
const RECALL = "tests/recall/recall_test.ts";
const SUMMARY = "tests/summary/daemon_test.ts";
const STORED = "tests/lifecycle/store_event_test.ts";
const LOCKS = "tests/hooks/rebuild_lock_test.ts";
const SCHEMA = "tests/capture/schema_test.ts";
const EVENT = "tests/frame/read_event_test.ts";

const LAST_ANSWER =
  "The last answer comes with the event of a turn's end: no transcript is read for it.";
const NEXT_PROMPT =
  "Reading a file is not held up: what is known of it is told with the next prompt.";

/** The black-box cases that claude-mem can be held against (13.15.3: its own tests', its issues', and some more), and where they are tested. */
export const CASES: readonly Case[] = [
  // Private blocks.
  { id: "P1", what: "one block", where: [PRIVACY, BLOCKS] },
  { id: "P2", what: "beside claude-mem-context", where: [PRIVACY, HOST_TEXT] },
  { id: "P3", what: "two blocks", where: [PRIVACY, BLOCKS] },
  { id: "P4", what: "wholly private", where: [PRIVACY, BLOCKS] },
  { id: "P5", what: "several lines", where: [PRIVACY, BLOCKS] },
  { id: "P6", what: "in a JSON field", where: [PRIVACY, VALUES] },
  { id: "P7", what: "in a nested field", where: [PRIVACY, VALUES] },
  { id: "P8", what: "the host's own", where: [PRIVACY, PROMPTS, HOST_TEXT] },
  { id: "P9", what: "a reminder around one", where: [PRIVACY, HOST_TEXT] },
  { id: "P10", what: "150 blocks, a long one", where: [PRIVACY, BLOCKS] },
  { id: "P11", what: "40,000 that are open", where: [PRIVACY, BLOCKS] },
  { id: "P12", what: "one in another", where: [PRIVACY, BLOCKS] },
  { id: "P13", what: "not closed", where: [PRIVACY, BLOCKS] },
  { id: "P14", what: "case, white space", where: [PRIVACY, BLOCKS] },
  { id: "P15", what: "from field to field", where: [PRIVACY, VALUES] },
  { id: "P16", what: "a private first prompt", where: [PRIVACY] },
  { id: "P17", what: "tools of a private turn", where: [PRIVACY] },
  { id: "P18", what: "a block in a command, logs", where: [PRIVACY] },
  { id: "P19", what: "in the last answer", where: [PRIVACY] },

  // The host's own prompts.
  { id: "I1", what: "a notification", where: [PROMPTS, SESSIONS, SKIPPED] },
  { id: "I2", what: "one in a text", where: [PROMPTS, SESSIONS, SKIPPED] },

  // Projects that are left alone.
  { id: "X1", what: "/tmp/secret", where: [EXCLUDED] },
  { id: "X2", what: "/tmp/*", where: [EXCLUDED] },
  { id: "X3", what: "/Users/*/kunden/**", where: [EXCLUDED] },
  { id: "X4", what: "/tmp/?", where: [EXCLUDED] },
  { id: "X5", what: "~/x", where: [EXCLUDED] },
  {
    id: "X6",
    what: "several",
    where: [EXCLUDED, "tests/config/parse_config_test.ts"],
    reason: "A YAML list, or one text with commas.",
  },
  { id: "X7", what: "blank", where: [EXCLUDED] },
  { id: "X8", what: "backslashes", where: [EXCLUDED] },
  { id: "X9", what: "a name", where: [EXCLUDED] },
  { id: "X10", what: "an invalid pattern", where: [EXCLUDED] },
  { id: "X11", what: "on every event", where: [OFF, SESSIONS] },
  {
    id: "X12",
    what: "the product's own folders, and programs of its own",
    where: [
      OFF,
      "tests/capture/bad_places_test.ts",
      "tests/frame/run_test.ts",
    ],
  },

  // Standard input.
  { id: "S1", what: "any JSON object", where: [EVENT, SCHEMA] },
  { id: "S2", what: "empty, closed, a terminal", where: [STDIN, BAD_STDIN] },
  { id: "S3", what: "no JSON", where: [STDIN, BAD_STDIN] },
  {
    id: "S4",
    what: "whole, and kept open",
    where: [
      BAD_STDIN,
      SCHEMA,
      "tests/recall/stdin_test.ts",
    ],
  },
  { id: "S5", what: "in pieces, 1 MB, 10 MB, a mark", where: [STDIN] },

  // Standard output.
  { id: "O1", what: "one JSON object, stderr empty", where: [OUTPUT] },
  {
    id: "O2",
    what: "only what the host knows",
    where: [OUTPUT, BUGS],
    reason: "Nothing to say is no bytes, and not `{}`.",
  },
  { id: "O3", what: "an unknown event", where: [OUTPUT] },
  {
    id: "O4",
    what: "a session start that cannot be read",
    where: [OUTPUT, BAD_STDIN],
    reason: "Nothing to say is no bytes, and not an empty context.",
  },
  { id: "O5", what: "200 items", where: [OUTPUT, RECALL] },

  // Agents, sessions, folders.
  {
    id: "A1",
    what: "a subagent's end and prompt",
    where: [PROMPTS, SKIPPED, "tests/memory_hooks/stop_agent_test.ts"],
  },
  { id: "A2", what: "an agent's type alone", where: [PROMPTS, SKIPPED] },
  { id: "A3", what: "an agent's id that is none", where: [PROMPTS, SKIPPED] },
  {
    id: "A4",
    what: "a session's id by other names, and none",
    where: [PROMPTS, TRANSLATE],
    reason: "`id` is Cursor's name of it, and read as Cursor's only.",
  },
  { id: "A5", what: "an empty cwd", where: [PROMPTS] },

  // Other hosts.
  { id: "C1", what: "Cursor: session", where: [HOSTS, TRANSLATE] },
  { id: "C2", what: "Cursor: prompt", where: [HOSTS, TRANSLATE] },
  { id: "C3", what: "Cursor: folder", where: [HOSTS, TRANSLATE] },
  { id: "C4", what: "Cursor: command", where: [HOSTS, TRANSLATE] },
  { id: "C5", what: "Cursor: continue", where: [HOSTS, TRANSLATE] },
  { id: "C6", what: "Cursor: bad id", where: [HOSTS] },
  { id: "C7", what: "Cursor: edit", where: [TRANSLATE] },
  { id: "C8", what: "Cursor: tool of a server", where: [TRANSLATE] },
  { id: "C9", what: "Cursor: last answer", where: [TRANSLATE] },
  { id: "C10", what: "Codex: no session", where: [HOSTS, TRANSLATE] },
  { id: "C11", what: "Codex: true as a text", where: [TRANSLATE] },
  { id: "C12", what: "Codex: cat is a reading", where: [HOSTS, TRANSLATE] },
  { id: "C13", what: "Codex: allows no tool", where: [HOSTS] },
  { id: "C14", what: "Codex: nothing at the end", where: [HOSTS, TRANSLATE] },
  {
    id: "C15",
    what: "Codex: empty context",
    where: [HOSTS, TRANSLATE],
    reason: "Nothing to say is no bytes, and not an empty context.",
  },
  { id: "C16", what: "Gemini: events", where: [HOSTS, TRANSLATE] },
  { id: "C17", what: "Gemini: folder", where: [HOSTS, TRANSLATE] },
  {
    id: "C18",
    what: "Gemini: events that stand for others",
    where: [HOSTS, TRANSLATE],
    reason:
      "The last answer is one; what a tool is about to do, and a notification, are no use of a tool.",
  },
  { id: "C19", what: "Gemini: no colours", where: [TRANSLATE] },
  {
    id: "C20",
    what: "Gemini: continue",
    where: [TRANSLATE],
    reason: "A host goes on where it is told nothing.",
  },

  // Transcripts.
  { id: "T1", what: "the last text", where: [PRIVACY], reason: LAST_ANSWER },
  { id: "T2", what: "a turn of tools only", reason: LAST_ANSWER },
  { id: "T3", what: "`type` and `role`", reason: LAST_ANSWER },
  {
    id: "T4",
    what: "a line that is none",
    where: [TRANSCRIPT],
    reason: "For the journal, which asks a transcript where no ledger is.",
  },
  {
    id: "T5",
    what: "missing, empty",
    where: [TRANSCRIPT, "tests/hooks/session_end_test.ts"],
    reason: "For the journal, which asks a transcript where no ledger is.",
  },

  // What is known of files.
  { id: "F1", what: "small, a folder, missing", reason: NEXT_PROMPT },
  {
    id: "F2",
    what: "changed since",
    reason:
      `${NEXT_PROMPT} Each item tells its day: it says what was done, and not what is in the file.`,
  },
  { id: "F3", what: "known", where: [HISTORY, RECALL] },
  {
    id: "F4",
    what: "absolute and relative",
    where: [HISTORY, "tests/worker/items_test.ts"],
  },
  {
    id: "F5",
    what: "the input stays",
    where: ["tests/guard/guard_test.ts", OUTPUT],
  },
  { id: "F6", what: "one of them is nothing", where: [HISTORY] },

  // Which project it is.
  { id: "N1", what: "~", where: [HISTORY] },
  { id: "N2", what: "a slash at the end", where: [HISTORY] },
  { id: "N3", what: "none", where: [HISTORY, PROJECT] },
  { id: "N4", what: "a folder in a repository", where: [PROJECT] },
  {
    id: "N5",
    what: "a worktree",
    where: [PROJECT, SUMMARY],
    reason: "It is the project of its repository, under that one's name.",
  },
  { id: "N6", what: "a folder in a worktree", where: [PROJECT] },
  { id: "N7", what: "two of one name", where: [PROJECT, SUMMARY] },

  // The worker.
  { id: "W1", what: "20 hooks start one", where: [PORT, LIFE] },
  {
    id: "W2",
    what: "locks that are old, fresh, another's",
    where: [LOCKS, LIFE],
    reason: "The daemon's is held by the system, and ends with its process.",
  },
  {
    id: "W3",
    what: "files that name a process",
    where: [
      "tests/daemon/start_daemon_test.ts",
      "tests/install/end_daemon_test.ts",
    ],
    reason: "The daemon's is held by the system, and ends with its process.",
  },
  { id: "W4", what: "an older one ends later", where: [PORT, LIFE] },
  {
    id: "W5",
    what: "a mute listener on its port",
    where: [WORKER, PORT, "tests/recall/no_daemon_test.ts"],
  },
  {
    id: "W6",
    what: "a foreign server on its port",
    where: [WORKER, PORT, "tests/capture/delivery_test.ts"],
  },
  {
    id: "W7",
    what: "killed after 100 tools",
    where: ["tests/lifecycle/daemon_test.ts"],
  },
  {
    id: "W8",
    what: "no process is left",
    where: [WORKER, BUGS, LIFE],
    reason: "It starts none, so there is none to end.",
  },

  // HTTP.
  {
    id: "H1",
    what: "checks of what is sent",
    where: [SESSIONS, GATE, WORKER],
    reason: "It listens when it is ready, and never answers that it is not.",
  },
  { id: "H2", what: "Origin", where: [GATE] },
  { id: "H3", what: "Host", where: [GATE] },
  { id: "H4", what: "sent twice", where: [SESSIONS, STORED] },
  { id: "H5", what: "a long prompt", where: [SESSIONS, STORED] },

  // What is found.
  {
    id: "Q1",
    what: "word order, gaps, beginnings, Chinese, syntax",
    where: [HISTORY, "tests/recall/search_lifecycle_test.ts"],
  },
  { id: "Q2", what: "a note at the next start", where: [HISTORY] },

  // What is shown.
  {
    id: "E1",
    what: "estimates of tokens saved",
    reason: "Nothing is estimated: no model is called, so none is spent.",
  },
  {
    id: "E2",
    what: "the timeline's order",
    where: [
      "tests/lifecycle/readers_test.ts",
      "tests/viewer/timeline_test.ts",
      "tests/observe/observe_test.ts",
    ],
  },

  // Settings, modes, time.
  {
    id: "G1",
    what: "settings that are absent, broken, marked",
    where: [
      "tests/config_test.ts",
      "tests/config/parse_config_test.ts",
      "tests/hooks/bad_places_test.ts",
      "tests/claude_mem/settings_test.ts",
    ],
    reason:
      "The installer makes the file, not a hook; it is the only place of settings.",
  },
  {
    id: "G2",
    what: "modes of what is kept",
    where: [HISTORY, "tests/hooks/secrets_test.ts", PORT],
  },
  {
    id: "L1",
    what: "how long a hook takes",
    where: ["bench/bench.ts", WORKER],
    reason:
      "Measured against an empty program: a time alone says more about the machine.",
  },
];
