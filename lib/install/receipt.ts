import { join } from "@std/path";
import { readRegularFile, writePrivateFile } from "../private_file.ts";
import type { Group } from "../registry.ts";
import type { Form } from "./entry.ts";
import { Failure } from "./failure.ts";
import type { MadeConfig } from "./made_config.ts";
import type { Flags } from "./stage_programs.ts";
import type { InstalledFor } from "./installed_for.ts";

/** One settings file that hooks are registered in. */
export interface RegisteredSettings {
  /** The file as it was named. */
  readonly path: string;
  /** What is registered in it; older receipts do not say so of the vault's hooks. */
  readonly groups?: readonly Group[];
  /**
   * Its text from before the first installation, `null` where there was none. Missing where that is not known, and where nothing but our
   * entries has to go for it to be there again: there may be keys of the user's in it.
   */
  readonly original?: string | null;
  /** Whether the folder it is in was made for it. */
  readonly madeFolder: boolean;
  /** The backups that were made of it. */
  readonly backups: readonly string[];
}

/** What an installation has done, so that it can be checked and taken back. */
export interface Receipt {
  /** The form of this file. */
  readonly receipt: 1;
  /** The product's version. */
  readonly version: string;
  readonly form: Form;
  /** The Deno that the programs were made with. */
  readonly deno: string;
  /** The permissions of each program that is installed. */
  readonly flags: Flags;
  readonly settings: readonly RegisteredSettings[];
  /** The config file that was made; `null` where it was there before. */
  readonly config: MadeConfig | null;
  /** The product's folder that it was installed from; older receipts do not have it. */
  readonly project?: string;
  /** What the permissions come from; older receipts do not have it. */
  readonly installedFor?: InstalledFor;
}

/** The receipt's path in the data folder. */
export function receiptPath(data: string): string {
  return join(data, "install.json");
}

/**
 * Reads the receipt.
 *
 * @param data The data folder. Needs read permission on it.
 * @returns The receipt, `null` where nothing is installed.
 * @throws {Failure} when it is not one of ours.
 */
export function readReceipt(data: string): Receipt | null {
  const path = receiptPath(data);
  const text = readRegularFile(path);
  if (text === null) return null;
  try {
    const receipt = JSON.parse(text) as Partial<Receipt> | null;
    if (
      receipt?.receipt === 1 && Array.isArray(receipt.settings) &&
      typeof receipt.flags === "object" &&
      (receipt.form === "native" || receipt.form === "script")
    ) return receipt as Receipt;
  } catch {
    // Said below.
  }
  throw new Failure(
    `Cannot read ${path}: it is no receipt of this version; remove it and install again`,
  );
}

/**
 * Writes the receipt.
 *
 * @param data The data folder. Needs read and write permission on it.
 * @param receipt What is to be known later.
 */
export function writeReceipt(data: string, receipt: Receipt): void {
  writePrivateFile(
    receiptPath(data),
    `${JSON.stringify(receipt, null, 2)}\n`,
  );
}
