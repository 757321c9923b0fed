const TOOLS = decodeURIComponent(
  new URL("../../.tools", import.meta.url).pathname,
);

/**
 * Gives the folder of a third-party program that the tests run, made once per working copy below `.tools/` (ignored by git).
 *
 * Test files run at the same time: the first one in installs, holding a file lock, and the others wait for it. A folder
 * counts only with its `complete` mark, so an installation that was cut off is made anew.
 *
 * @param name Subject, such as `claude`.
 * @param version Exact version: another one gets a folder of its own.
 * @param install Fills the folder, which is empty and whose path is the final one (a Python venv cannot be moved).
 * @param tools Folder for all tools, in place of `.tools/`.
 * @throws What `install` throws: a tool that cannot be had fails the test.
 */
export async function cachedTool(
  name: string,
  version: string,
  install: (folder: string) => Promise<void>,
  tools: string = TOOLS,
): Promise<string> {
  const folder = `${tools}/${name}/${version}`;
  const mark = `${folder}/complete`;
  if (await isFile(mark)) return folder;
  await Deno.mkdir(`${tools}/${name}`, { recursive: true });
  using lock = await Deno.open(`${folder}.lock`, { create: true, write: true });
  await lock.lock(true);
  if (await isFile(mark)) return folder;
  await Deno.remove(folder, { recursive: true }).catch(ignoreNotFound);
  await Deno.mkdir(folder);
  await install(folder);
  await Deno.writeTextFile(mark, new Date().toISOString());
  return folder;
}

async function isFile(path: string): Promise<boolean> {
  const info = await Deno.stat(path).catch(ignoreNotFound);
  return info?.isFile ?? false;
}

function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
