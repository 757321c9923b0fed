/** A temporary folder that removes itself. */
export interface TempDir extends AsyncDisposable {
  /** Absolute real path of the folder. */
  readonly path: string;
}

/**
 * Makes a temporary folder, removed with all below it at the end of the scope: `await using tmp = await tempDir()`.
 *
 * @param name Ends the folder's name, so that spaces and non-ASCII letters can be asked for.
 */
export async function tempDir(name = ""): Promise<TempDir> {
  const path = await Deno.realPath(
    await Deno.makeTempDir({ prefix: "mh-", suffix: name }),
  );
  return {
    path,
    async [Symbol.asyncDispose](): Promise<void> {
      await Deno.remove(path, { recursive: true });
    },
  };
}

/**
 * Writes a tree of text files below a folder.
 *
 * @param root The folder.
 * @param files Text by path relative to the folder.
 */
export async function writeFiles(
  root: string,
  files: Record<string, string>,
): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = `${root}/${name}`;
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(path, text);
  }
}
