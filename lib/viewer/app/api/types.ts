import type {
  ItemKind,
  SessionView,
  TimelineItem,
} from "../../../lifecycle/types.ts";

export type {
  ObservationKind,
  ObservationView,
  ProjectView,
  PromptView,
  PurgeCounts,
  SessionStory,
  SessionView,
  Statistics,
  SummaryView,
  TimelineItem,
} from "../../../lifecycle/types.ts";

/** What a search finds. */
export interface Hit {
  readonly address: string;
  readonly kind: ItemKind | "memory" | "note";
  readonly title: string;
  /** What else it says, its beginning. */
  readonly snippet: string;
  /** The host's id of its session; `null` for what is of none. */
  readonly session: string | null;
  /** Its project's name for people. */
  readonly name: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** What an observation tells of, or the type of a memory. */
  readonly what?: string;
}

/** A page of what a search finds. */
export interface Hits {
  readonly items: readonly Hit[];
  readonly total: number;
}

/** A part of the timeline, the oldest first. */
export interface Timeline {
  readonly items: readonly TimelineItem[];
}

/** A list of sessions, latest first. */
export interface Sessions {
  readonly sessions: readonly SessionView[];
}

/** The vault's notes and how they link. */
export interface VaultGraph {
  readonly nodes: readonly {
    readonly path: string;
    readonly title: string;
    readonly degree: number;
    readonly community: number;
  }[];
  /** Pairs of places in `nodes`. */
  readonly links: readonly (readonly [number, number])[];
  /** How many notes there are; of many only the best linked are in `nodes`. */
  readonly total: number;
}

/** A note of the vault. */
export interface Note {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** A memory, as it is stored. */
export interface MemoryItem {
  readonly uid: string;
  readonly type: string;
  readonly title: string;
  readonly domain: string;
  readonly content: string;
  readonly status: string;
  readonly confidence: string;
  readonly updated_at: string;
  readonly tags: readonly string[];
}

/** What checking the chain came to. */
export interface ChainState {
  readonly ok: boolean;
  readonly rows: number;
  readonly reason?: string;
  readonly message?: string;
}

/** The reminder to remember. */
export interface Warden {
  readonly enabled: boolean;
  readonly minutes: number;
}

/** How the worker is. */
export interface Health {
  readonly status: string;
  readonly version: string;
  readonly pid: number;
  readonly uptime_ms: number;
  readonly rows: number;
}
