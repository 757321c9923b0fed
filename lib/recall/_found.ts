import type { DatabaseSync } from "node:sqlite";
import { join } from "../path.ts";
import { prepared } from "../store/prepared.ts";
import { hitOf } from "./_hits.ts";
import type { NoteTexts } from "./note_texts.ts";
import type { Match } from "./_pool.ts";

/** How near an item is to the prompt, to a model. */
export interface Nearness {
  /** Its place among all that are, from 0. */
  readonly rank: number;
  readonly cosine: number;
  /** Whether it is relevant by that alone. */
  readonly isClose: boolean;
}

/** An item that may be told of. */
export interface Found {
  readonly match: Match;
  /** By which it is told once, and named. */
  readonly address: string;
  readonly kind: "memory" | "note" | "prompt" | "observation" | "summary";
  /** The host's id of the session that it is of; `""` for memories and notes. */
  readonly session: string;
  /** When it was, in milliseconds since the epoch. */
  readonly at: number;
  /** Where it is from, in words. */
  readonly from: string;
  /** How to read it whole. */
  readonly whole: string;
  readonly title: string;
  readonly text: string;
  /** Where a model stands that compares meanings, `null` where none does, or it is far. */
  readonly near: Nearness | null;
  /** How much it says, beside others that have as much of the prompt: about 1. */
  readonly worth: number;
}

const WORTH: Readonly<Record<string, number>> = {
  read: 0.8,
  search: 0.75,
  web: 0.9,
  command: 0.95,
  write: 1,
  other: 0.85,
};

const SAYS: Readonly<Record<string, string>> = {
  read: "a file was read",
  search: "a search",
  web: "a web page was read",
  command: "a command was run",
  write: "a file was changed",
  other: "a tool was used",
};

/** An item of an earlier session. */
export function happened(
  db: DatabaseSync,
  match: Match,
  near: Nearness | null,
): Found | null {
  const hit = hitOf(db, match.id);
  if (hit === null) return null;
  const { kind, address, session, name, at, title, text, what = "" } = hit;
  const said = kind === "summary"
    ? "what it came to"
    : kind === "prompt"
    ? "what was asked"
    : `${SAYS[what] ?? "a tool was used"}${
      hit.outcome === "error" ? ", and it failed" : ""
    }`;
  return {
    match,
    near,
    address,
    kind,
    session,
    at,
    from: `Session of ${dayOf(at)} in ${name}: ${said}`,
    whole: `get_memory with uid "${address}"`,
    title,
    text,
    worth: kind === "summary"
      ? 1.1
      : kind === "prompt"
      ? 0.9
      : WORTH[what] ?? 0.85,
  };
}

/** UTF-16 units of a memory or a note that are looked at. */
const MAX_TEXT = 1200;

/** A memory; one that was found to be wrong, or is archived, is none. */
export function remembered(
  db: DatabaseSync,
  match: Match,
  near: Nearness | null,
): Found | null {
  const row = prepared(
    db,
    `SELECT uid, type, domain, title, confidence, created_at, substr(content, 1, ${MAX_TEXT}) AS text
     FROM memories WHERE id = ? AND status = 'active'`,
  ).get(match.id);
  if (row === undefined || row["confidence"] === "contradicted") return null;
  const address = `memory:${row["uid"]}`;
  const at = Date.parse(String(row["created_at"])) || 0;
  const type = String(row["type"]).replaceAll("_", " ");
  const domain = String(row["domain"]);
  return {
    match,
    near,
    address,
    kind: "memory",
    session: "",
    at,
    from: `Memory (${type}) of ${dayOf(at)}${
      domain === "" ? "" : ` in ${domain}`
    }`,
    whole: `get_memory with uid "${row["uid"]}"`,
    title: String(row["title"]),
    text: String(row["text"]).toWellFormed(),
    worth: 1.05,
  };
}

/** A note of the vault. */
export function noted(
  texts: NoteTexts,
  vault: string,
  match: Match,
): Found | null {
  const note = texts.note(match.id);
  if (note === null) return null;
  return {
    match,
    near: null,
    address: `note:${note.path}`,
    kind: "note",
    session: "",
    at: note.at,
    from: `Note of the vault${note.at > 0 ? `, ${dayOf(note.at)}` : ""}`,
    whole: join(vault, note.path),
    title: note.title,
    text: note.text.slice(0, MAX_TEXT).toWellFormed(),
    worth: 1,
  };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
