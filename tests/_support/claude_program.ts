import { cachedTool } from "./cached_tool.ts";
import { runProgram } from "./program.ts";

/** The Claude Code that the tests run. */
export const CLAUDE_VERSION = "2.1.332";

/**
 * Gives the path of the real Claude Code, fetched from npm on first use (about 190 MB to load, 400 MB on disk).
 *
 * The platform's own package is asked for, not `@anthropic-ai/claude-code`: that one demands Node 22, so that npm on an
 * older Node quietly picks 2.1.197, though the program itself needs no Node at all.
 *
 * @throws {Error} when npm cannot fetch it or it does not start: a test that needs it must fail, not pass unseen.
 */
export async function claudeProgram(): Promise<string> {
  const os = Deno.build.os === "windows" ? "win32" : Deno.build.os;
  const arch = Deno.build.arch === "aarch64" ? "arm64" : "x64";
  const name = `@anthropic-ai/claude-code-${os}-${arch}`;
  const file = os === "win32" ? "claude.exe" : "claude";
  const pathIn = (folder: string) => `${folder}/node_modules/${name}/${file}`;
  const folder = await cachedTool("claude", CLAUDE_VERSION, async (folder) => {
    await npmInstall(folder, `${name}@${CLAUDE_VERSION}`);
    await checkVersion(pathIn(folder), folder);
  });
  return pathIn(folder);
}

async function npmInstall(folder: string, spec: string): Promise<void> {
  const { code, stdout, stderr } = await runProgram({
    command: "npm",
    args: [
      "install",
      "--prefix",
      folder,
      "--no-save",
      "--no-package-lock",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      spec,
    ],
    // npm needs the user's own settings: registry, proxy, certificates.
    env: Deno.env.toObject(),
    timeoutMs: 600_000,
  });
  if (code !== 0) {
    throw new Error(
      `Cannot get Claude Code: npm install ${spec} ended with ${code}: ${stdout}${stderr}`,
    );
  }
}

async function checkVersion(command: string, home: string): Promise<void> {
  const { stdout } = await runProgram({
    command,
    args: ["--version"],
    env: { HOME: home },
  });
  if (!stdout.startsWith(`${CLAUDE_VERSION} `)) {
    throw new Error(
      `Cannot use Claude Code: version is ${stdout.trim()}, not ${CLAUDE_VERSION}`,
    );
  }
}
