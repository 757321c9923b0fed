import type { VaultGraph } from "../api/types.ts";

/** Finds notes by the names that links give them: a path, or the end of one, with or without `.md`, or a title. */
export class NoteNames {
  readonly #byName = new Map<string, number>();

  /** @param graph The notes; of two with one name the better linked one counts, as it comes first. */
  constructor(graph: VaultGraph) {
    for (const [at, { path }] of graph.nodes.entries()) {
      const parts = keyOf(path).split("/");
      for (let start = 0; start < parts.length; start++) {
        const name = parts.slice(start).join("/");
        this.#name(name, at);
      }
    }
    for (const [at, { title }] of graph.nodes.entries()) {
      this.#name(keyOf(title), at);
    }
  }

  /**
   * Finds one.
   *
   * @returns Its place in the graph, `null` where it has none.
   */
  find(name: string): number | null {
    return this.#byName.get(keyOf(name)) ?? null;
  }

  #name(name: string, at: number): void {
    if (!this.#byName.has(name)) this.#byName.set(name, at);
  }
}

function keyOf(name: string): string {
  return name.replace(/#.*$/s, "").replace(/\.md$/i, "")
    .replace(/^(?:\.?\.?\/)+/, "").toLowerCase();
}
