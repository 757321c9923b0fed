import { assertEquals } from "@std/assert";
import {
  daemonEnv,
  foreignEnv,
  workerEnv,
} from "../../lib/process/child_env.ts";

const ENV: Record<string, string> = {
  HOME: "/home/u",
  PATH: "/bin",
  XDG_STATE_HOME: "/s",
  MEMORY_HOOKS_CONFIG: "/c.yaml",
  MEMORY_HOOKS_INSIDE: "",
  CLAUDE_CONFIG_DIR: "/claude",
  TZ: "UTC",
  LANG: "",
  OLLAMA_BASE_URL: "http://localhost:1",
  ANTHROPIC_API_KEY: "key",
  OPENAI_API_KEY: "key",
  LD_PRELOAD: "/x.so",
  DYLD_INSERT_LIBRARIES: "/x.dylib",
  CLAUDE_CODE_SESSION_ID: "s",
  GRAPHIFY_OUT: "elsewhere",
};
const env = (name: string): string | undefined => ENV[name];

Deno.test("workerEnv() is what a program of ours finds its places by, and what its children need", () => {
  assertEquals(workerEnv(env), {
    HOME: "/home/u",
    XDG_STATE_HOME: "/s",
    MEMORY_HOOKS_CONFIG: "/c.yaml",
    CLAUDE_CONFIG_DIR: "/claude",
    PATH: "/bin",
    TZ: "UTC",
    LANG: "",
    OLLAMA_BASE_URL: "http://localhost:1",
  });
});

Deno.test("daemonEnv() asks for nothing of a model server: whoever starts only the daemon may not read that", () => {
  const asked: string[] = [];
  const found = daemonEnv((name) => {
    asked.push(name);
    return env(name);
  });
  assertEquals(asked.filter((name) => name.includes("OLLAMA")), []);
  assertEquals(found["XDG_STATE_HOME"], "/s");
  assertEquals(found["PATH"], "/bin");
});

Deno.test("foreignEnv() has no key, no loader's variable, and the mark that keeps hooks silent", () => {
  assertEquals(foreignEnv(env), {
    HOME: "/home/u",
    PATH: "/bin",
    TZ: "UTC",
    LANG: "",
    OLLAMA_BASE_URL: "http://localhost:1",
    MEMORY_HOOKS_INSIDE: "1",
  });
});
