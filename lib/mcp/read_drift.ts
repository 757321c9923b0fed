import { type ArtefactKind, artefactStates } from "../install/artefacts.ts";
import { entryOf, invocation, ownEntries } from "../install/entry.ts";
import { hooksOf } from "../install/groups.ts";
import { type HookState, hookStates } from "../install/hook_states.ts";
import { type Manifest, readManifest } from "../install/manifest.ts";
import { readSettings } from "../install/read_settings.ts";
import type { DesiredEntry, IsOurs } from "../install/settings/plan_edit.ts";
import { dirname, join } from "../path.ts";
import type { Places } from "../place.ts";
import { findDrift } from "./find_drift.ts";

/**
 * Finds out what of the installation is not as this version would leave it.
 *
 * @param places Where things are. Needs read permission on the user's settings file, the folders beside it and the programs.
 * @param project The product's own folder where this program runs in it, `null` where it is installed.
 * @returns What to tell the model of it, `""` where all is well.
 * @throws {Error} when something of it cannot be read.
 */
export function readDrift(places: Places, project: string | null): string {
  const settings = join(places.claude, "settings.json");
  const bin = join(places.data, "bin");
  const manifest = readManifest(bin);
  const { text } = readSettings(settings);
  const outdated = (kind: ArtefactKind): string[] =>
    artefactStates(kind, join(places.claude, kind), project ?? bin)
      .filter(({ state }) => state === "outdated").map(({ name }) => name);
  const installer = manifest?.installer ??
    (project === null ? null : join(project, "install.ts"));
  const isOurs = ownEntries(
    installer === null ? bin : dirname(installer),
    dirname(places.claude),
    ["vault"],
  );
  return findDrift({
    settings,
    hooks: registered(text, bin, manifest, isOurs),
    skills: outdated("skills"),
    agents: outdated("agents"),
    installer,
  });
}

function registered(
  text: string | null,
  bin: string,
  manifest: Manifest | null,
  isOurs: IsOurs,
): HookState[] | string {
  try {
    return hookStates(text, manifest?.hooks ?? anyEntries(bin), isOurs)
      .map((hook) => isDoubtful(hook, bin, manifest) ? current(hook) : hook);
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}

/** Entries of the right events; what is in them nobody knows. */
function anyEntries(bin: string): DesiredEntry[] {
  return hooksOf(["vault"]).flatMap((hook) => {
    const program = invocation(hook, "native", bin, [], "");
    return hook.events.map((event) => entryOf(hook, event, program));
  });
}

/** Without the installation's own word an entry may be right; and a program may be where this one must not look. */
function isDoubtful(
  { state, command }: HookState,
  bin: string,
  manifest: Manifest | null,
): boolean {
  return state === "outdated" && manifest === null ||
    state === "broken" && !command?.includes(bin) && !mayReadAll();
}

function current(hook: HookState): HookState {
  return { ...hook, state: "current" };
}

function mayReadAll(): boolean {
  return Deno.permissions.querySync({ name: "read" }).state === "granted";
}
