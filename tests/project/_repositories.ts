import { type TempDir, tempDir } from "../_support/temp.ts";

/** A folder to make repositories in, and git to make them with. */
export interface Repositories extends TempDir {
  /** Runs git in a folder, relative to the whole. */
  git(folder: string, ...args: string[]): Promise<void>;
  /** Makes a repository with one commit in it. */
  init(folder: string, ...args: string[]): Promise<void>;
}

/** Real repositories, made by the real git. */
export async function repositories(): Promise<Repositories> {
  const tmp = await tempDir();
  const git = async (folder: string, ...args: string[]): Promise<void> => {
    const { success, stderr } = await new Deno.Command("git", {
      args: ["-c", "protocol.file.allow=always", ...args],
      cwd: `${tmp.path}/${folder}`,
      clearEnv: true,
      env: {
        PATH: Deno.env.get("PATH") ?? "",
        HOME: tmp.path,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: "a",
        GIT_AUTHOR_EMAIL: "a@example.com",
        GIT_COMMITTER_NAME: "a",
        GIT_COMMITTER_EMAIL: "a@example.com",
      },
    }).output();
    if (!success) {
      throw new Error(`git ${args[0]}: ${new TextDecoder().decode(stderr)}`);
    }
  };
  return {
    path: tmp.path,
    git,
    async init(folder, ...args) {
      await Deno.mkdir(`${tmp.path}/${folder}`, { recursive: true });
      await git(folder, "init", "--quiet", ...args);
      await git(folder, "commit", "--quiet", "--allow-empty", "-m", "first");
    },
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  };
}
