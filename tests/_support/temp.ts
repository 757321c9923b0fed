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
    await makeFolder({ prefix: "mh-", suffix: name }),
  );
  return {
    path,
    async [Symbol.asyncDispose](): Promise<void> {
      await Deno.remove(path, { recursive: true });
    },
  };
}

/**
 * Makes a temporary folder in whose random name there is no number: a hook looks at a path with a telephone number's digits in it more
 * closely, which is another way through it, and takes 1 ms more (2.9.6, measured).
 *
 * @param options As of `Deno.makeTempDir()`.
 */
export async function makeFolder(
  options: Deno.MakeTempOptions,
): Promise<string> {
  const { prefix = "", suffix = "" } = options;
  while (true) {
    const made = await Deno.makeTempDir(options);
    const name = made.slice(made.lastIndexOf("/") + 1 + prefix.length);
    if (!/\d{6}/.test(name.slice(0, name.length - suffix.length))) return made;
    await Deno.remove(made);
  }
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
