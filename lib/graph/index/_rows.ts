import type { NoteStat } from "../../vault/read_note.ts";

/** A note, as the brief names it. */
export interface NoteSummary {
  /** Relative to the vault. */
  path: string;
  title: string;
  summary: string;
}

/** A note that many notes are linked with. */
export interface LinkedNote {
  /** Relative to the vault. */
  path: string;
  title: string;
  /** How many other notes it links to or is linked from, the journal left out. */
  degree: number;
}

/** All that the index knows of one note but its links. */
export interface IndexedNote extends NoteSummary, LinkedNote, NoteStat {
  tags: string[];
}

/** A note as the graph's files show it. */
export interface GraphNote extends LinkedNote {
  id: number;
  journal: boolean;
}

/** A heading as the graph's files show it. */
export interface GraphHeading {
  /** The note's id. */
  note: number;
  line: number;
  level: number;
  text: string;
}

/** How much is in the index. */
export interface IndexCounts {
  notes: number;
  headings: number;
  /** Pairs of notes that are linked. */
  edges: number;
  /** Links that name no note. */
  unresolved: number;
}

type Row = Record<string, unknown>;

/** Reads what the brief names. */
export function noteSummary(row: Row): NoteSummary {
  return {
    path: String(row["path"]),
    title: String(row["title"]),
    summary: String(row["summary"]),
  };
}

/** Reads how well a note is linked. */
export function linkedNote(row: Row): LinkedNote {
  return {
    path: String(row["path"]),
    title: String(row["title"]),
    degree: Number(row["degree"]),
  };
}

/** Reads what tells whether a note changed. */
export function noteStat(row: Row): NoteStat {
  return { mtime: Number(row["mtime"]), size: Number(row["size"]) };
}
