import type { Config } from "../config.ts";
import type { Environment } from "../place.ts";
import { join } from "../path.ts";
import { foreignEnv } from "../process/child_env.ts";

/**
 * The environment graphify is started with: Ollama and nobody else, no questions logged, no backups in the vault, no retries
 * that outlive the timeout (graphify 0.9.96).
 *
 * @param config The settings; `graph.env` wins over what is set here.
 * @param env This process's environment.
 */
export function graphifyEnv(
  config: Config,
  env: Environment,
): Record<string, string> {
  return {
    ...foreignEnv(env),
    PYTHONUTF8: "1",
    PYTHONIOENCODING: "utf-8",
    PYTHONHASHSEED: "0",
    GRAPHIFY_NO_TIPS: "1",
    GRAPHIFY_NO_BACKUP: "1",
    GRAPHIFY_QUERY_LOG_DISABLE: "1",
    GRAPHIFY_MAX_RETRIES: "0",
    OLLAMA_API_KEY: env("OLLAMA_API_KEY") ?? "ollama",
    ...(config.graph.outputDir === "graphify-out"
      ? {}
      : { GRAPHIFY_OUT: config.graph.outputDir }),
    ...config.graph.env,
  };
}

/** Reads the whole vault anew with the model (seed: vault-hooks). */
export function extractAll(vault: string, model: string): string[] {
  return [...extractChanged(vault, model), "--force"];
}

/** Reads the notes that changed since the last time; never writes the report. */
export function extractChanged(vault: string, model: string): string[] {
  return ["extract", vault, "--backend", "ollama", "--model", model];
}

/** Writes the report. Without `--no-label` it would send the notes' titles to whatever cloud model has a key. */
export function writeReport(vault: string): string[] {
  return ["cluster-only", vault, "--no-label", "--no-viz"];
}

/** Merges one note (seed: vault-hooks). No release so far knows `--file`; see `hasNoFileOption`. */
export function updateFile(note: string): string[] {
  return ["update", "--file", note];
}

/**
 * Whether graphify's answer to `updateFile` says that this version has no such option.
 *
 * @param code Its exit code.
 * @param stderr What it said.
 */
export function hasNoFileOption(code: number, stderr: string): boolean {
  return code !== 0 &&
    /unknown (?:update )?option|unrecognized arguments|no such option/i.test(
      stderr,
    );
}

/**
 * A command line that answers a question from a graph: the question comes first, and `--graph` is a word of its own.
 *
 * @param graph The graph.json, absolute.
 */
export function queryLine(graph: string): string {
  return `graphify query "<question>" --graph ${shellWord(graph)}`;
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text)
    ? text
    : `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * The graph's files in the vault.
 *
 * @param config The settings.
 */
export function outputFolder(config: Config): string {
  return join(config.vault.path, config.graph.outputDir);
}
