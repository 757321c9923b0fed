/** The settings as every hook uses them: paths absolute, defaults filled in. */
export interface Config {
  readonly vault: {
    /** The folder of notes. */
    readonly path: string;
  };
  readonly graph: {
    /** `auto`: graphify where it is on PATH, else the embedded engine. */
    readonly engine: "auto" | "graphify" | "builtin";
    /** The graph's folder, relative to the vault. */
    readonly outputDir: string;
    /** The Ollama model that graphify extracts with. */
    readonly model: string;
    /** The model's context in tokens. */
    readonly numCtx: number;
    /** Days after which the graph is built anew. */
    readonly rebuildStaleDays: number;
    /** Seconds that one update may take in a hook. */
    readonly updateTimeoutSeconds: number;
    /** Minutes that one rebuild may take in the background. */
    readonly rebuildTimeoutMinutes: number;
    /** Variables for graphify. */
    readonly env: Readonly<Record<string, string>>;
  };
  readonly brief: {
    /** How many of the most connected notes the brief names. */
    readonly godNodes: number;
    /** The tag, and the top folder, whose notes are conventions. */
    readonly conventions: string;
    /** The whole brief's length in UTF-16 units, below the host's cap of 10,000. */
    readonly maxChars: number;
  };
  readonly journal: {
    /** The journal's folder, relative to the vault. */
    readonly dir: string;
    /** Whose midnight ends a day. */
    readonly day: "local" | "utc";
  };
  readonly memory: {
    /** How the names of domains are written. */
    readonly domainCase: "preserve" | "lower" | "upper";
    /** Minutes without a new memory after which a session is asked for one. */
    readonly quietMinutes: number;
    /** The memories' part of the brief in UTF-16 units. */
    readonly briefChars: number;
  };
  readonly capture: {
    /** Domains, with those below them, whose e-mail addresses are kept as they are. Lower case. */
    readonly emailAllow: readonly string[];
    /** Bytes of rows that may wait for the daemon. */
    readonly spoolMaxBytes: number;
    /** Days after which a row is pruned, 0: never. */
    readonly retentionDays: number;
    /** Bytes that the store may have, 0: any number. */
    readonly retentionMaxBytes: number;
    /** Minutes without a row after which the daemon ends itself. */
    readonly idleMinutes: number;
    /** Tools whose use leaves no observation. */
    readonly skipTools: readonly string[];
  };
  readonly projects: {
    /** Globs of folders in which nothing is done at all; `~` is still in them. */
    readonly exclude: readonly string[];
  };
  readonly recall: {
    /** What a prompt is told at most, in UTF-16 units; 0: nothing. */
    readonly maxChars: number;
    /** How many items that are at most. */
    readonly maxItems: number;
    /** The Ollama model that makes vectors, "" for none. */
    readonly embedModel: string;
  };
  readonly summary: {
    /** The Ollama model that writes summaries, "" for none: they are put together from what was said. */
    readonly model: string;
    /** How many tokens it may write for one summary. */
    readonly maxTokens: number;
  };
  readonly model: {
    /** Where Ollama listens: `http://127.0.0.1:PORT`. */
    readonly url: string;
  };
  readonly worker: {
    /** Whether the daemon serves the viewer and its API on 127.0.0.1. */
    readonly http: boolean;
    /** The first port that is tried. */
    readonly port: number;
    /** Bytes of memory after which the daemon begins anew. */
    readonly maxMemoryBytes: number;
  };
}

/** Something in the config file that does not count. */
export interface Problem {
  /** The line in the file, counted from 1. */
  readonly line: number;
  readonly message: string;
  /** The setting, or section of settings, that takes no value from this line though it was most likely meant. */
  readonly setting?: string;
}
