import { dirname, join } from "@std/path";
import { isFile, removeFile } from "../private_file.ts";
import { HOOKS, workerFile } from "../registry.ts";
import type { Form } from "./entry.ts";
import { Failure } from "./failure.ts";
import type { Machine } from "./machine.ts";
import { quoted } from "./quoted.ts";
import { assertWritable, readSettings } from "./read_settings.ts";
import type { RegisteredSettings } from "./receipt.ts";
import { isOursIn } from "./register.ts";
import { removeIfEmpty } from "./remove_folder.ts";
import {
  planMember,
  planMemberRemoval,
  readMember,
} from "./settings/plan_member.ts";
import { backUp, writeAtomic } from "./write_atomic.ts";

const KEY = "statusLine";

/** The status line that a settings file has. */
export type StatusLineState =
  | { readonly state: "missing" }
  /** Ours, as this version writes it. */
  | { readonly state: "current"; readonly command: string }
  /** Ours, written differently. */
  | { readonly state: "outdated"; readonly command: string }
  /** Ours, and its program is not on disk. */
  | { readonly state: "broken"; readonly command: string }
  | { readonly state: "foreign"; readonly command: string }
  /** The file cannot be understood. */
  | { readonly state: "unknown"; readonly problem: string };

/** The program behind the status line: an executable, or the launcher of its script. */
function programFile(machine: Machine, form: Form): string {
  const file = workerFile(HOOKS["statusline"], form, machine.windows);
  return join(machine.places.data, "bin", file);
}

/**
 * The value of `statusLine`. Its command is a shell's, so the path is in quotes where it has to be; on Windows with slashes, since a POSIX
 * shell reads it there, too.
 *
 * @param machine The machine.
 * @param form How the programs are installed.
 */
export function statusLineOf(
  machine: Machine,
  form: Form,
): { type: "command"; command: string } {
  const path = programFile(machine, form).replaceAll(
    machine.windows ? "\\" : "/",
    "/",
  );
  return { type: "command", command: quoted(path) };
}

/**
 * Looks at the status line of a settings file.
 *
 * @param machine The machine. Needs read permission on the file.
 * @param path The settings file.
 * @param form How the programs are installed.
 */
export function lookAtStatusLine(
  machine: Machine,
  path: string,
  form: Form,
): StatusLineState {
  let value: unknown;
  try {
    value = readMember(readSettings(path).text, KEY);
  } catch (error) {
    const { message } = error as Error;
    const problem = message.replace("; nothing was changed", "");
    return { state: "unknown", problem: `${path}: ${problem}` };
  }
  if (value === undefined || value === null) return { state: "missing" };
  const { command } = value as Record<string, unknown>;
  const text = typeof command === "string" ? command : JSON.stringify(value);
  if (!isOursIn(machine, path, ["vault"])(value, KEY)) {
    return { state: "foreign", command: text };
  }
  const wanted = statusLineOf(machine, form);
  const isSame = text === wanted.command;
  return {
    state: !isSame
      ? "outdated"
      : isFile(programFile(machine, form))
      ? "current"
      : "broken",
    command: text,
  };
}

/** What became of the status line. */
export interface StatusLineSet {
  readonly changed: boolean;
  readonly done: readonly string[];
  readonly notes: readonly string[];
  /** The copy of the settings that was made. */
  readonly backup: string | null;
}

/**
 * Makes ours the status line, where the settings have none, or an older one of ours. Any other stays.
 *
 * @param machine The machine. Needs read and write permission on the file's folder.
 * @param path The settings file.
 * @param form How the programs are installed, `null` where they are not.
 * @throws {Failure} when the program is not installed, or the file cannot be understood or written.
 */
export function setStatusLine(
  machine: Machine,
  path: string,
  form: Form | null,
): StatusLineSet {
  const program = programFile(machine, form ?? "native");
  if (form === null || !isFile(program)) {
    throw new Failure(
      `Cannot set the status line: ${program} is not there; install the hooks first (install.ts without --statusline)`,
    );
  }
  const found = lookAtStatusLine(machine, path, form);
  if (found.state === "foreign") {
    return {
      changed: false,
      done: [],
      notes: [`${path} has a status line, which stays: ${found.command}`],
      backup: null,
    };
  }
  const settings = readSettings(path);
  const { text } = edited(
    path,
    settings.text,
    // What else the user has set, such as `padding`, stays.
    () => {
      const old = readMember(settings.text, KEY);
      const value = typeof old === "object" && old !== null
        ? { ...old, ...statusLineOf(machine, form) }
        : statusLineOf(machine, form);
      return planMember(settings.text, KEY, value);
    },
  );
  if (text === settings.text) {
    return {
      changed: false,
      done: [`The status line is in ${path} already`],
      notes: [],
      backup: null,
    };
  }
  assertWritable(settings);
  const backup = settings.text === null
    ? null
    : backUp(settings.real, machine.now());
  writeAtomic(settings.real, text ?? "");
  return {
    changed: true,
    done: [
      `Set the status line in ${path}`,
      ...backup === null ? [] : [`Backup: ${backup}`],
    ],
    notes: [],
    backup,
  };
}

/**
 * Takes our status line out of a settings file; any other stays.
 *
 * @param machine The machine. Needs read and write permission on the file's folder.
 * @param path The settings file.
 * @param known What was remembered of it before the first installation.
 * @returns What was done, in words.
 * @throws {Failure} when the file cannot be understood or written.
 */
export function removeStatusLine(
  machine: Machine,
  path: string,
  known: RegisteredSettings | undefined,
): string[] {
  const { state } = lookAtStatusLine(machine, path, "native");
  if (state === "missing" || state === "foreign" || state === "unknown") {
    return [];
  }
  const settings = readSettings(path);
  const { text } = edited(
    path,
    settings.text,
    () => planMemberRemoval(settings.text, KEY),
  );
  assertWritable(settings);
  const original = known?.original;
  const isNothing = text === null || /^\uFEFF?\s*\{\s*\}\s*$/.test(text);
  if (isNothing && original === null && settings.real === path) {
    removeFile(path);
    if (known?.madeFolder) removeIfEmpty(dirname(path));
  } else {
    const same = typeof original === "string" && isSame(original, text ?? "");
    writeAtomic(settings.real, same ? original : text ?? "");
  }
  return [`Took the status line out of ${path}`];
}

function edited(
  path: string,
  before: string | null,
  plan: () => ReturnType<typeof planMember>,
): { text: string | null } {
  try {
    const edit = plan();
    return { text: edit.kind === "write" ? edit.text : before };
  } catch (error) {
    throw new Failure(
      `${path}: ${
        (error as Error).message.replace("; nothing was changed", "")
      }; nothing was changed`,
    );
  }
}

function isSame(a: string, b: string): boolean {
  const plain = (text: string): string =>
    JSON.stringify(JSON.parse(text.replace(/^\uFEFF/, "") || "{}"));
  try {
    return plain(a) === plain(b);
  } catch {
    return false;
  }
}
