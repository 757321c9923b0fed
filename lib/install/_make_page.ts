import { join } from "@std/path";
import { composePage } from "../viewer/compose_page.ts";
import { denoStep } from "./_deno_step.ts";
import type { Machine } from "./machine.ts";

/** The module that has the viewer's page, and in whose place the made one is put. */
export const PAGE_SOURCE = "lib/viewer/made_page.ts";

/** Where the page begins, and where its style sheets are; they count in the order of their names. */
const SCRIPT = "lib/viewer/app/main.tsx";
const STYLES = "lib/viewer/style";

/**
 * Makes the viewer's page, and the module that has it.
 *
 * @param machine The machine. Needs permission to run Deno, and to read the product's folder.
 * @param path The module's file. Needs read and write permission on it.
 * @returns `null` where it worked, else what went wrong.
 */
export async function makePage(
  machine: Machine,
  path: string,
): Promise<string | null> {
  const problem = await denoStep(machine, [
    "bundle",
    "--quiet",
    "--minify",
    "--platform",
    "browser",
    "--output",
    path,
    SCRIPT,
  ], 120_000);
  if (problem !== null) return problem;
  const folder = join(machine.project, STYLES);
  const styles = [...Deno.readDirSync(folder)].map(({ name }) => name).sort()
    .map((name) => Deno.readTextFileSync(join(folder, name)));
  const page = composePage(await Deno.readTextFile(path), styles.join("\n"));
  await Deno.writeTextFile(
    path,
    `export const PAGE = ${JSON.stringify(page)};\n`,
  );
  await Deno.chmod(path, 0o700);
  return null;
}
