import type { Config } from "../config.ts";
import { Failure } from "./failure.ts";
import type { Machine } from "./machine.ts";
import { planConfig } from "./plan_config.ts";

/**
 * The settings; `null` where they cannot be understood, which is for others to say.
 *
 * @param machine The machine. Needs read permission on the config file.
 */
export function knownConfig(machine: Machine): Config | null {
  try {
    return planConfig(machine, null).config;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
