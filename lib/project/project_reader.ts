import type { Reader } from "./reader.ts";

/**
 * Looks at the files that name a project. Hooks may read them in the folder that they are started in and in those above it, no more
 * (`PathGrant`, `project`), and not these folders themselves. An absolute path counts where it comes to the same.
 */
export const projectReader: Reader = {
  look(path) {
    try {
      const own = Deno.lstatSync(path);
      const isLink = own.isSymlink;
      const { isDirectory, isFile } = isLink ? Deno.statSync(path) : own;
      return { isFolder: isDirectory, isFile, isLink };
    } catch {
      return null;
    }
  },
  text(path, maxBytes) {
    try {
      // A FIFO would hang whoever opens it.
      const { isFile, size } = Deno.statSync(path);
      return isFile && size <= maxBytes ? Deno.readTextFileSync(path) : null;
    } catch {
      return null;
    }
  },
  realPath(path) {
    try {
      return Deno.realPathSync(path);
    } catch {
      return null;
    }
  },
};
