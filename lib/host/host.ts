import type { EventName } from "../event.ts";
import type { Fields } from "./fields.ts";

/** The hosts that hooks can be registered in. */
export type HostName = "claude" | "cursor" | "gemini" | "codex" | "copilot";

/** What one of our events is to be answered with, before a host's own shape is put around it. */
export interface PlainAnswer {
  /** The event, by the name that Claude Code has for it. */
  readonly event: EventName;
  /** The event, by the name that the host has sent. */
  readonly hostEvent: string;
  /** What the model is to be told; `""` for nothing. */
  readonly context: string;
  /** What the person is to be told; `""` for nothing. */
  readonly message: string;
}

/** Reads a variable of the environment; `cwd` is where the hook runs. */
export interface Surroundings {
  readonly env: (name: string) => string | undefined;
  readonly cwd: () => string;
}

/** A host other than Claude Code: how its events are called, what they hold, what it reads of an answer. */
export interface Host {
  /** Its events that mean one of ours. */
  readonly events: Readonly<Record<string, EventName>>;
  /**
   * Makes the fields that Claude Code would send out of the host's own. What is of no use to any hook is left out.
   *
   * @param fields The host's fields.
   * @param event What the event means.
   * @param around Where what the host does not say is looked for.
   */
  fields(fields: Fields, event: EventName, around: Surroundings): Fields;
  /**
   * The answer as the host reads it, `null` for no bytes at all.
   *
   * @param answer What is to be said.
   */
  answer(answer: PlainAnswer): Fields | null;
}
