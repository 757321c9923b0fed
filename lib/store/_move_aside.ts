import { basename, dirname, join } from "../path.ts";
import { exists } from "../private_file.ts";

/**
 * Moves a store that cannot be read out of the way, with its log: `store.corrupt-<time>.sqlite`.
 *
 * @returns The new name.
 */
export function moveAside(file: string, now: Date): string {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  let moved = "";
  for (let number = 1; moved === "" || exists(moved); number++) {
    const name = number === 1 ? stamp : `${stamp}-${number}`;
    moved = join(dirname(file), `store.corrupt-${name}.sqlite`);
  }
  // The log first: the new store must not take it for its own.
  for (const end of ["-wal", "-shm", "-journal", ""]) {
    if (exists(file + end)) Deno.renameSync(file + end, moved + end);
  }
  return basename(moved);
}
