import { assertEquals } from "@std/assert";
import { assembleConfig } from "../../lib/config/assemble_config.ts";
import {
  extractAll,
  extractChanged,
  graphifyEnv,
  hasNoFileOption,
  outputFolder,
  queryLine,
  updateFile,
  writeReport,
} from "../../lib/graph/graphify.ts";
import { UNKNOWN_OPTION } from "../_support/fake_graphify.ts";
import { runProgram } from "../_support/program.ts";

const VAULT = "/home/u/My Vault";

Deno.test("the command lines are the seed's, word for word", () => {
  assertEquals(
    extractAll(VAULT, "m").join(" "),
    `extract ${VAULT} --backend ollama --model m --force`,
  );
  assertEquals(updateFile(`${VAULT}/a b.md`), [
    "update",
    "--file",
    `${VAULT}/a b.md`,
  ]);
});

Deno.test("the command lines beyond the seed read what changed, and write the report without a model", () => {
  assertEquals(extractChanged(VAULT, "m"), [
    "extract",
    VAULT,
    "--backend",
    "ollama",
    "--model",
    "m",
  ]);
  assertEquals(writeReport(VAULT), [
    "cluster-only",
    VAULT,
    "--no-label",
    "--no-viz",
  ]);
});

const KEYS: Record<string, string> = {
  HOME: "/home/u",
  PATH: "/bin",
  OPENAI_API_KEY: "key",
  GEMINI_API_KEY: "key",
  GRAPHIFY_OUT: "elsewhere",
  GRAPHIFY_FORCE: "1",
  LD_PRELOAD: "/x.so",
};

Deno.test("graphifyEnv() has Ollama and no other model, and keeps graphify out of the way", () => {
  const env = graphifyEnv(assembleConfig({}, "/home/u"), (name) => KEYS[name]);
  assertEquals(env, {
    HOME: "/home/u",
    PATH: "/bin",
    MEMORY_HOOKS_INSIDE: "1",
    PYTHONUTF8: "1",
    PYTHONIOENCODING: "utf-8",
    PYTHONHASHSEED: "0",
    GRAPHIFY_NO_TIPS: "1",
    GRAPHIFY_NO_BACKUP: "1",
    GRAPHIFY_QUERY_LOG_DISABLE: "1",
    GRAPHIFY_MAX_RETRIES: "0",
    OLLAMA_API_KEY: "ollama",
    OLLAMA_FLASH_ATTENTION: "1",
    GRAPHIFY_OLLAMA_NUM_CTX: "16384",
    GRAPHIFY_OLLAMA_KEEP_ALIVE: "30m",
  });
});

Deno.test("graphifyEnv() says where the graph goes only where that is not graphify's own folder, and lets the settings win", () => {
  const config = assembleConfig({
    "graph.output_dir": ".graph",
    "graph.env.OLLAMA_API_KEY": "mine",
    "graph.env.GRAPHIFY_MAX_RETRIES": "3",
    "graph.env.OLLAMA_BASE_URL": "http://box:1",
  }, "/home/u");
  const outer: Record<string, string> = {
    OLLAMA_API_KEY: "outer",
    OLLAMA_BASE_URL: "http://outer:1",
  };
  const env = graphifyEnv(config, (name) => outer[name]);
  assertEquals(env.GRAPHIFY_OUT, ".graph");
  assertEquals(env.OLLAMA_API_KEY, "mine");
  assertEquals(env.GRAPHIFY_MAX_RETRIES, "3");
  assertEquals(env.OLLAMA_BASE_URL, "http://box:1");
});

Deno.test("hasNoFileOption() tells a version without the option from a failure", () => {
  const { exit = 0, stderr = "" } = UNKNOWN_OPTION;
  assertEquals(hasNoFileOption(exit, stderr), true);
  assertEquals(
    hasNoFileOption(2, "graphify: error: unrecognized arguments: --file x"),
    true,
  );
  assertEquals(hasNoFileOption(2, "Error: No such option: --file"), true);
  for (
    const [code, text] of [
      [0, stderr],
      [1, "Connection refused"],
      [2, ""],
      [1, "cannot open file: no such file"],
      [124, "Traceback (most recent call last)"],
    ] as const
  ) assertEquals(hasNoFileOption(code, text), false, text);
});

Deno.test("queryLine() is a line that a shell takes apart as it was meant", async () => {
  for (
    const path of [
      "/p/graphify-out/graph.json",
      "/my project/graph.json",
      '/it\'s "here"/$HOME `x` \\ & ; | (é) 日本/graph.json',
      "/-x/--graph/graph.json",
      "/a\nb/graph.json",
      "/*/?/[a]/{b,c}/~/graph.json",
    ]
  ) {
    const { stdout, stderr } = await runProgram({
      command: "/bin/sh",
      args: ["-c", `graphify() { printf '%s|' "$@"; }; ${queryLine(path)}`],
    });
    assertEquals([stdout, stderr], [`query|<question>|--graph|${path}|`, ""]);
  }
  assertEquals(
    queryLine("/p/graph.json"),
    'graphify query "<question>" --graph /p/graph.json',
  );
});

Deno.test("outputFolder() is in the vault", () => {
  const config = assembleConfig({
    "vault.path": "/v",
    "graph.output_dir": "a/b/",
  }, "/home/u");
  assertEquals(outputFolder(config), "/v/a/b");
});
