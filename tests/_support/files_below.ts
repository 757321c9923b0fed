import { Buffer } from "node:buffer";
import { isMissing } from "../../lib/private_file.ts";

/** How often a folder is read anew because of a file that went away meanwhile. */
const MOST_TRIES = 100;

/** All regular files below a folder, sorted; none where there is no folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  return await walk(folder, (entry) => entry.isFile);
}

/** Everything below a folder, sorted. */
export async function pathsBelow(folder: string): Promise<string[]> {
  return await walk(folder, () => true);
}

/**
 * What is in the regular files below a folder, each byte a letter.
 *
 * @param folder The folder.
 * @param wanted Whether a file of this path is to be read.
 * @returns Text by path.
 */
export async function textsBelow(
  folder: string,
  wanted: (path: string) => boolean = () => true,
): Promise<Map<string, string>> {
  return await wholly(folder, async () => {
    const texts = new Map<string, string>();
    for (const path of (await filesBelow(folder)).filter(wanted)) {
      const bytes = await Deno.readFile(path);
      texts.set(path, new TextDecoder("latin1").decode(bytes));
    }
    return texts;
  });
}

/**
 * The files below a folder that have one of some texts in them.
 *
 * @param folder The folder.
 * @param texts What is looked for.
 * @param wanted Whether a file of this path is to be read.
 * @returns Paths, sorted.
 */
export async function filesWith(
  folder: string,
  texts: readonly string[],
  wanted: (path: string) => boolean = () => true,
): Promise<string[]> {
  return await wholly(folder, async () => {
    const found: string[] = [];
    for (const path of (await filesBelow(folder)).filter(wanted)) {
      const bytes = Buffer.from((await Deno.readFile(path)).buffer);
      if (texts.some((text) => bytes.includes(text))) found.push(path);
    }
    return found;
  });
}

/**
 * A daemon may be at work in a folder that is read: where a file goes away before its turn, it may have got another name, that of one
 * that was read already. All are read again then.
 */
async function wholly<T>(folder: string, read: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      return await read();
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  throw new Error(`Cannot read ${folder}: files go away each time`);
}

async function walk(
  folder: string,
  counts: (entry: Deno.DirEntry) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  try {
    for await (const entry of Deno.readDir(folder)) {
      const path = `${folder}/${entry.name}`;
      if (counts(entry)) found.push(path);
      if (entry.isDirectory) found.push(...await walk(path, counts));
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return found.sort();
}
