import { dirname, join } from "@std/path";
import { type ArtefactKind, artefactStates } from "../install/artefacts.ts";
import type { Machine } from "../install/machine.ts";
import { readSettings } from "../install/read_settings.ts";
import { readReceipt, type Receipt } from "../install/receipt.ts";
import { desiredEntries, isOursIn } from "../install/register.ts";
import { isMissing } from "../private_file.ts";
import { findDrift } from "./find_drift.ts";

/**
 * Finds out what of the installation is not as this version would leave it.
 *
 * @param machine The machine; `project` is the product's folder, which the receipt knows of an installed program. Needs read permission
 * on the settings file, the folders beside it, the programs and the receipt.
 * @param bundled The folder of the installed programs, or the product's own: what this version ships is known there.
 * @returns What to tell the model of it, `""` where all is well.
 * @throws {Error} when something of it cannot be read.
 */
export function readDrift(machine: Machine, bundled: string): string {
  const { places } = machine;
  const settings = join(places.claude, "settings.json");
  const { text } = readSettings(settings);
  const receipt = receiptOf(machine);
  const outdated = (kind: ArtefactKind): string[] =>
    artefactStates(kind, join(dirname(settings), kind), bundled)
      .filter(({ state }) => state === "outdated").map(({ name }) => name);
  return findDrift({
    settings,
    text,
    entries: desiredEntries(
      machine,
      receipt?.form ?? "native",
      receipt?.flags ?? {},
      ["vault"],
    ),
    isExact: receipt !== null,
    isOurs: isOursIn(machine, settings, ["vault"]),
    isThere,
    skills: outdated("skills"),
    agents: outdated("agents"),
    project: projectOf(machine, receipt),
  });
}

/** What was installed; `null` where that is not known. */
function receiptOf({ places }: Machine): Receipt | null {
  try {
    return readReceipt(places.data);
  } catch {
    // None of this version's, or not for this program to read.
    return null;
  }
}

/** The folder that an installation was made from; a script that was never installed is in it. */
function projectOf(machine: Machine, receipt: Receipt | null): string | null {
  const known = (receipt as { readonly project?: unknown } | null)?.project;
  if (typeof known === "string" && known !== "") return known;
  return machine.project === "" ? null : machine.project;
}

/** A place that may not be looked at holds somebody else's program. */
function isThere(program: string): boolean | null {
  try {
    return Deno.statSync(program).isFile;
  } catch (error) {
    return isMissing(error) ? false : null;
  }
}
