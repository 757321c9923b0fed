import type { DatabaseSync } from "node:sqlite";
import { communities } from "../graph/index/communities.ts";
import type { Places } from "../place.ts";
import { openNotes } from "./_find_notes.ts";

/** How many notes and links a picture has at most: the best linked notes, and the links between them. */
const MAX_NODES = 5000;
const MAX_LINKS = 50_000;

/** Links that are read at one go. */
const STEP = 4000;

/** What was made last, and of what. */
let made = { of: "", text: "" };

/**
 * The graph of the vault's notes, from the index.
 *
 * @param places Where the index is. Needs read permission on it, and on the vault's own path.
 * @param vault The configured vault.
 * @returns JSON: `{nodes: [{path, title, degree, community}], links: [[i, j]], total}`, with indices of nodes.
 * @throws {Error} when the index is damaged, or another process has it for itself.
 */
export async function readGraph(
  places: Places,
  vault: string,
): Promise<string> {
  const db = openNotes(places, vault);
  if (db === null) return textOf([], [], 0);
  try {
    const of = stateOf(db);
    if (made.of !== of) made = { of, text: await make(db) };
    return made.text;
  } finally {
    db.close();
  }
}

/** What changes with every change of the index. */
function stateOf(db: DatabaseSync): string {
  const file = db.location() ?? "";
  const stats = ["", "-wal"].map((end) => {
    try {
      const { ino, mtime, size } = Deno.statSync(file + end);
      return `${ino} ${mtime?.getTime()} ${size}`;
    } catch {
      return "none";
    }
  });
  const count = db.prepare("SELECT count(*) AS n FROM notes").get()?.["n"];
  return [file, ...stats, count].join();
}

interface Node {
  readonly path: string;
  readonly title: string;
  readonly degree: number;
}

async function make(db: DatabaseSync): Promise<string> {
  const total = Number(
    db.prepare("SELECT count(*) AS n FROM notes").get()?.["n"],
  );
  const places = new Map<number, number>();
  const nodes: Node[] = [];
  const notes = db.prepare(
    `SELECT id, path, title, degree FROM notes
     ORDER BY degree DESC, path LIMIT ${MAX_NODES}`,
  );
  for (const row of notes.iterate()) {
    places.set(Number(row["id"]), nodes.length);
    nodes.push({
      path: String(row["path"]),
      title: String(row["title"]),
      degree: Number(row["degree"]),
    });
  }
  return textOf(nodes, await linksOf(db, places), total);
}

/** Each pair once, in steps: a vault may have a million links. */
async function linksOf(
  db: DatabaseSync,
  places: ReadonlyMap<number, number>,
): Promise<[number, number][]> {
  const links: [number, number][] = [];
  const seen = new Set<number>();
  const step = db.prepare(
    `SELECT id, src, dest FROM links
     WHERE id > ? AND dest IS NOT NULL AND dest <> src ORDER BY id LIMIT ${STEP}`,
  );
  for (let last = -1; links.length < MAX_LINKS;) {
    const rows = step.all(last);
    for (const row of rows) {
      last = Number(row["id"]);
      const a = places.get(Number(row["src"]));
      const b = places.get(Number(row["dest"]));
      if (a === undefined || b === undefined) continue;
      const key = Math.min(a, b) * MAX_NODES + Math.max(a, b);
      if (seen.has(key) || links.length >= MAX_LINKS) continue;
      seen.add(key);
      links.push([Math.min(a, b), Math.max(a, b)]);
    }
    if (rows.length < STEP) break;
    await new Promise((go) => setTimeout(go, 0));
  }
  return links;
}

function textOf(
  nodes: readonly Node[],
  links: readonly (readonly [number, number])[],
  total: number,
): string {
  const groups = communities(nodes.length, links);
  return `${
    JSON.stringify({
      nodes: nodes.map((node, at) => ({ ...node, community: groups[at] ?? 0 })),
      links,
      total,
    })
  }\n`;
}
