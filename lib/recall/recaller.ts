import type { Config } from "../config.ts";
import { type Log, reason } from "../log.ts";
import { Refused } from "../memory/refused.ts";
import type { Places } from "../place.ts";
import { OpenSources } from "./open_sources.ts";
import type { Vectors } from "./vectors/vectors.ts";
import { sweepTurns } from "./sweep_turns.ts";
import { recall, type RecallAnswer, type RecallQuery } from "./recall.ts";

/** What the daemon answers prompts with. */
export interface RecallerOptions {
  /** Needs read permission on the store, the index, and the vault's own path. */
  readonly places: Places;
  readonly log: Log;
  /** Reads the settings; they may have changed. */
  readonly config: () => Promise<Config>;
  /** Finds what is near to a prompt by its meaning. */
  readonly vectors: Pick<Vectors, "nearest">;
}

/** Bounds of what may be asked. */
const MAX_PROMPT = 20_000;
const MAX_TOLD = 1000;
const MAX_CHARS = 9900;
const MAX_ITEMS = 50;

/** Answers the request `recall` in the daemon: it keeps open what is looked in, so that an answer takes a few milliseconds. */
export class Recaller {
  readonly #options: RecallerOptions;
  readonly #sources: OpenSources;

  constructor(options: RecallerOptions) {
    this.#options = options;
    this.#sources = new OpenSources(options.places, options.log);
  }

  /**
   * Says what bears on a prompt.
   *
   * @param params A `RecallQuery`; nothing in it is trusted.
   * @throws {Refused} when it is none.
   * @throws {StoreBusy} when another process has the store for itself.
   * @throws {Error} when the store is broken.
   */
  async answer(params: unknown): Promise<RecallAnswer> {
    const query = queryIn(params);
    const { config, vectors } = this.#options;
    const { vault } = await config();
    const near = await vectors.nearest(query.prompt, query.project);
    try {
      return recall(this.#sources.now(vault.path), query, near);
    } catch (error) {
      this.#sources.close();
      throw error;
    }
  }

  /**
   * Takes the notes in, so that the first prompt need not wait for that, and forgets what sessions were told that are long over. Needs
   * write permission on the state folder.
   */
  async warmUp(): Promise<void> {
    const { places, log, config } = this.#options;
    try {
      sweepTurns(places.turns, Date.now());
    } catch (error) {
      log.warn(`Cannot sweep ${places.turns}: ${reason(error)}`);
    }
    try {
      const { vault } = await config();
      this.#sources.now(vault.path);
    } catch {
      // Whoever asks is told.
      this.#sources.close();
    }
  }

  close(): void {
    this.#sources.close();
  }
}

function queryIn(params: unknown): RecallQuery {
  const given = params as Record<string, unknown> | null;
  const text = (name: string, most: number): string => {
    const value = given?.[name];
    if (typeof value === "string" && value.length <= most) return value;
    throw new Refused("invalid", `${name} is no text, or too long`);
  };
  const number = (name: string, most: number): number => {
    const value = given?.[name];
    if (typeof value === "number" && value >= 0) {
      return Math.min(Math.floor(value), most);
    }
    throw new Refused("invalid", `${name} is no number from 0`);
  };
  const told = given?.["told"] ?? [];
  if (!Array.isArray(told) || told.length > MAX_TOLD) {
    throw new Refused("invalid", "told is no list, or too long");
  }
  return {
    prompt: text("prompt", MAX_PROMPT),
    session: text("session", 1000),
    project: text("project", 10_000),
    told: told.filter((it) => typeof it === "string"),
    maxChars: number("maxChars", MAX_CHARS),
    maxItems: number("maxItems", MAX_ITEMS),
  };
}
