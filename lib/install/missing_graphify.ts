import type { Config } from "../config.ts";
import { findProgram } from "../process/find_program.ts";
import type { Machine } from "./machine.ts";

/**
 * Whether the config wants graphify where there is none.
 *
 * @param machine The machine. Needs read permission on the folders of PATH.
 * @param config The settings.
 * @returns The problem in words, or none.
 */
export function missingGraphify(machine: Machine, config: Config): string[] {
  return config.graph.engine === "graphify" &&
      findProgram("graphify", machine.env("PATH")) === null
    ? ["graph.engine is graphify, but graphify is not on PATH"]
    : [];
}
