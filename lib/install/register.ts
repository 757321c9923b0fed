import { dirname, join, resolve } from "@std/path";
import { isFolder, isMissing } from "../private_file.ts";
import type { Group } from "../registry.ts";
import { entryOf, type Form, invocation, ownEntries } from "./entry.ts";
import { Failure } from "./failure.ts";
import { GROUPS, hooksOf } from "./groups.ts";
import { hostEntries } from "./host_entry.ts";
import { HOST_FILES, hostOf, type OtherHost } from "./host_files.ts";
import type { Machine } from "./machine.ts";
import {
  assertWritable,
  readSettings,
  type Settings,
} from "./read_settings.ts";
import type { RegisteredSettings } from "./receipt.ts";
import {
  type DesiredEntry,
  type Edit,
  planEdit,
} from "./settings/plan_edit.ts";
import { planRemoval } from "./settings/plan_removal.ts";
import { readHandlers } from "./settings/read_handlers.ts";
import type { Flags } from "./stage_programs.ts";
import { backUp, writeAtomic } from "./write_atomic.ts";

/** What became of a settings file. */
export interface Registration {
  readonly path: string;
  readonly changed: boolean;
  readonly backup: string | null;
}

/**
 * The settings file that the command line means.
 *
 * @param machine The machine. Needs read permission on the project's folder.
 * @param project The project as given, or `null`.
 * @param settings The settings file as given, or `null`.
 * @param host The host whose file it is, `null` for Claude Code.
 * @throws {Failure} when the project is no folder.
 */
export function settingsPath(
  machine: Machine,
  project: string | null,
  settings: string | null,
  host: OtherHost | null = null,
): string {
  const { cwd, places } = machine;
  if (settings !== null) return resolve(cwd, settings);
  if (project === null) {
    return host === null
      ? join(places.claude, "settings.json")
      : HOST_FILES[host].file(machine);
  }
  const folder = resolve(cwd, project);
  if (!isFolder(folder)) {
    const what = isThere(folder)
      ? "it is not a folder"
      : "there is no such folder";
    throw new Failure(`Cannot use the project ${folder}: ${what}`);
  }
  return host === null
    ? join(folder, ".claude", "settings.json")
    : join(folder, HOST_FILES[host].projectFile);
}

function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    return !isMissing(error);
  }
}

/**
 * The entries of the hooks that are registered together.
 *
 * @param machine The machine.
 * @param form How the programs are installed.
 * @param flags Their permissions.
 * @param groups Which hooks.
 * @param path The file that they are for: its place tells which host reads it.
 */
export function desiredEntries(
  machine: Machine,
  form: Form,
  flags: Flags,
  groups: readonly Group[],
  path: string,
): DesiredEntry[] {
  const bin = join(machine.places.data, "bin");
  const exe = machine.windows ? ".exe" : "";
  const host = hostOf(machine, path);
  return hooksOf(groups).flatMap((hook) => {
    const program = invocation(hook, form, bin, flags[hook.name] ?? [], exe);
    if (host !== null) return hostEntries(hook, host, program);
    return hook.events.map((event) => entryOf(hook, event, program));
  });
}

/**
 * The function that tells own entries in a settings file.
 *
 * @param machine The machine.
 * @param path The settings file: relative scripts in it are taken from the folder that its `.claude` is in.
 * @param groups The hooks that count.
 */
export function isOursIn(
  machine: Machine,
  path: string,
  groups: readonly Group[],
): ReturnType<typeof ownEntries> {
  return ownEntries(machine.project, dirname(dirname(path)), groups);
}

/**
 * Plans the edit of a settings file.
 *
 * @param machine The machine. Needs read permission on the file.
 * @param path The file.
 * @param entries The entries that it is to have.
 * @param groups The groups that these are of; entries of another one stay as they are.
 * @throws {Failure} when the file is not what Claude Code reads, or may not be written.
 */
export function planRegistration(
  machine: Machine,
  path: string,
  entries: readonly DesiredEntry[],
  groups: readonly Group[],
): { settings: Settings; edit: Edit } {
  const settings = readSettings(path);
  try {
    const ours = isOursIn(machine, path, groups);
    const edit = planEdit(settings.text, entries, ours);
    if (edit.kind === "write") assertWritable(settings);
    return { settings, edit };
  } catch (error) {
    if (error instanceof Failure) throw error;
    const ignored = error instanceof SyntaxError &&
        hostOf(machine, path) === null
      ? "; Claude Code ignores such a file"
      : "";
    throw new Failure(
      `${path}: ${(error as Error).message}; nothing was changed${ignored}`,
    );
  }
}

/**
 * Registers the hooks in a settings file. Nothing is written where nothing changes.
 *
 * @param machine The machine. Needs read and write permission on the file's folder.
 * @param path The file.
 * @param entries The entries that it is to have.
 * @param groups The groups that these are of.
 * @throws {Failure} when it cannot be read, edited or written.
 */
export function register(
  machine: Machine,
  path: string,
  entries: readonly DesiredEntry[],
  groups: readonly Group[],
): Registration {
  const { settings, edit } = planRegistration(machine, path, entries, groups);
  if (edit.kind === "same") return { path, changed: false, backup: null };
  const backup = settings.text === null
    ? null
    : backUp(settings.real, machine.now());
  writeAtomic(settings.real, edit.text);
  return { path, changed: true, backup };
}

/**
 * What is to be remembered of a settings file before it is edited: its original text is that of the first time.
 *
 * @param machine The machine. Needs read permission on the file.
 * @param path The file.
 * @param known What is remembered of it already.
 * @param groups The groups that will be registered in it.
 */
export function rememberSettings(
  machine: Machine,
  path: string,
  known: RegisteredSettings | undefined,
  groups: readonly Group[],
): RegisteredSettings {
  const { text, real } = readSettings(path);
  const ours = isOursIn(machine, path, groups);
  const installed = readHandlers(text).some(({ handler, event }) =>
    ours(handler, event)
  );
  // Entries without a receipt: what was there before them, nobody knows.
  if (installed) {
    return { ...known ?? { path, madeFolder: false, backups: [] }, groups };
  }
  let madeFolder = known?.madeFolder ?? false;
  try {
    Deno.statSync(dirname(real));
  } catch {
    madeFolder = true;
  }
  const backups = known?.backups ?? [];
  const remembered = { path, groups, madeFolder, backups };
  return comesBack(machine, path, text)
    ? remembered
    : { ...remembered, original: text };
}

/**
 * Whether taking the entries out of the edited text gives the text back, without any knowledge of it: those of all groups, since the
 * other one may come later.
 */
function comesBack(
  machine: Machine,
  path: string,
  text: string | null,
): boolean {
  const entries = desiredEntries(machine, "native", {}, GROUPS, path);
  const ours = isOursIn(machine, path, GROUPS);
  const edit = planEdit(text, entries, ours);
  if (edit.kind === "same") return false;
  const removal = planRemoval(edit.text, ours);
  return removal.kind === "write" && removal.text === text;
}
