/** What kinds of memories there are. */
export const MEMORY_TYPES = [
  "note",
  "checkpoint",
  "anti_pattern",
  "reasoning",
  "handoff",
  "diagram",
] as const;

/** The kind of a memory; a `diagram` is a documented flow, its content the Mermaid text. */
export type MemoryType = typeof MEMORY_TYPES[number];

/** How far a memory is to be believed. */
export const CONFIDENCES = [
  "unverified",
  "confirmed",
  "contradicted",
] as const;

export type Confidence = typeof CONFIDENCES[number];

/** Archived memories are those that were forgotten: nobody is told of them who does not ask for them by their uid. */
export type Status = "active" | "archived";

/** The longest text of a memory, in bytes of UTF-8. */
export const MAX_CONTENT_BYTES = 1024 * 1024;

/** The longest path of a domain, in UTF-16 units. */
export const MAX_DOMAIN_LENGTH = 200;

/** A memory as it is stored, named as it goes over the wire. */
export interface Memory {
  /** 16 hex digits. */
  readonly uid: string;
  readonly type: MemoryType;
  /** `""` where it has none. */
  readonly title: string;
  /** The path that it is filed at, such as `acme/x100`; `""` is no domain. */
  readonly domain: string;
  /** Further paths that it is listed at. */
  readonly also: readonly string[];
  readonly tags: readonly string[];
  /** The text; with sections, a line `LABEL: text` begins each. */
  readonly content: string;
  readonly status: Status;
  readonly confidence: Confidence;
  readonly source_ref: string | null;
  /** The session that wrote it, `YYYYMMDDTHHMM-<pid hex>` unless it was told another one. */
  readonly session: string | null;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly updated_at: string;
  /** The uid of the memory that took its place. */
  readonly superseded_by: string | null;
  /** When it should be looked at again; as it was given. */
  readonly review_after: string | null;
}

/** What a writer answers. */
export interface Written {
  readonly uid: string;
  /** The domain as it was filed, where that is not how it was given. */
  readonly domain_adjusted?: string;
  /** The further paths, as they are listed. */
  readonly also?: readonly string[];
  /** Memories that say much the same. */
  readonly similar?: readonly Similar[];
}

/** A memory that says much the same as another one. */
export interface Similar {
  readonly uid: string;
  readonly type: MemoryType;
  readonly domain: string;
  readonly title: string;
  readonly snippet: string;
}

/** How the names of domains are written. */
export type DomainCase = "preserve" | "lower" | "upper";
