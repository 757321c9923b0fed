/** A use of a tool, with every text redacted. */
export interface ToolUse {
  readonly tool: string;
  /** What it was asked. */
  readonly input: unknown;
  /** What `piecesOf()` takes of what it answered, shortened; `null` where it answered nothing. */
  readonly answer: unknown;
  readonly outcome: "success" | "error";
  /** What a tool that failed said. */
  readonly error: string | null;
  /** The session's folder, absolute, "" where it is not known. */
  readonly cwd: string;
  readonly agentId?: string | null;
  readonly useId?: string | null;
}

/** What an observation says; the rest of it is the same whatever the tool. */
export interface Finding {
  /** One line. */
  readonly title: string;
  /** Lines. */
  readonly detail: string;
  /** Paths as they were said. */
  readonly files: readonly string[];
}
