import { dirname, join } from "@std/path";
import type { Config } from "../config.ts";
import { isFolder, isMissing } from "../private_file.ts";
import { runProgram } from "../process/run_program.ts";

/**
 * Looks whether the hooks can write what they write into the vault: journal and graph. Nothing is written to find out.
 *
 * @param config The settings. Needs read permission on the vault, and permission to run `/bin/sh`.
 * @returns What cannot be written, in words; nothing where the vault is not there, or on Windows, which cannot be asked.
 */
export async function notWritable(
  config: Pick<Config, "vault" | "graph" | "journal">,
): Promise<string[]> {
  const vault = config.vault.path;
  if (Deno.build.os === "windows" || !isFolder(vault)) return [];
  const problems: string[] = [];
  const closed = new Map<string, string[]>();
  for (
    const [what, dir] of [
      ["the journal", config.journal.dir],
      ["the graph", config.graph.outputDir],
    ] as const
  ) {
    const there = nearest(join(vault, dir), vault);
    if (!isFolder(there)) problems.push(`${there} is not a folder`);
    else if (!await mayWrite(there)) {
      closed.set(there, [...closed.get(there) ?? [], what]);
    }
  }
  for (const [folder, what] of closed) {
    problems.push(
      `${folder} is not writable for this user: ${
        what.join(" and ")
      } cannot be written there`,
    );
  }
  return problems;
}

/** The path itself, or what is nearest above it where it is still to be made. */
function nearest(path: string, vault: string): string {
  let current = path;
  while (current !== vault && !isThere(current)) current = dirname(current);
  return current;
}

function isThere(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    return !isMissing(error);
  }
}

/** The mode alone tells nothing of groups, access lists and read-only file systems: the system is asked. */
async function mayWrite(folder: string): Promise<boolean> {
  const { code } = await runProgram("/bin/sh", {
    args: ["-c", '[ -w "$1" ] && [ -x "$1" ]', "sh", folder],
    cwd: "/",
    env: {},
    timeoutMs: 10_000,
    keepBytes: 1000,
  });
  return code === 0;
}
