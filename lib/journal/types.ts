/** One session's entry in the journal. */
export interface JournalEntry {
  /** When the session ended, or was last heard of, as ISO 8601 in UTC. */
  readonly at: string;
  /** The project's name. */
  readonly project: string;
  /** The project's folder, `null` where the host did not say. */
  readonly path: string | null;
  /** The host's id of the session, or `unknown`. */
  readonly sessionId: string;
  /** Why it ended, in the host's word. */
  readonly reason: string;
  /** Whether it never ended: killed or crashed. */
  readonly killed: boolean;
  /** The touched notes, relative to the vault, with `/` between folders. */
  readonly notes: readonly string[];
  /** What it came to, redacted, a line each; absent where that is not known. */
  readonly summary?: readonly string[];
  /** Tells this entry from every other: letters and digits. */
  readonly key: string;
}
