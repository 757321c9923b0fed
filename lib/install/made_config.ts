import { readRegularFile } from "../private_file.ts";
import { Failure } from "./failure.ts";
import { setVaultPath } from "./set_vault_path.ts";

/** A config file that an installation made. */
export interface MadeConfig {
  readonly path: string;
  /** Tells its text, apart from the vault's line, from any other: SHA-256 in hexadecimal digits. */
  readonly mark: string;
}

/**
 * Remembers a config that is being made.
 *
 * @param path The file.
 * @param text Its text.
 */
export async function rememberConfig(
  path: string,
  text: string,
): Promise<MadeConfig> {
  return { path, mark: await markOf(text) };
}

/**
 * Whether a config that an installation made is still as it was, apart from the vault's line.
 *
 * @param made What is remembered of it. Needs read permission on the file.
 */
export async function isUntouched(made: MadeConfig): Promise<boolean> {
  const text = readRegularFile(made.path);
  return text !== null && await markOf(text) === made.mark;
}

async function markOf(text: string): Promise<string> {
  let plain = text;
  try {
    plain = setVaultPath(text, "/", "/", "");
  } catch (error) {
    // A layout that is not understood is none of ours, and its mark is nobody's.
    if (!(error instanceof Failure)) throw error;
  }
  const hash = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(plain),
  );
  return new Uint8Array(hash).toHex();
}
