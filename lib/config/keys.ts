import { shown } from "./shown.ts";

/** What is wrong with a value, or the value as it is used. */
export type Checked = { readonly value: string | number } | {
  readonly problem: string;
};

/** One setting: where it stands in the file, its default, and what it may be. */
export interface Key {
  readonly default: string | number;
  check(value: unknown): Checked;
}

/** Every setting of `config.yaml` by its path in the file. `config.yaml` ships with the same keys and defaults. */
export const KEYS = {
  "vault.path": text(
    "~/Documents/SecondBrain",
    "an absolute path or one that begins with ~ (variables are not replaced)",
    (path) => /^(?:~(?:[\\/]|$)|\/|[A-Za-z]:[\\/]|\\\\)/.test(path),
  ),
  "graph.engine": oneOf("auto", "graphify", "builtin"),
  "graph.output_dir": text("graphify-out", "a folder below the vault", isBelow),
  "graph.model": text(
    "qwen25-coder-7b-16k",
    "a model's name",
    (name) => name !== "" && !name.startsWith("-"),
  ),
  "graph.num_ctx": wholeNumber(16384, 256, 10_000_000),
  "graph.rebuild_stale_days": number(7, 0, 36500),
  "graph.update_timeout_seconds": wholeNumber(30, 1, 50),
  "graph.rebuild_timeout_minutes": number(120, 0.01, 10080),
  "brief.god_nodes": wholeNumber(10, 0, 1000),
  "brief.conventions": text(
    "convention",
    "a tag",
    (tag) => /^[^\s#/]+(?:\/[^\s#/]+)*$/.test(tag),
  ),
  "brief.max_chars": wholeNumber(9500, 200, 9900),
  "journal.dir": text("journal", "a folder below the vault", isBelow),
  "journal.day": oneOf("local", "utc"),
  "memory.domain_case": oneOf("preserve", "lower", "upper"),
  "memory.quiet_minutes": number(45, 0, 10080),
  "memory.brief_chars": wholeNumber(2400, 0, 9900),
  "capture.email_allow": domains(),
  "capture.spool_max_mb": number(16, 0.01, 10_000),
  "capture.retention_days": number(365, 0, 36500),
  "capture.retention_max_mb": number(1024, 0, 1_000_000),
  "capture.idle_minutes": number(15, 0.01, 10080),
  "capture.skip_tools": list(
    "TodoWrite, AskUserQuestion, Skill, SlashCommand, ListMcpResourcesTool",
    "names of tools, as a list or parted by commas",
  ),
  "projects.exclude": list(
    "",
    "folders such as ~/private/**, as a list or parted by commas",
  ),
  "recall.max_chars": wholeNumber(2000, 0, 9000),
  "recall.max_items": wholeNumber(5, 1, 20),
  "recall.embed_model": text("", "a model's name, or nothing", isModel),
  "summary.model": text("", "a model's name, or nothing", isModel),
  "summary.max_tokens": wholeNumber(400, 50, 4000),
  "model.url": text(
    "http://127.0.0.1:11434",
    "an address of this machine such as http://127.0.0.1:11434",
    (url) => /^http:\/\/(?:127\.0\.0\.1|localhost):[1-9]\d{0,4}\/?$/.test(url),
  ),
  "worker.http": onOff("off"),
  "worker.port": wholeNumber(37777, 1024, 65_000),
  "worker.max_memory_mb": wholeNumber(300, 64, 100_000),
} satisfies Record<string, Key>;

/** The variables that `graph.env` sets for graphify by default. An empty value leaves the variable to `graph.num_ctx` or unset. */
export const GRAPH_ENV: Readonly<Record<string, string>> = {
  OLLAMA_FLASH_ATTENTION: "1",
  GRAPHIFY_OLLAMA_NUM_CTX: "",
  GRAPHIFY_OLLAMA_KEEP_ALIVE: "30m",
};

/**
 * Whether `graph.env` may set a variable: graphify's own and Ollama's, but none that would move its output or make each run a
 * full one.
 *
 * @param name The variable.
 */
export function isGraphVariable(name: string): boolean {
  return /^(?:OLLAMA|GRAPHIFY)_[A-Z0-9_]+$/.test(name) &&
    name !== "GRAPHIFY_OUT" && name !== "GRAPHIFY_FORCE";
}

/**
 * Checks the value of a variable in `graph.env`.
 *
 * @param value What the file says; nothing at all is an empty text.
 */
export function checkVariable(value: unknown): Checked {
  if (value === null) return { value: "" };
  if (typeof value === "number") return { value: String(value) };
  return typeof value === "string" && !value.includes("\0")
    ? { value }
    : { problem: "a text" };
}

function isModel(name: string): boolean {
  return /^(?![-.])[\w.:/-]{0,200}$/.test(name);
}

/** `true` and `false` in YAML, or `on` and `off`, which are texts to it. */
function onOff(initial: "on" | "off"): Key {
  return {
    default: initial,
    check: (value) =>
      typeof value === "boolean"
        ? { value: value ? "on" : "off" }
        : value === "on" || value === "off"
        ? { value }
        : { problem: "on or off" },
  };
}

/** Texts, as a list or in one text, parted by commas; kept so. */
function list(initial: string, what: string): Key {
  const parted = (text: string): string[] =>
    text.split(",").map((it) => it.trim()).filter((it) => it !== "");
  return {
    default: initial,
    check: (value) => {
      const given = typeof value === "string" ? parted(value) : value;
      const isFit = Array.isArray(given) && given.length <= 1000 &&
        given.every((it) =>
          typeof it === "string" && it.length <= 4096 && !/[,\0]/.test(it)
        );
      return isFit ? { value: given.join(", ") } : { problem: what };
    },
  };
}

function number(initial: number, least: number, most: number): Key {
  return {
    default: initial,
    check: (value) =>
      typeof value === "number" && value >= least && value <= most
        ? { value }
        : { problem: `a number from ${least} to ${most}` },
  };
}

function wholeNumber(initial: number, least: number, most: number): Key {
  return {
    default: initial,
    check: (value) =>
      typeof value === "number" && Number.isInteger(value) && value >= least &&
        value <= most
        ? { value }
        : { problem: `a whole number from ${least} to ${most}` },
  };
}

function oneOf(initial: string, ...others: string[]): Key {
  const allowed = [initial, ...others];
  return {
    default: initial,
    check: (value) =>
      typeof value === "string" && allowed.includes(value)
        ? { value }
        : { problem: `one of ${allowed.join(", ")}` },
  };
}

function text(
  initial: string,
  what: string,
  fits: (value: string) => boolean,
): Key {
  return {
    default: initial,
    check: (value) =>
      typeof value === "string" && !value.includes("\0") && fits(value)
        ? { value }
        : { problem: what },
  };
}

/** A relative path that cannot climb out of the vault, nor be the vault itself. */
function isBelow(path: string): boolean {
  const parts = path.split(/[\\/]/);
  return path !== "" && !/^[A-Za-z]:/.test(path) &&
    parts.every((part, index) =>
      part !== ".." && part !== "." &&
      (part !== "" || (index > 0 && index === parts.length - 1))
    );
}

/**
 * Names of domains, as a list or in one text, parted by commas. Each counts for those below it, too, so `@example.com` and
 * `*.example.com` say the same as `example.com`.
 */
function domains(): Key {
  const name = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){1,30}$/i;
  return {
    default: "",
    check: (value) => {
      const problem =
        "domains such as example.com, as a list or parted by commas";
      const given = typeof value === "string" ? value.split(/[\s,]+/) : value;
      if (!Array.isArray(given)) return { problem };
      const names = given.filter((it) => it !== "")
        .map((it) =>
          typeof it === "string" ? it.replace(/^(?:@|\*\.)/, "") : it
        );
      const bad = names.findIndex((it) =>
        typeof it !== "string" || !name.test(it)
      );
      if (bad < 0) return { value: names.join(", ") };
      const item = given.filter((it) => it !== "")[bad];
      return item === value
        ? { problem }
        : { problem: `${problem}, and ${shown(item)} is none` };
    },
  };
}
