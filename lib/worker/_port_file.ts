import {
  readRegularFile,
  removeFile,
  writePrivateFile,
} from "../private_file.ts";

/** A file with a port has a few bytes. */
const MAX_BYTES = 64;

/**
 * Says which port the worker listens on; a file that says so already stays.
 *
 * @param path The file. Needs read and write permission on its folder.
 * @param port The port.
 */
export function keepPortFile(path: string, port: number): void {
  if (readRegularFile(path, MAX_BYTES) === textOf(port)) return;
  writePrivateFile(path, textOf(port));
}

/** Removes the file if it still says this port: by now it may be a successor's. */
export function removePortFile(path: string, port: number): void {
  if (readRegularFile(path, MAX_BYTES) === textOf(port)) removeFile(path);
}

function textOf(port: number): string {
  return `${port}\n`;
}
