/** One parameter of a tool, in JSON Schema's words. */
export interface Parameter {
  readonly type: "string" | "integer" | "boolean" | "array";
  readonly description?: string;
  readonly items?: { readonly type: "string" };
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number | boolean;
}

/** One tool of the memory's server: all that a host, the server and the guard know of it. Plain data, so that the guard loads nothing else. */
export interface Tool {
  readonly name: string;
  /** Its name for people. */
  readonly title: string;
  /** When to use it, for a model. */
  readonly description: string;
  /** What it does to the memory: adds to it, reads it, or changes what is there. */
  readonly kind: "writer" | "reader" | "editor";
  readonly inputSchema: {
    readonly type: "object";
    readonly properties: Readonly<Record<string, Parameter>>;
    /** Parameters whose text has to be there: not absent, not null, not blank. */
    readonly required: readonly string[];
  };
  /** Parameters that a good call has: their absence is worth a warning. */
  readonly watched?: readonly string[];
}
