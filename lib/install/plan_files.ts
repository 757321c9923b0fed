import type { Group } from "../registry.ts";
import type { Form } from "./entry.ts";
import { union } from "./groups.ts";
import type { Machine } from "./machine.ts";
import type { Receipt } from "./receipt.ts";
import {
  groupsIn,
  isRegistered,
  registeredFiles,
  type WithGroups,
} from "./registered.ts";
import { desiredEntries, rememberSettings } from "./register.ts";
import type { DesiredEntry } from "./settings/plan_edit.ts";
import type { Flags } from "./stage_programs.ts";

/** What the installation is to look like afterwards. */
export interface FilesPlan {
  /** The settings file that is meant, last, and the others that have hooks of this installation. */
  readonly files: readonly {
    readonly path: string;
    readonly groups: readonly Group[];
  }[];
  /** All groups that are in use in any of them: whose programs have to be there. */
  readonly groups: readonly Group[];
  /** What the user should know. */
  readonly warnings: readonly string[];
}

/**
 * Plans which file has which hooks: the file that is meant gets the group that is meant, and each keeps what it has.
 *
 * @param machine The machine. Needs read permission on the files.
 * @param path The settings file that is meant.
 * @param group What is to be registered in it.
 * @param receipt What was installed, if anything.
 */
export function planFiles(
  machine: Machine,
  path: string,
  group: Group,
  receipt: Receipt | null,
): FilesPlan {
  const known = registeredFiles(machine, receipt);
  const mine = known.find((file) => file.path === path)?.groups ?? [];
  const groups = union(mine, [group]);
  const others = known.filter((file) => file.path !== path)
    .map((file) => ({ path: file.path, groups: [...file.groups] }));
  return {
    files: [...others, { path, groups }],
    groups: union(groupsIn(known), [group]),
    warnings: groups.includes("capture") ||
        !isRegistered(machine, path, "capture")
      ? []
      : [
        `${path} has entries for capture that were not made on this machine: they stay as they are, and work no more than before`,
      ],
  };
}

/**
 * The planned files as the receipt is to have them, each with what is remembered of it, and the entries of each.
 *
 * @param machine The machine. Needs read permission on the files.
 * @param plan The plan.
 * @param receipt What was installed, if anything.
 * @param form How the programs are installed.
 * @param flags Their permissions.
 */
export function rememberFiles(
  machine: Machine,
  plan: FilesPlan,
  receipt: Receipt | null,
  form: Form,
  flags: Flags,
): (WithGroups & { readonly entries: readonly DesiredEntry[] })[] {
  return plan.files.map(({ path, groups }) => {
    const known = receipt?.settings.find((file) => file.path === path);
    const entries = desiredEntries(machine, form, flags, groups, path);
    return {
      ...known !== undefined && path !== plan.files.at(-1)?.path
        ? { ...known, groups }
        : {
          ...rememberSettings(machine, path, known, groups),
          groups,
        },
      entries,
    };
  });
}
