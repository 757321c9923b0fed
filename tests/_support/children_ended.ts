import { until } from "./until.ts";

/**
 * Waits until all programs that this process has started are gone, and it was told so. Who started one in passing, as a hook starts the
 * daemon, has nothing else to wait for.
 */
export async function childrenEnded(): Promise<void> {
  await until("the end of all children", () => children().length === 0);
  await new Promise((resolve) => setTimeout(resolve, 0));
}

/** The processes whose parent is this one, be it that they have ended and nobody was told (proc(5)). */
function children(): number[] {
  return [...Deno.readDirSync("/proc")]
    .map(({ name }) => Number(name))
    .filter((pid) => Number.isInteger(pid) && parentOf(pid) === Deno.pid);
}

function parentOf(pid: number): number | null {
  try {
    // The name of the program, which may hold anything, stands in brackets in front.
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    return Number(stat.slice(stat.lastIndexOf(")") + 1).trim().split(" ")[1]);
  } catch {
    return null;
  }
}
