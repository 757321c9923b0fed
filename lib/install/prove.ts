import { ensurePrivateFolder } from "../private_file.ts";
import type { Group, Hook } from "../registry.ts";
import { proveCapture } from "./_prove_capture.ts";
import { proveMemory } from "./_prove_memory.ts";
import { proveVault } from "./_prove_vault.ts";
import { proofFolder, writeSample } from "./_sample.ts";
import { openTrial } from "./_trial.ts";
import type { Form } from "./entry.ts";
import type { Machine } from "./machine.ts";
import type { Progress } from "./progress.ts";
import { removeFolder } from "./remove_folder.ts";
import type { Flags } from "./stage_programs.ts";

/** How a program did. */
export interface ProvenHook {
  readonly name: Hook["name"];
  /** The events it is registered for, `null` for a worker. */
  readonly event: string | null;
  readonly form: Form;
  /** The median of some runs from start to end in milliseconds, `null` for a worker. */
  readonly medianMs: number | null;
  /** Why it does not work, else `null`. */
  readonly problem: string | null;
}

/**
 * Runs each installed program as Claude Code would, with a sample vault in a private HOME below the state folder, which their
 * permissions cover, and looks at what they said and wrote. Nothing of it is left, nor does any program of it still run.
 *
 * @param machine The machine. Needs permission to run the programs, read and write permission on the state folder.
 * @param form How they are installed.
 * @param flags Their permissions.
 * @param groups Whose programs are installed.
 * @param progress Is told what takes long.
 * @param patienceMs Milliseconds that the workers may take with the little that is in the sample.
 */
export async function prove(
  machine: Machine,
  form: Form,
  flags: Flags,
  groups: readonly Group[],
  progress: Progress,
  patienceMs = 30_000,
): Promise<ProvenHook[]> {
  const folder = proofFolder(machine.places);
  removeFolder(folder);
  ensurePrivateFolder(folder);
  try {
    const sample = writeSample(folder, machine);
    const trial = openTrial(machine, form, flags, sample, patienceMs);
    return await progress.step("Trying each hook", async () => [
      ...groups.includes("vault") ? await proveVault(trial) : [],
      ...groups.includes("vault")
        ? await proveMemory(trial, !groups.includes("capture"))
        : [],
      ...groups.includes("capture") ? await proveCapture(trial) : [],
    ]);
  } finally {
    removeFolder(folder);
  }
}
