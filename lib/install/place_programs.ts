import { join } from "@std/path";
import { ensurePrivateFolder } from "../private_file.ts";
import { HOOKS, programName } from "../registry.ts";
import type { Form } from "./entry.ts";
import { removeFolder } from "./remove_folder.ts";
import type { Staged } from "./stage_programs.ts";

/**
 * Moves staged programs into their place, each by a rename, so that one that runs goes on with its old file.
 *
 * @param staged The programs.
 * @param bin The folder of programs. Needs read and write permission on it.
 */
export function placePrograms(staged: Staged, bin: string): void {
  ensurePrivateFolder(bin);
  Deno.chmodSync(bin, 0o700);
  for (const { name } of [...Deno.readDirSync(staged.folder)]) {
    const from = join(staged.folder, name);
    const to = join(bin, name);
    try {
      Deno.renameSync(from, to);
    } catch (error) {
      // Windows does not replace a program that runs, but lets it be moved aside.
      if (Deno.build.os !== "windows") throw error;
      Deno.renameSync(to, `${to}.old-${Deno.pid}`);
      Deno.renameSync(from, to);
    }
  }
  removeFolder(staged.folder);
}

/**
 * Removes what an installation in the other form, or one that was cut off, has left.
 *
 * @param data The data folder. Needs read and write permission on it.
 * @param form The form that is installed now.
 */
export function removeLeftovers(data: string, form: Form): void {
  const bin = join(data, "bin");
  const names = Object.values(HOOKS).map(programName);
  const other = form === "native"
    ? [
      ...names.map((name) => `${name}.js`),
      "deno",
      "deno.exe",
      "memory-rebuild.cmd",
    ]
    : [
      ...names.filter((name) => name !== programName(HOOKS.rebuild)),
      ...names.map((name) => `${name}.exe`),
    ];
  for (const name of other) removeFolder(join(bin, name));
  for (const { name } of [...Deno.readDirSync(bin)]) {
    if (!/\.old-\d+$/.test(name)) continue;
    try {
      Deno.removeSync(join(bin, name));
    } catch {
      // It still runs.
    }
  }
  for (const { name } of [...Deno.readDirSync(data)]) {
    if (name.startsWith("bin.staging-")) removeFolder(join(data, name));
  }
}
