import type { ObservationDraft } from "../store/row.ts";

/** What an item is, as its address names it. */
export type ItemKind = "prompt" | "observation" | "summary";

/** What an observation tells of. */
export type ObservationKind = ObservationDraft["kind"];

/** A session of the host. Times are milliseconds since the epoch. */
export interface SessionView {
  /** Its number in the store. */
  readonly id: number;
  /** The host's id of it. */
  readonly session: string;
  /** The project's identity, as `projectOf()` gives it; the folder's path where a hook did not say; `""` where nothing is known. */
  readonly project: string;
  /** The project's name for people. */
  readonly name: string;
  readonly cwd: string;
  readonly host: string;
  readonly beganAt: number;
  readonly lastAt: number;
  /** When it was completed; `null` while it goes on, or where it was killed. */
  readonly endedAt: number | null;
  readonly prompts: number;
  readonly observations: number;
  readonly redactions: number;
  /** The last message of the assistant, redacted; `""` where there is none yet. */
  readonly answer: string;
  /** The first prompt's beginning, 200 UTF-16 units at most; `""` where there is none. */
  readonly request: string;
  /** Whether there is a summary. */
  readonly hasSummary: boolean;
}

/** Something that was asked. */
export interface PromptView {
  readonly kind: "prompt";
  readonly id: number;
  /** `prompt:<id>`. */
  readonly address: string;
  readonly session: string;
  readonly project: string;
  readonly name: string;
  /** Its place in the session, from 1. */
  readonly number: number;
  readonly at: number;
  readonly text: string;
}

/** What a use of a tool changed or taught. */
export interface ObservationView {
  readonly kind: "observation";
  readonly id: number;
  /** `observation:<id>`. */
  readonly address: string;
  readonly session: string;
  readonly project: string;
  readonly name: string;
  /** The prompt that it came of; 0 where it came before one. */
  readonly promptNumber: number;
  readonly at: number;
  readonly what: ObservationKind;
  readonly tool: string;
  readonly outcome: "success" | "error";
  readonly title: string;
  readonly detail: string;
  readonly files: readonly string[];
  readonly agent: string | null;
  readonly useId: string | null;
  /** How often the session had just this. */
  readonly times: number;
}

/** The texts of a summary; `""` where there is nothing to say. */
export interface SummaryText {
  readonly request: string;
  readonly looked: string;
  readonly changed: string;
  readonly decided: string;
  readonly open: string;
  /** `extract`, or the model's name. */
  readonly source: string;
}

/** What a session came to. */
export interface SummaryView extends SummaryText {
  readonly kind: "summary";
  readonly id: number;
  /** `summary:<id>`. */
  readonly address: string;
  readonly session: string;
  readonly project: string;
  readonly name: string;
  readonly at: number;
}

/** Something that happened, as a timeline shows it. */
export type TimelineItem = PromptView | ObservationView | SummaryView;

/** A session from its beginning to its end. */
export interface SessionStory {
  readonly session: SessionView;
  /** In their order. */
  readonly prompts: readonly PromptView[];
  /** In their order. */
  readonly observations: readonly ObservationView[];
  readonly summary: SummaryView | null;
}

/** A project that had sessions. */
export interface ProjectView {
  readonly project: string;
  readonly name: string;
  readonly sessions: number;
  readonly prompts: number;
  readonly observations: number;
  readonly lastAt: number;
}

/** How much there is, and when it came. */
export interface Statistics {
  readonly sessions: number;
  readonly prompts: number;
  readonly observations: number;
  readonly summaries: number;
  readonly memories: number;
  readonly projects: number;
  /** Rows of the chain. */
  readonly rows: number;
  readonly redactions: number;
  /** Bytes of the store's file. */
  readonly bytes: number;
  /** Days that have something, latest first; `day` is `YYYY-MM-DD`, UTC. */
  readonly days: readonly {
    readonly day: string;
    readonly sessions: number;
    readonly prompts: number;
    readonly observations: number;
    readonly redactions: number;
  }[];
  /** Observations by what they tell of, most first. */
  readonly kinds: readonly {
    readonly kind: ObservationKind;
    readonly count: number;
  }[];
}

/** What was changed, for those who keep a copy or show it. */
export interface Change {
  /** `stored`, `changed`, or `deleted`. */
  readonly what: "stored" | "changed" | "deleted";
  readonly kind: "session" | ItemKind | "memory";
  /** `session:<host's id>`, or the item's address. */
  readonly address: string;
  /** The host's id of its session; `""` where it has none. */
  readonly session: string;
  readonly project: string;
}

/** What a purge removed. */
export interface PurgeCounts {
  readonly sessions: number;
  readonly prompts: number;
  readonly observations: number;
  readonly summaries: number;
  /** Rows of the chain whose content was emptied. */
  readonly rows: number;
}

/** What an import took in, and what was there already. */
export interface ImportCounts {
  readonly sessions: number;
  readonly prompts: number;
  readonly observations: number;
  readonly summaries: number;
  readonly memories: number;
  /** Records that were there already. */
  readonly known: number;
  /** Records that are none. */
  readonly unfit: number;
}
