/** What a session was given. */
export interface Loaded {
  /** Memories in the store, or in the domain that was asked for. */
  readonly memories: number;
  /** Notes that the brief names. */
  readonly notes: number;
  /** Whether it tells of the last session in the project. */
  readonly lastSession: boolean;
}

/**
 * What a session start tells the person, and not the model: what was loaded, and where to look at it.
 *
 * @param loaded What the session was given.
 * @param port Where the viewer is served, `null` where it is not.
 * @returns One line or two; `""` where there is nothing to tell.
 */
export function loadedMessage(loaded: Loaded, port: number | null): string {
  const parts = [
    ...counted(loaded.memories, "memory", "memories"),
    ...counted(loaded.notes, "note", "notes"),
    ...loaded.lastSession ? ["the last session's summary"] : [],
  ];
  return [
    ...parts.length > 0 ? [`Memory loaded: ${parts.join(", ")}.`] : [],
    ...port === null ? [] : [`Viewer: http://127.0.0.1:${port}/`],
  ].join("\n");
}

function counted(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
}
