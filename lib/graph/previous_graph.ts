import { dirname } from "../path.ts";
import {
  ensurePrivateFolder,
  readRegularFile,
  removeFile,
} from "../private_file.ts";

/** A copy of the graph from before a rebuild. */
export interface PreviousGraph {
  /**
   * Puts the copy back where the rebuild failed or left no usable graph.
   *
   * @param failed Whether the rebuild failed, so that even a graph that can be read may be half of one.
   * @returns `null` when there is a usable graph from this rebuild, else what is wrong.
   */
  settle(failed?: boolean): string | null;
}

/**
 * Keeps the graph before a rebuild overwrites it: a weak model, a full disk or a kill can leave an empty or torn file. Where an
 * earlier rebuild was killed and left such a file, the copy from before that one still counts.
 *
 * @param graph The graph.json. Needs read and write permission on its folder.
 * @param copy Where the copy is kept meanwhile. Needs read and write permission on its folder.
 */
export function keepPreviousGraph(graph: string, copy: string): PreviousGraph {
  const before = problemOf(graph);
  let kept = false;
  if (before === null) {
    ensurePrivateFolder(dirname(copy));
    Deno.copyFileSync(graph, copy);
    kept = true;
  } else if (before !== NONE) kept = problemOf(copy) === null;
  return {
    settle(failed = false) {
      const problem = failed ? "the rebuild failed" : problemOf(graph);
      if (problem !== null && kept) {
        // Copied, not moved: the state folder may be on another disk. The rename makes it whole for whoever reads.
        const part = `${graph}.${Deno.pid}.tmp`;
        Deno.copyFileSync(copy, part);
        Deno.renameSync(part, graph);
      }
      removeFile(copy);
      return problem;
    },
  };
}

const NONE = "there is none";

/** The largest graph that is read, in bytes; a vault of 100,000 notes has less. */
const MAX_BYTES = 512 * 1024 * 1024;

/** What is wrong with a graph file, `null` when it can be read and has nodes. */
function problemOf(path: string): string | null {
  try {
    const text = readRegularFile(path, MAX_BYTES);
    if (text === null) return NONE;
    const value = JSON.parse(text) as { nodes?: unknown } | null;
    if (!Array.isArray(value?.nodes)) return "it is no graph";
    return value.nodes.length === 0 ? "it is empty" : null;
  } catch {
    return "it cannot be read";
  }
}
