import type { DatabaseSync } from "node:sqlite";
import type { Memory } from "./memory.ts";
import { asMemory } from "./pulse.ts";
import { Refused } from "./refused.ts";
import { stored } from "./_stored.ts";

/**
 * A memory, whole.
 *
 * @param db The store.
 * @param uid Its 16 hex digits.
 * @returns `null` where there is none.
 */
export function readMemory(db: DatabaseSync, uid: string): Memory | null {
  try {
    return asMemory(stored(db, uid));
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
