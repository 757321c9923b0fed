import { dirname } from "@std/path";
import { Failure } from "./failure.ts";
import type { Machine } from "./machine.ts";
import { assertWritable, readSettings } from "./read_settings.ts";
import type { RegisteredSettings } from "./receipt.ts";
import { isOursIn } from "./register.ts";
import { removeFile } from "../private_file.ts";
import type { Group } from "../registry.ts";
import { GROUPS } from "./groups.ts";
import { isRegistered } from "./registered.ts";
import { removeIfEmpty } from "./remove_folder.ts";
import { planRemoval } from "./settings/plan_removal.ts";
import { writeAtomic } from "./write_atomic.ts";

/**
 * Takes hooks out of a settings file, so that the user's bytes are as they were. With the last ones goes a file that held nothing else
 * and was not there before; so do backups that tell nothing that the file does not.
 *
 * @param machine The machine. Needs read and write permission on the file's folder.
 * @param path The settings file.
 * @param known What is remembered of it, if anything.
 * @param groups Which hooks.
 * @returns What was done, in words.
 * @throws {Failure} when the file cannot be understood or written.
 */
export function unregister(
  machine: Machine,
  path: string,
  known: RegisteredSettings | undefined,
  groups: readonly Group[],
): string[] {
  const settings = readSettings(path);
  const original = known?.original;
  const done: string[] = [];
  const without = (
    text: string | null,
    those: readonly Group[] = GROUPS,
  ): string | null => {
    const ours = isOursIn(machine, path, those);
    const removal = planRemoval(text, ours, original);
    if (removal.kind === "same") return text;
    return removal.kind === "empty" ? null : removal.text;
  };
  let after: string | null;
  try {
    after = without(settings.text, groups);
  } catch (error) {
    throw new Failure(
      `${path}: ${(error as Error).message}; nothing was changed`,
    );
  }
  if (after !== settings.text) {
    assertWritable(settings);
    if (after !== null) writeAtomic(settings.real, after);
    // Where it is not known whether the file was there before, an empty object does no harm.
    else if (original === undefined || settings.real !== path) {
      writeAtomic(settings.real, "{}\n");
    } else removeFile(settings.real);
    const what = groups.includes("vault") ? "the hooks" : "capture's hooks";
    done.push(`Took ${what} out of ${path}`);
  }
  const others = GROUPS.filter((group) => !groups.includes(group));
  if (others.some((group) => isRegistered(machine, path, group))) return done;
  const kept: string[] = [];
  for (const backup of known?.backups ?? []) {
    if (saysNoMore(backup, after, without)) removeFile(backup);
    else if (isThere(backup)) kept.push(backup);
  }
  if (kept.length > 0) {
    done.push(
      `Kept ${kept.length === 1 ? "1 backup" : `${kept.length} backups`} in ${
        dirname(settings.real)
      }, with settings that ${path} does not have`,
    );
  }
  if (after === null && known?.madeFolder) {
    removeIfEmpty(dirname(settings.real));
  }
  return done;
}

/** Whether all that a backup says, without our entries, is in the file as it is now. */
function saysNoMore(
  backup: string,
  after: string | null,
  without: (text: string | null) => string | null,
): boolean {
  try {
    const said = without(readSettings(backup).text);
    return said === after || isWithin(parsed(said), parsed(after));
  } catch {
    return false;
  }
}

function parsed(text: string | null): unknown {
  const plain = text?.replace(/^\uFEFF/, "").trim() ?? "";
  return plain === "" ? {} : JSON.parse(plain);
}

/** Whether a value is the other one, or less of it: keys of an object, items of a list. */
function isWithin(part: unknown, whole: unknown): boolean {
  if (typeof part !== "object" || typeof whole !== "object") {
    return part === whole;
  }
  if (part === null || whole === null) return part === whole;
  if (Array.isArray(part)) {
    return Array.isArray(whole) &&
      part.every((item) => whole.some((other) => isSame(item, other)));
  }
  return !Array.isArray(whole) &&
    Object.entries(part).every(([key, value]) =>
      isEmpty(value) ||
      Object.hasOwn(whole, key) &&
        isWithin(value, (whole as Record<string, unknown>)[key])
    );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Objects and lists without content say nothing: `hooks` may be one without our entries. */
function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null &&
    Object.values(value).every(isEmpty);
}

function isThere(path: string): boolean {
  try {
    return Deno.lstatSync(path).isFile;
  } catch {
    return false;
  }
}
