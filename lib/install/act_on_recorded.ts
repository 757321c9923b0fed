import { resolve } from "@std/path";
import { isMissing } from "../private_file.ts";
import type { Arguments } from "./arguments.ts";
import { exportRecorded } from "./export_recorded.ts";
import { Failure } from "./failure.ts";
import { importRecorded, importText } from "./import_recorded.ts";
import type { Machine } from "./machine.ts";
import type { Progress } from "./progress.ts";
import { purgeRecorded, purgeText } from "./purge_recorded.ts";
import { readReceipt } from "./receipt.ts";
import { countSessions, selectRecorded } from "./recorded.ts";
import { viewerAddress } from "./viewer_address.ts";

/** The terminal, or what stands in its place. */
export interface Dialogue {
  /** Writes to stdout. */
  write(text: string): void;
  /** Reads all of stdin. */
  read(): Promise<string>;
  /** Asks the person; `null` where nobody is there to be asked. */
  confirm(question: string): boolean | null;
}

/** What it came to: what goes to stdout, for people and for programs, and the exit code. */
export interface Acted {
  readonly code: 0 | 1 | 2;
  readonly text: string;
  /** `null` where all is said already. */
  readonly json: Record<string, unknown> | null;
}

const ACTIONS = ["viewer", "purge", "export", "import"] as const;

/** What is done with what was recorded. */
export type RecordedAction = typeof ACTIONS[number];

/** Whether an action is one of these. */
export function isOfRecorded(
  action: Arguments["action"],
): action is RecordedAction {
  return ACTIONS.some((it) => it === action);
}

/**
 * Shows, deletes, gives out or takes in what was recorded of sessions.
 *
 * @param machine The machine. Needs all permissions.
 * @param action What is to be done.
 * @param args The command line.
 * @param dialogue The terminal.
 * @param emailAllow Domains whose e-mail addresses stay when records are taken in.
 * @param progress Is told what takes long.
 * @throws {Failure} when it cannot be done.
 */
export async function actOnRecorded(
  machine: Machine,
  action: RecordedAction,
  args: Arguments,
  dialogue: Dialogue,
  emailAllow: readonly string[],
  progress: Progress,
): Promise<Acted> {
  const form = readReceipt(machine.places.data)?.form ?? null;
  const selection = selectRecorded(machine, args);
  switch (action) {
    case "viewer": {
      const address = await viewerAddress(machine, form, progress);
      return { code: 0, text: `${address}\n`, json: { ok: true, address } };
    }
    case "purge": {
      if (!args.yes) {
        const sessions = countSessions(machine.places.store, selection);
        const answer = dialogue.confirm(
          `Delete what was recorded of ${selection.words}? ${
            sessions === 1 ? "That is 1 session" : `These are ${sessions}`
          }, and cannot be undone.`,
        );
        if (answer === null) {
          throw new Failure(
            `Cannot ask whether to delete what was recorded of ${selection.words} (${sessions} sessions): there is no terminal; --yes says so`,
          );
        }
        if (!answer) {
          return {
            code: 1,
            text: "Nothing was deleted.\n",
            json: { ok: false, deleted: null },
          };
        }
      }
      const deleted = await purgeRecorded(machine, form, selection, progress);
      return {
        code: 0,
        text: `${purgeText(deleted)}\n`,
        json: { ok: true, deleted },
      };
    }
    case "export": {
      const path = args.file === null ? null : resolve(machine.cwd, args.file);
      using file = path === null ? null : newFile(path);
      const encoder = new TextEncoder();
      const records = await exportRecorded(
        machine,
        form,
        selection,
        (lines) => {
          if (file === null) return dialogue.write(lines);
          const bytes = encoder.encode(lines);
          for (let at = 0; at < bytes.length;) {
            at += file.writeSync(bytes.subarray(at));
          }
        },
        progress,
      );
      if (path === null) return { code: 0, text: "", json: null };
      return {
        code: 0,
        text: `Wrote ${records} records to ${path}\n`,
        json: { ok: true, records, file: path },
      };
    }
    case "import": {
      const text = args.file === null
        ? await dialogue.read()
        : await readFile(resolve(machine.cwd, args.file));
      const counts = await importRecorded(
        machine,
        form,
        text,
        emailAllow,
        progress,
      );
      const { unfit, ...others } = counts;
      const ok = unfit === 0 || Object.values(others).some((n) => n > 0);
      return {
        code: ok ? 0 : 1,
        text: `${importText(counts)}\n`,
        json: { ok, ...counts },
      };
    }
  }
}

/** A private file that was not there: an older export may be the only copy. */
function newFile(path: string): Deno.FsFile {
  try {
    return Deno.openSync(path, { write: true, createNew: true, mode: 0o600 });
  } catch (error) {
    const why = error instanceof Deno.errors.AlreadyExists
      ? "it is there already"
      : isMissing(error)
      ? "there is no such folder"
      : (error as Error).message;
    throw new Failure(`Cannot export to ${path}: ${why}`);
  }
}

async function readFile(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    throw new Failure(
      `Cannot import ${path}: ${
        isMissing(error) ? "there is no such file" : (error as Error).message
      }`,
    );
  }
}
