import { isMissing, removeFile } from "../private_file.ts";

/** A copy of the graph from before a rebuild. */
export interface PreviousGraph {
  /**
   * Puts the copy back where the rebuild left no usable graph. Says whether there is a usable new one, and why not.
   *
   * @returns `null` when the new graph is good, else what is wrong with it.
   */
  settle(): string | null;
}

/**
 * Keeps the graph before a rebuild overwrites it: a weak model, a full disk or a kill can leave an empty or torn file.
 *
 * @param graph The graph.json. Needs read and write permission on its folder.
 * @param copy Where the copy is kept meanwhile. Needs read and write permission on its folder.
 */
export function keepPreviousGraph(graph: string, copy: string): PreviousGraph {
  let kept = false;
  try {
    Deno.copyFileSync(graph, copy);
    kept = problemOf(copy) === null;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return {
    settle() {
      const problem = problemOf(graph);
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

/** What is wrong with a graph file, `null` when it can be read and has nodes. */
function problemOf(path: string): string | null {
  try {
    const value = JSON.parse(Deno.readTextFileSync(path)) as {
      nodes?: unknown;
    };
    if (!Array.isArray(value?.nodes)) return "it is no graph";
    return value.nodes.length === 0 ? "it is empty" : null;
  } catch (error) {
    return isMissing(error) ? "there is none" : "it cannot be read";
  }
}
