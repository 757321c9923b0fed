import type { Config } from "./types.ts";
import { GRAPH_ENV, KEYS } from "./keys.ts";

const MEGABYTE = 1024 * 1024;

/**
 * Makes the settings out of checked values; what is missing takes its default.
 *
 * @param values Checked values by path, e.g. `graph.model`, `graph.env.OLLAMA_FLASH_ATTENTION`.
 * @param home What `~` stands for in `vault.path`.
 */
export function assembleConfig(
  values: Readonly<Record<string, string | number>>,
  home: string,
): Config {
  const text = (name: keyof typeof KEYS): string =>
    String(values[name] ?? KEYS[name].default);
  const number = (name: keyof typeof KEYS): number =>
    Number(values[name] ?? KEYS[name].default);
  const env: Record<string, string> = { ...GRAPH_ENV };
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith("graph.env.")) {
      env[name.slice("graph.env.".length)] = String(value);
    }
  }
  if (!env.GRAPHIFY_OLLAMA_NUM_CTX) {
    env.GRAPHIFY_OLLAMA_NUM_CTX = text("graph.num_ctx");
  }
  for (const name of Object.keys(env)) if (env[name] === "") delete env[name];
  return {
    vault: { path: expandHome(text("vault.path"), home) },
    graph: {
      engine: text("graph.engine") as Config["graph"]["engine"],
      outputDir: withoutEnd(text("graph.output_dir")),
      model: text("graph.model"),
      numCtx: number("graph.num_ctx"),
      rebuildStaleDays: number("graph.rebuild_stale_days"),
      updateTimeoutSeconds: number("graph.update_timeout_seconds"),
      rebuildTimeoutMinutes: number("graph.rebuild_timeout_minutes"),
      env,
    },
    brief: {
      godNodes: number("brief.god_nodes"),
      conventions: text("brief.conventions"),
      maxChars: number("brief.max_chars"),
    },
    journal: {
      dir: withoutEnd(text("journal.dir")),
      day: text("journal.day") as Config["journal"]["day"],
    },
    memory: {
      domainCase: text("memory.domain_case") as Config["memory"]["domainCase"],
      quietMinutes: number("memory.quiet_minutes"),
      briefChars: number("memory.brief_chars"),
    },
    capture: {
      emailAllow: text("capture.email_allow").toLowerCase().split(/[\s,]+/)
        .filter((domain) => domain !== ""),
      spoolMaxBytes: number("capture.spool_max_mb") * MEGABYTE,
      retentionDays: number("capture.retention_days"),
      retentionMaxBytes: number("capture.retention_max_mb") * MEGABYTE,
      idleMinutes: number("capture.idle_minutes"),
      skipTools: listed(text("capture.skip_tools")),
    },
    projects: { exclude: listed(text("projects.exclude")) },
    recall: {
      maxChars: number("recall.max_chars"),
      maxItems: number("recall.max_items"),
      embedModel: text("recall.embed_model"),
    },
    summary: {
      model: text("summary.model"),
      maxTokens: number("summary.max_tokens"),
    },
    model: {
      url: text("model.url").replace("localhost", "127.0.0.1")
        .replace(/\/$/, ""),
    },
    worker: {
      http: text("worker.http") === "on",
      port: number("worker.port"),
      maxMemoryBytes: number("worker.max_memory_mb") * MEGABYTE,
    },
  };
}

function listed(text: string): string[] {
  return text.split(",").map((it) => it.trim()).filter((it) => it !== "");
}

function expandHome(path: string, home: string): string {
  const full = path === "~" || /^~[\\/]/.test(path)
    ? `${home}/${path.slice(2)}`
    : path;
  return full.length > 1 ? withoutEnd(full) : full;
}

function withoutEnd(path: string): string {
  return path.replace(/(?<=.)[\\/]+$/, "");
}
