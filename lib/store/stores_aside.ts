import { isMissing } from "../private_file.ts";
import { ASIDE } from "./_forget_aside.ts";

/**
 * The stores that could not be read and were moved out of the way; they are kept as long as rows are.
 *
 * @param folder The store's folder. Needs read permission on it.
 * @returns Their files' names, sorted.
 */
export function storesAside(folder: string): string[] {
  try {
    return Array.from(Deno.readDirSync(folder), ({ name }) => name)
      .filter((name) => ASIDE.test(name) && name.endsWith(".sqlite")).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
