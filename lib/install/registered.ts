import type { Group } from "../registry.ts";
import { union } from "./groups.ts";
import type { Machine } from "./machine.ts";
import { readSettings } from "./read_settings.ts";
import type { Receipt, RegisteredSettings } from "./receipt.ts";
import { isOursIn } from "./register.ts";
import { readHandlers } from "./settings/read_handlers.ts";

/** A settings file with what is registered in it. */
export type WithGroups = RegisteredSettings & {
  readonly groups: readonly Group[];
};

/**
 * The settings files that hooks of this installation are registered in, each with the groups that the receipt says of it and of which it
 * still has an entry. Entries that no installation on this machine has made are nobody's consent.
 *
 * @param machine The machine. Needs read permission on the files.
 * @param receipt What was installed, if anything.
 */
export function registeredFiles(
  machine: Machine,
  receipt: Receipt | null,
): WithGroups[] {
  return (receipt?.settings ?? []).flatMap((file) => {
    const groups = groupsOf(file).filter((group) =>
      isRegistered(machine, file.path, group)
    );
    return groups.length === 0 ? [] : [{ ...file, groups }];
  });
}

/**
 * The groups that are in use in any of some files.
 *
 * @param files The files.
 */
export function groupsIn(files: readonly WithGroups[]): Group[] {
  return union(...files.map(({ groups }) => groups));
}

/** What the receipt says of a file; older ones had nothing but the vault's hooks. */
export function groupsOf(file: RegisteredSettings): readonly Group[] {
  return file.groups ?? ["vault"];
}

/**
 * Whether a settings file has entries of a group.
 *
 * @param machine The machine. Needs read permission on the file.
 * @param path The file; one that cannot be understood counts, since it may have some.
 * @param group The group.
 */
export function isRegistered(
  machine: Machine,
  path: string,
  group: Group,
): boolean {
  const ours = isOursIn(machine, path, [group]);
  try {
    return readHandlers(readSettings(path).text).some(({ handler, event }) =>
      ours(handler, event)
    );
  } catch {
    return true;
  }
}
