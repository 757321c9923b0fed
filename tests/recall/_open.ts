import type { DatabaseSync } from "node:sqlite";
import type { Places } from "../../lib/place.ts";
import { recall, type RecallQuery } from "../../lib/recall/recall.ts";
import { openMemories } from "../../lib/store/open_memories.ts";
import { placesIn } from "../_support/places_in.ts";
import { type TempDir, tempDir } from "../_support/temp.ts";
import { keepSessions, type Told } from "./_history.ts";

/** The project of the tests. */
export const PROJECT = "/home/u/shop/.git";

/** A store that is open for reading. */
export interface OpenHistory extends AsyncDisposable {
  readonly places: Places;
  readonly db: DatabaseSync;
  /** Addresses of what a prompt is told of. */
  items(prompt: string, query?: Partial<RecallQuery>): readonly string[];
  /** What a prompt is told. */
  text(prompt: string, query?: Partial<RecallQuery>): string;
}

/** Fills a store with sessions, each a session of `PROJECT` unless it says more, and opens it. */
export async function openHistory(
  sessions: readonly (Partial<Told>)[],
  prepare: (places: Places) => void = () => {},
): Promise<OpenHistory> {
  const home: TempDir = await tempDir();
  const places = placesIn(home.path);
  keepSessions(
    places,
    sessions.map((it, at) => ({
      session: `s-${at}`,
      project: PROJECT,
      ago: (sessions.length - at) * 86_400_000,
      ...it,
    })),
  );
  prepare(places);
  const db = openMemories(places.store);
  if (db === null) throw new Error("there is no store");
  const answer = (prompt: string, query: Partial<RecallQuery> = {}) =>
    recall({ db, notes: null }, {
      prompt,
      session: "now",
      project: PROJECT,
      told: [],
      maxChars: 2000,
      maxItems: 5,
      ...query,
    });
  return {
    places,
    db,
    items: (prompt, query) => answer(prompt, query).items,
    text: (prompt, query) => answer(prompt, query).text,
    async [Symbol.asyncDispose]() {
      db.close();
      await home[Symbol.asyncDispose]();
    },
  };
}
